// A bound from below on the pushes still needed, for rooms from elsewhere that are too large for an exact table: every
// box alone in the room, each pushed to a goal of its own, the goals shared out so that the sum is least. It knows
// neither boxes that are in each other's way nor where the player can walk. So it is 0 exactly where the room is solved
// and never more than the truth; Infinity means lost for certain – a box that no goal can be reached from, or more
// boxes than goals can be shared out to –, but not every lost room is found out.
import { cellAfter, opposite } from '../grid';
import { type Room, roomOf } from './room';

export interface PushesBound {
  readonly kind: 'bound';
  /** Of each goal: pushes that bring a box there from each cell, −1 where none do. */
  readonly toGoals: readonly Int16Array[];
  /** 1 where a box is lost: no goal can be reached from there. */
  readonly lost: Uint8Array;
}

export function boundOf(key: string): PushesBound {
  const room = roomOf(key);
  const toGoals = room.goals.map((goal) => pushesTo(room, goal));
  return {
    kind: 'bound',
    toGoals,
    lost: room.free.map((_, cell) => (toGoals.every((pushes) => pushes[cell] === -1) ? 1 : 0)),
  };
}

/** Breadth-first search backwards: a box is pulled away from the goal wherever a player would have room to walk before
 *  it. */
function pushesTo(room: Room, goal: number): Int16Array {
  const pushes = new Int16Array(room.free.length).fill(-1);
  const queue = [goal];
  pushes[goal] = 0;
  for (let head = 0; head < queue.length; head++) {
    const box = queue[head] as number;
    for (let direction = 0; direction < 4; direction++) {
      const from = cellAfter(room, box, opposite(direction));
      if (from < 0 || pushes[from] !== -1 || cellAfter(room, from, opposite(direction)) < 0) continue;
      pushes[from] = (pushes[box] as number) + 1;
      queue.push(from);
    }
  }
  return pushes;
}

/** More than any sum of ways. */
const never = 1e9;

/**
 * Least sum of pushes over all ways of giving every box a goal of its own: the Hungarian method with potentials,
 * O(boxes³). Source of the method: H. W. Kuhn 1955, J. Munkres 1957; in this form, one box at a time along a shortest
 * way: R. Jonker, A. Volgenant 1987.
 */
export function leastPushes({ toGoals, lost }: PushesBound, boxes: readonly number[]): number {
  if (boxes.some((box) => lost[box])) return Number.POSITIVE_INFINITY;
  const count = boxes.length;
  const dBox = new Float64Array(count + 1);
  const dGoal = new Float64Array(count + 1);
  /** The box, from 1, that each goal was given to; 0 none. Goal 0 is where the box that is next stands. */
  const given = new Int32Array(count + 1);
  const before = new Int32Array(count + 1);
  for (let next = 1; next <= count; next++) {
    const least = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const done = new Uint8Array(count + 1);
    let goal = 0;
    given[0] = next;
    do {
      done[goal] = 1;
      const box = given[goal] as number;
      const cell = boxes[box - 1] as number;
      let shortest = Number.POSITIVE_INFINITY;
      let nearest = 0;
      for (let other = 1; other <= count; other++) {
        if (done[other]) continue;
        const pushes = toGoals[other - 1]?.[cell] ?? -1;
        const slack = (pushes < 0 ? never : pushes) - (dBox[box] as number) - (dGoal[other] as number);
        if (slack < (least[other] as number)) {
          least[other] = slack;
          before[other] = goal;
        }
        if ((least[other] as number) < shortest) {
          shortest = least[other] as number;
          nearest = other;
        }
      }
      for (let other = 0; other <= count; other++) {
        if (done[other]) {
          dBox[given[other] as number] = (dBox[given[other] as number] as number) + shortest;
          dGoal[other] = (dGoal[other] as number) - shortest;
        } else least[other] = (least[other] as number) - shortest;
      }
      goal = nearest;
    } while (given[goal] !== 0);
    for (; goal !== 0; goal = before[goal] as number) given[goal] = given[before[goal] as number] as number;
  }
  let sum = 0;
  for (let goal = 1; goal <= count; goal++) {
    const pushes = toGoals[goal - 1]?.[boxes[(given[goal] as number) - 1] as number] ?? -1;
    if (pushes < 0) return Number.POSITIVE_INFINITY;
    sum += pushes;
  }
  return sum;
}
