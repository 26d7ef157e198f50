// Draws Sokoban problems: a room carved by a random walk, goals drawn on its floor, boxes pulled away from them by
// random reverse play – so every problem can be solved – until each is at least 2 cells (Manhattan) from the goal it
// came from and none stands on a goal.
import { check } from '../../../basics/check';
import { type Rng, rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { drawForSplit, pickForSplit } from '../drawing';
import { cellAfter, distancesTo, type Grid, gridOf } from '../grid';
import { layoutOf, type SokobanState } from './room';
import { smallestRooms, smallestSize } from './smallest-rooms';

const leastDistance = 2;
// Tuned to the reference statistics of 6×6 rooms with one box (sokoban.test.ts): more steps of carving make wider
// rooms, in which random play solves less and ways are longer; a player left where the reverse play ended needs fewer
// moves.
const carveStepsPerCell = 2.3;
const leastPullsPerBox = 2;
const chanceToStay = 0.45;

/** `size`: cells a side, outer walls included. Throws an ExpectationError where so many boxes have no place. */
export function drawRoom(seed: number, size: number, boxes: number): SokobanState {
  check(size > 5 || boxes === 1, `a room of size 5 has place for 1 box, got ${boxes}: raise "size" or lower "boxes"`);
  return size === smallestSize ? pickForSplit(smallestRooms(''), seed) : drawn(`${seed} ${size} ${boxes}`);
}

/** Each takes a millisecond, and every evaluation asks for the same ones several times. */
const drawn = remembered((wish) => {
  const [seed = 0, size = 0, boxes = 0] = wish.split(' ').map(Number);
  const random = rngFrom('sokoban', seed, size, boxes);
  const what = `a ${size}×${size} room with ${boxes} boxes`;
  return drawForSplit({ seed, draw: () => drawProblem(random, size, boxes), layout: layoutOf, what });
}, 1024);

function drawProblem(random: Rng, size: number, count: number): SokobanState | undefined {
  const cells = carve(random, size);
  const floor = cells.flatMap((symbol, cell) => (symbol === ' ' ? [cell] : []));
  if (floor.length < 2 * count + 2) return undefined;
  const [player = 0, ...goals] = random.shuffle(floor).slice(0, count + 1);
  for (const goal of goals) cells[goal] = '.';
  const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size).join(''));
  const grid = gridOf(rows, '#');
  const pulled = pullAway(random, grid, { player, boxes: goals });
  if (!pulled) return undefined;
  const boxes = Object.freeze([...pulled.boxes].sort((one, other) => one - other));
  return Object.freeze({ room: rows.join('\n'), boxes, player: standSomewhere(random, grid, pulled) });
}

/** Floor wherever a random walk inside the outer walls came by. */
function carve(random: Rng, size: number): string[] {
  const cells = Array<string>(size * size).fill('#');
  const inner = size - 2;
  let row = 1 + random.integer(inner);
  let column = 1 + random.integer(inner);
  const steps = Math.round(inner * inner * carveStepsPerCell);
  for (let step = 0; step < steps; step++) {
    cells[row * size + column] = ' ';
    const [down, right] = random.pick([
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const);
    row = Math.min(inner, Math.max(1, row + down));
    column = Math.min(inner, Math.max(1, column + right));
  }
  return cells;
}

interface Arrangement {
  readonly player: number;
  /** In the order of the goals they came from. */
  readonly boxes: readonly number[];
}

/**
 * Random reverse play: any pull the player can walk to, each equally likely, a random number of times (more in larger
 * rooms) and, with several boxes, up to three times as often until all are far enough. Undefined when one never is.
 */
function pullAway(random: Rng, grid: Grid, solved: Arrangement): Arrangement | undefined {
  const goals = solved.boxes;
  let { player, boxes } = solved;
  const planned = goals.length * (leastPullsPerBox + random.integer(grid.width - 3));
  const most = goals.length > 1 ? 3 * planned : planned;
  for (let pull = 0; pull < most && !(pull >= planned && farEnough(boxes)); pull++) {
    const distances = distancesTo(grid, player, boxes);
    const choices: { index: number; stand: number; back: number }[] = [];
    boxes.forEach((box, index) => {
      for (let move = 0; move < 4; move++) {
        const stand = cellAfter(grid, box, move);
        const back = stand < 0 ? -1 : cellAfter(grid, stand, move);
        if (back >= 0 && (distances[stand] as number) >= 0 && !boxes.includes(back))
          choices.push({ index, stand, back });
      }
    });
    if (choices.length === 0) break;
    const { index, stand, back } = random.pick(choices);
    boxes = boxes.map((box, one) => (one === index ? stand : box));
    player = back;
  }
  return farEnough(boxes) ? { player, boxes } : undefined;

  function farEnough(boxes: readonly number[]): boolean {
    return boxes.every((box, index) => !goals.includes(box) && apart(box, goals[index] as number) >= leastDistance);
  }
  function apart(one: number, other: number): number {
    const { width } = grid;
    return Math.abs(Math.floor(one / width) - Math.floor(other / width)) + Math.abs((one % width) - (other % width));
  }
}

/** Where the reverse play ended or any cell the player can walk to. */
function standSomewhere(random: Rng, grid: Grid, { player, boxes }: Arrangement): number {
  if (random.number() < chanceToStay) return player;
  const distances = distancesTo(grid, player, boxes);
  return random.pick([...distances.keys()].filter((cell) => (distances[cell] as number) >= 0));
}
