// Pushes still needed, exactly, for every arrangement of boxes and player in a room: breadth-first search backwards
// from all solved arrangements, pulling boxes; walking is free. One table per room, at every size and number of boxes
// the knobs allow (largest: 3 boxes on 64 floor cells, 2.7 million entries), so no search and no estimate is ever
// needed at query time. Rooms from elsewhere may have more boxes; where the table would be larger than
// `mostArrangements`, a bound from below stands in for it.
import { remembered } from '../bounded-cache';
import { cellAfter, floorsOf, opposite } from '../grid';
import { boundOf, leastPushes, type PushesBound } from './pushes-bound';
import { roomOf, type SokobanState } from './room';

const unreached = 0xffff;

/** Entries of the largest table that is built. Measured: 3.7 million in 0.6 s and 125 MB. */
const mostArrangements = 10_000_000;

/** Entries of the table of a room: arrangements of its boxes and its player on its floor. */
export function arrangementsIn(key: string): number {
  const { free, goals } = roomOf(key);
  return arrangementsOf(
    free.reduce((sum, one) => sum + one, 0),
    goals.length,
  );
}

/** Whether the pushes left in the room are known exactly. */
export function hasTable(key: string): boolean {
  return arrangementsIn(key) <= mostArrangements;
}

function arrangementsOf(floors: number, boxes: number): number {
  return choose(floors, boxes) * floors;
}

interface PushesTable {
  readonly kind: 'table';
  /** Number of each cell among the floor cells; −1 for walls. */
  readonly floorOf: Int16Array;
  readonly floors: number;
  /** Pushes at rank(boxes) · floors + player. */
  readonly pushes: Uint16Array;
}

const knownOf = remembered<PushesTable | PushesBound>(
  (key) => (hasTable(key) ? buildTable(key) : boundOf(key)),
  8_000_000,
  (known) => (known.kind === 'table' ? known.pushes.length : known.toGoals.length * (known.toGoals[0]?.length ?? 0)),
);

/** Least pushes that solve; Infinity in a dead end. In a room without a table a bound from below. */
export function pushesLeft(state: SokobanState): number {
  const known = knownOf(state.room);
  if (known.kind === 'bound') return leastPushes(known, state.boxes);
  const { floorOf, floors, pushes } = known;
  const boxes = state.boxes.map((box) => floorOf[box] as number);
  const found = pushes[rankOf(boxes) * floors + (floorOf[state.player] as number)] ?? unreached;
  return found === unreached ? Number.POSITIVE_INFINITY : found;
}

/** Number of a set of rising numbers among all sets of that size (combinatorial number system). */
function rankOf(set: readonly number[]): number {
  const [a = 0, b = 0, c = 0] = set;
  let rank = a + (b * (b - 1)) / 2 + (c * (c - 1) * (c - 2)) / 6;
  for (let index = 3; index < set.length; index++) rank += choose(set[index] as number, index + 1);
  return rank;
}

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k;
}

function buildTable(key: string): PushesTable {
  const room = roomOf(key);
  const { cells, floorOf } = floorsOf(room);
  const floors = cells.length;
  const next = new Int16Array(floors * 4);
  for (let floor = 0; floor < floors; floor++) {
    for (let move = 0; move < 4; move++) {
      const to = cellAfter(room, cells[floor] as number, move);
      next[floor * 4 + move] = to < 0 ? -1 : (floorOf[to] as number);
    }
  }
  const goals = room.goals.map((goal) => floorOf[goal] as number);
  const pushes = new Uint16Array(arrangementsOf(floors, goals.length)).fill(unreached);

  // Every arrangement is queued once, when it gets its number; the queue is in rising order of pushes.
  const boxesQueued: (readonly number[])[] = [];
  const playerQueued: number[] = [];
  const reach = (boxes: readonly number[], player: number, count: number) => {
    const base = rankOf(boxes) * floors;
    if (pushes[base + player] !== unreached) return;
    pushes[base + player] = count;
    let head = playerQueued.push(player) - 1;
    boxesQueued.push(boxes);
    for (; head < playerQueued.length; head++) {
      for (let move = 0; move < 4; move++) {
        const to = next[(playerQueued[head] as number) * 4 + move] as number;
        if (to < 0 || pushes[base + to] !== unreached || boxes.includes(to)) continue;
        pushes[base + to] = count;
        playerQueued.push(to);
        boxesQueued.push(boxes);
      }
    }
  };
  for (let floor = 0; floor < floors; floor++) if (!goals.includes(floor)) reach(goals, floor, 0);
  for (let head = 0; head < playerQueued.length; head++) {
    const boxes = boxesQueued[head] as readonly number[];
    const player = playerQueued[head] as number;
    const count = (pushes[rankOf(boxes) * floors + player] as number) + 1;
    for (let move = 0; move < 4; move++) {
      const box = next[player * 4 + move] as number;
      const back = next[player * 4 + opposite(move)] as number;
      if (box < 0 || back < 0 || !boxes.includes(box) || boxes.includes(back)) continue;
      reach(
        boxes.map((one) => (one === box ? player : one)).sort((one, other) => one - other),
        back,
        count,
      );
    }
  }
  return { kind: 'table', floorOf, floors, pushes };
}
