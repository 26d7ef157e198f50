// Alpha-beta search of Connect Four on bitboards (after Tromp's and Pons' solvers): one bit a cell, column by column
// from below, an empty row above each so that no line runs over the edge; 30 bits at most. Exact on 5×4, where every
// position met is remembered; on larger boards it looks some moves ahead and takes what it cannot see for a draw.

export interface Board {
  readonly columns: number;
  readonly rows: number;
}

/** Cells of who is to move, and of both. */
export interface Stones {
  readonly own: number;
  readonly all: number;
}

/** Boards of so many cells are solved to the end. */
const exactCells = 20;
/** Moves that are looked ahead on larger ones. */
const horizon = 6;

/** The cell that a stone falls to, as a bit; 0 where the column is full. */
export function landing({ rows }: Board, all: number, column: number): number {
  const base = column * (rows + 1);
  for (let row = 0; row < rows; row++) if ((all & (1 << (base + row))) === 0) return 1 << (base + row);
  return 0;
}

/** Whether these cells hold four in a row. */
export function hasFour({ rows }: Board, cells: number): boolean {
  return fourAlong(cells, 1) || fourAlong(cells, rows) || fourAlong(cells, rows + 1) || fourAlong(cells, rows + 2);
}

function fourAlong(cells: number, step: number): boolean {
  const pairs = cells & (cells >> step);
  return (pairs & (pairs >> (2 * step))) !== 0;
}

/** Of positions of an exact board, the least and the most they can be worth, as 3 · (least + 1) + most + 1. */
const tables = new Map<string, Map<number, number>>();

/** A board to search, with what is known of it. */
interface Searched extends Board {
  /** Its columns, the middle ones first: they are the better ones more often. */
  readonly order: readonly number[];
  readonly depth: number;
  readonly table: Map<number, number> | undefined;
}

/** The columns that are best to play, and what the position is worth to who plays them: 1 won, 0 drawn, −1 lost. */
export function bestColumns(board: Board, stones: Stones): { columns: readonly number[]; worth: number } {
  const searched = searchedOf(board);
  const open = searched.order.filter((column) => landing(board, stones.all, column) !== 0);
  const worths = open.map((column) =>
    worthOfMove(searched, stones, column, { depth: searched.depth, low: -1, high: 1 }),
  );
  const worth = Math.max(...worths);
  return { columns: open.filter((_, index) => worths[index] === worth), worth };
}

function searchedOf({ columns, rows }: Board): Searched {
  const middle = (columns - 1) / 2;
  const order = Array.from({ length: columns }, (_, column) => column).sort(
    (one, two) => Math.abs(one - middle) - Math.abs(two - middle) || one - two,
  );
  if (columns * rows > exactCells) return { columns, rows, order, depth: horizon, table: undefined };
  const name = `${columns} ${rows}`;
  const table = tables.get(name) ?? new Map<number, number>();
  tables.set(name, table);
  return { columns, rows, order, depth: exactCells, table };
}

interface Window {
  readonly depth: number;
  readonly low: number;
  readonly high: number;
}

function worthOfMove(board: Searched, { own, all }: Stones, column: number, { depth, low, high }: Window): number {
  const stone = landing(board, all, column);
  if (hasFour(board, own | stone)) return 1;
  return -worthOf(board, { own: all ^ own, all: all | stone }, { depth: depth - 1, low: -high, high: -low });
}

/** Exact within the window, a bound outside it. */
function worthOf(board: Searched, stones: Stones, { depth, low, high }: Window): number {
  const { order, table } = board;
  const key = stones.own * 2 ** 26 + stones.all; // 25 bits each: a whole number below 2⁵³
  const known = table?.get(key);
  const least = known === undefined ? -1 : Math.floor(known / 3) - 1;
  const most = known === undefined ? 1 : (known % 3) - 1;
  if (least >= high || least === most) return least;
  if (most <= low) return most;
  let best = -2;
  let from = Math.max(low, least);
  for (const column of order) {
    if (landing(board, stones.all, column) === 0) continue;
    if (depth <= 0) return 0;
    best = Math.max(best, worthOfMove(board, stones, column, { depth, low: from, high }));
    from = Math.max(from, best);
    if (from >= high) break;
  }
  if (best === -2) return 0; // the board is full
  const [newLeast, newMost] = [best > low ? best : least, best < high ? best : most];
  table?.set(key, 3 * (newLeast + 1) + newMost + 1);
  return best;
}
