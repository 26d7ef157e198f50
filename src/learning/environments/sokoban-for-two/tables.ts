// Moves still needed, exactly, for every arrangement of figures and boxes in a room: by both figures together, and by
// one of them while the other stands still. Breadth-first search backwards from all solved arrangements, one table each
// per room. Figures are alike, so what holds of the first holds of the second with the two exchanged.
import { remembered } from '../bounded-cache';
import { cellAfter, floorsOf } from '../grid';
import { type Figure, type PairState, roomOf } from './room';

const unreached = 0xffff;

interface Tables {
  /** Number of each cell among the floor cells; −1 for walls. */
  readonly floorOf: Int16Array;
  readonly floors: number;
  /** Least moves of both, at (rank of the boxes · floors + first) · floors + second. */
  readonly together: Uint16Array;
  /** The same where only the first figure moves. */
  readonly alone: Uint16Array;
}

/** By the number of boxes and the room. */
const built = remembered(
  (key) => buildTables(key.slice(1), Number(key[0])),
  4_000_000,
  ({ together }) => together.length,
);

/** What of a state is an arrangement in a room. */
type Arrangement = Omit<PairState, 'startMoves' | 'bumped'>;

function tablesOf({ room, boxes }: Arrangement): Tables {
  return built(`${boxes.length}${room}`);
}

/** Least further moves of both figures together; Infinity in a dead end. */
export function movesLeft(state: Arrangement): number {
  const tables = tablesOf(state);
  return counted(tables.together[indexOf(tables, state)]);
}

/** Least moves of this figure that solve the room while the other stands still; Infinity where it cannot. */
export function movesAlone(state: Arrangement, figure: Figure): number {
  const tables = tablesOf(state);
  const { first, second } = state;
  const seen = figure === 'first' ? state : { ...state, first: second, second: first };
  return counted(tables.alone[indexOf(tables, seen)]);
}

function counted(moves = unreached): number {
  return moves === unreached ? Number.POSITIVE_INFINITY : moves;
}

function indexOf({ floorOf, floors }: Tables, { boxes, first, second }: Arrangement): number {
  const rank = rankOf(boxes.map((box) => floorOf[box] as number));
  return (rank * floors + (floorOf[first] as number)) * floors + (floorOf[second] as number);
}

/** Number of a set of one or two rising numbers among all sets of that size. */
function rankOf([one = 0, other]: readonly number[]): number {
  return other === undefined ? one : one + (other * (other - 1)) / 2;
}

function setsOf(floors: number, count: number): (readonly number[])[] {
  const ones = Array.from({ length: floors }, (_, one) => [one]);
  return count === 1 ? ones : ones.flatMap(([other = 0]) => ones.slice(0, other).map(([one = 0]) => [one, other]));
}

function buildTables(key: string, count: number): Tables {
  const room = roomOf(key);
  const { cells, floorOf } = floorsOf(room);
  const floors = cells.length;
  const on = (symbol: string) => Uint8Array.from(cells, (cell) => (room.ground[cell] === symbol ? 1 : 0));
  const [goal, plate, door] = [on('.'), on('_'), on('|')];
  const next = Int16Array.from({ length: floors * 4 }, (_, index) => {
    const to = cellAfter(room, cells[index >> 2] as number, index & 3);
    return to < 0 ? -1 : (floorOf[to] as number);
  });
  const boxSets = setsOf(floors, count);

  // What the first figure's moves lead to, as edges into each arrangement: those of `into` from starts[i] to starts[i +
  // 1].
  const sources: number[] = [];
  const targets: number[] = [];
  const solved: number[] = [];
  boxSets.forEach((boxes, rank) => {
    const [one = -1, other = -1] = boxes;
    const hasBox = (floor: number) => floor === one || floor === other;
    const heldByBox = boxes.some((box) => plate[box]);
    const home = boxes.every((box) => goal[box]);
    for (let first = 0; first < floors; first++) {
      if (hasBox(first)) continue;
      for (let second = 0; second < floors; second++) {
        if (second === first || hasBox(second)) continue;
        const from = (rank * floors + first) * floors + second;
        if (home) solved.push(from);
        const held = heldByBox || plate[first] === 1 || plate[second] === 1;
        for (let move = 0; move < 4; move++) {
          const to = next[first * 4 + move] as number;
          if (to < 0 || to === second) continue;
          const pushes = hasBox(to);
          const entered = pushes ? (next[to * 4 + move] as number) : to;
          if (entered < 0 || entered === second || (door[entered] && !held)) continue;
          if (pushes && hasBox(entered)) continue;
          let after = rank;
          if (pushes) {
            const stays = to === one ? other : one;
            after = count === 1 ? entered : rankOf(stays < entered ? [stays, entered] : [entered, stays]);
          }
          sources.push(from);
          targets.push((after * floors + to) * floors + second);
        }
      }
    }
  });
  const size = boxSets.length * floors * floors;
  const edges = edgesInto(size, sources, targets);
  const exchanged = (index: number) => {
    const second = index % floors;
    const first = ((index - second) / floors) % floors;
    return index + (second - first) * (floors - 1);
  };
  const back = (both: boolean) => leastMoves({ size, edges, solved, ...(both ? { exchanged } : {}) });
  return { floorOf, floors, together: back(true), alone: back(false) };
}

interface Edges {
  readonly starts: Int32Array;
  readonly into: Int32Array;
}

function edgesInto(size: number, sources: readonly number[], targets: readonly number[]): Edges {
  const starts = new Int32Array(size + 2);
  for (const target of targets) (starts[target + 2] as number)++;
  for (let index = 2; index < starts.length; index++)
    starts[index] = (starts[index] as number) + (starts[index - 1] as number);
  const into = new Int32Array(sources.length);
  targets.forEach((target, edge) => {
    const place = starts[target + 1] as number;
    into[place] = sources[edge] as number;
    starts[target + 1] = place + 1;
  });
  return { starts, into };
}

interface Search {
  readonly size: number;
  readonly edges: Edges;
  readonly solved: readonly number[];
  /** The arrangement with the figures exchanged, where the second moves too. */
  readonly exchanged?: (index: number) => number;
}

function leastMoves({ size, edges: { starts, into }, solved, exchanged }: Search): Uint16Array {
  const moves = new Uint16Array(size).fill(unreached);
  const queue = new Int32Array(size);
  let end = 0;
  const reach = (index: number, count: number) => {
    if (moves[index] !== unreached) return;
    moves[index] = count;
    queue[end++] = index;
  };
  for (const index of solved) reach(index, 0);
  for (let head = 0; head < end; head++) {
    const index = queue[head] as number;
    const count = (moves[index] as number) + 1;
    for (let edge = starts[index] as number; edge < (starts[index + 1] as number); edge++)
      reach(into[edge] as number, count);
    if (!exchanged) continue;
    const mirror = exchanged(index);
    for (let edge = starts[mirror] as number; edge < (starts[mirror + 1] as number); edge++)
      reach(exchanged(into[edge] as number), count);
  }
  return moves;
}
