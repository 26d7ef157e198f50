// The best blind walk: how many of some cells a walk of so many moves can step on. A walker that is told nothing learns
// nothing on its way – standing on the goal ends it all, and until then it only knows where it has been –, so its
// policy is a walk, and where the goal is equally likely in each of these cells, its chance is the share of them that
// the walk steps on. The search asks for a number of cells, the highest first, and goes through all walks that could
// still reach it: a number that is refuted is impossible. So the answer is a bound from above whenever the search
// stops, and exact where it was not stopped.
import { cellAfter, type Grid } from '../grid';

export interface BlindWalk {
  /** No walk steps on more of the cells. */
  readonly cells: number;
  /** Some walk steps on as many. */
  readonly exact: boolean;
}

interface Search {
  readonly neighbours: readonly (readonly number[])[];
  /** Of every cell: whether row + column is even or odd. */
  readonly kinds: readonly (0 | 1)[];
  /** 1 where a cell is wanted and was not stepped on yet. */
  readonly open: Uint8Array;
  /** How many of them are of each kind: a walk steps on one kind after the other. */
  readonly openOf: [even: number, odd: number];
  /** Open cells, and where one stands → the most moves that were left when the number was found impossible. */
  readonly refuted: Map<bigint, number>;
  stepsLeft: number;
}

/** Of a walk of at most `moves` moves from `start`, which is none of the cells. */
export function bestBlindWalk(
  grid: Grid,
  start: number,
  cells: readonly number[],
  moves: number,
  mostSteps = 5_000,
): BlindWalk {
  const all = [...grid.free.keys()];
  const search: Search = {
    neighbours: all.map((cell) => [0, 1, 2, 3].map((move) => cellAfter(grid, cell, move)).filter((to) => to >= 0)),
    kinds: all.map((cell) => ((Math.floor(cell / grid.width) + (cell % grid.width)) % 2) as 0 | 1),
    open: new Uint8Array(all.length),
    openOf: [0, 0],
    refuted: new Map(),
    stepsLeft: mostSteps,
  };
  let opened = 0n;
  for (const cell of cells) {
    step(search, cell, 1);
    opened |= bitOf(cell);
  }
  for (let wanted = Math.min(moves, cells.length); wanted > 0; wanted--) {
    search.refuted.clear();
    if (reaches(search, { cell: start, opened, moves, wanted })) return { cells: wanted, exact: search.stepsLeft > 0 };
  }
  return { cells: 0, exact: true };
}

interface Walk {
  readonly cell: number;
  /** `open` as one number. */
  readonly opened: bigint;
  readonly moves: number;
  /** Cells still to be stepped on. */
  readonly wanted: number;
}

/** Whether some walk steps on so many open cells; also true where the search was stopped, and nobody knows. */
function reaches(search: Search, { cell, opened, moves, wanted }: Walk): boolean {
  const { kinds, open, openOf, refuted } = search;
  if (wanted === 0 || search.stepsLeft-- <= 0) return true;
  const [here, next] = kinds[cell] === 0 ? ([0, 1] as const) : ([1, 0] as const);
  const possible = Math.min(openOf[next], Math.ceil(moves / 2)) + Math.min(openOf[here], Math.floor(moves / 2));
  if (possible < wanted) return false;
  const key = (opened << 8n) | BigInt(cell);
  if ((refuted.get(key) ?? -1) >= moves) return false;
  for (const to of waysFrom(search, cell)) {
    const isNew = open[to] === 1;
    if (isNew) step(search, to, -1);
    const left = isNew ? { opened: opened ^ bitOf(to), wanted: wanted - 1 } : { opened, wanted };
    const found = reaches(search, { ...left, cell: to, moves: moves - 1 });
    if (isNew) step(search, to, 1);
    if (found) return true;
  }
  refuted.set(key, moves);
  return false;
}

function step({ open, openOf, kinds }: Search, cell: number, by: 1 | -1): void {
  open[cell] = by > 0 ? 1 : 0;
  openOf[kinds[cell] as 0 | 1] += by;
}

/** Neighbours, open ones with few open neighbours first: what is hard to come by later. */
function waysFrom({ neighbours, open }: Search, cell: number): readonly number[] {
  const beside = (from: number) => neighbours[from] as readonly number[];
  const rankOf = (to: number) =>
    beside(to).reduce((rank, other) => rank + (open[other] as number), open[to] === 1 ? 0 : 8);
  return beside(cell)
    .map((to) => ({ to, rank: rankOf(to) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ to }) => to);
}

function bitOf(cell: number): bigint {
  return 1n << BigInt(cell);
}
