// Draws rooms for two: walls at random, then goals, plates and doors on the floor, then one of the starts that count.
// Every arrangement of a room is in its tables, so a start is known to be solvable by both together, by neither figure
// while the other stands still, and by nobody if the doors stayed shut.
import { type Rng, rngFrom } from '../../../basics/rng';
import { drawForSplit } from '../drawing';
import { splitOfProblem, splitOfSeed } from '../splits';
import { turnsNeeded } from './plan';
import { figures, frozen, layoutOf, type PairState, roomOf } from './room';
import { movesAlone, movesLeft } from './tables';

export interface PairSettings {
  readonly size: number;
  readonly boxes: number;
  readonly doors: number;
  readonly plates: number;
}

/** Few: in narrow rooms most of the play is getting out of each other's way. */
const chanceOfWall = 0.05;
const fewestMoves = 4;
/** What best play takes at most. */
const most = { turns: 4, moveBudget: 12 };
/** Arrangements tried before another room is drawn. */
const startsTried = 40;

export function drawPairRoom(seed: number, settings: PairSettings): PairState {
  const { size, boxes, doors, plates } = settings;
  const random = rngFrom('sokoban-for-two', seed, size, boxes, doors, plates);
  const draw = () => {
    const room = drawWalls(random, settings);
    // nothing is worked out for a room that is another split's
    const mine = room !== undefined && splitOfProblem(layoutOf({ room })) === splitOfSeed(seed);
    return mine ? drawStart(random, room, boxes) : undefined;
  };
  const what = `a ${size}×${size} room with ${boxes} boxes, ${doors} doors and ${plates} plates`;
  return drawForSplit<PairState>({ seed, draw, layout: layoutOf, what });
}

function drawWalls(random: Rng, { size, boxes, doors, plates }: PairSettings): string | undefined {
  const inside = (row: number, column: number) => row > 0 && column > 0 && row < size - 1 && column < size - 1;
  const cells: string[] = Array.from({ length: size * size }, (_, cell) =>
    inside(Math.floor(cell / size), cell % size) && random.number() >= chanceOfWall ? ' ' : '#',
  );
  const things = ['.'.repeat(boxes), '_'.repeat(plates), '|'.repeat(doors)].join('');
  const floor = cells.flatMap((symbol, cell) => (symbol === ' ' ? [cell] : []));
  if (floor.length < things.length + boxes + 2) return undefined;
  const chosen = random.shuffle(floor);
  [...things].forEach((thing, index) => {
    cells[chosen[index] as number] = thing;
  });
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size).join('')).join('\n');
}

/** A start of this room that counts; everything begins on plain floor. */
function drawStart(random: Rng, room: string, count: number): PairState | undefined {
  const floor = roomOf(room).ground.flatMap((ground, cell) => (ground === ' ' ? [cell] : []));
  for (let tried = 0; tried < startsTried; tried++) {
    const [first = 0, second = 0, ...others] = random.shuffle(floor);
    const boxes = others.slice(0, count).sort((one, other) => one - other);
    const state = { room, boxes, first, second, startMoves: movesLeft({ room, boxes, first, second }) };
    if (counts(state)) return frozen(state);
  }
  return undefined;
}

/** Solved by both together within `most`, by neither figure while the other stands still, and by nobody if the doors
 *  stayed shut. */
export function counts(state: PairState): boolean {
  const left = movesLeft(state);
  if (left < fewestMoves || !Number.isFinite(left)) return false;
  if (figures.some((figure) => Number.isFinite(movesAlone(state, figure)))) return false;
  if (Number.isFinite(movesLeft({ ...state, room: state.room.replaceAll('|', '#') }))) return false;
  return turnsNeeded(state, most.moveBudget) <= most.turns;
}
