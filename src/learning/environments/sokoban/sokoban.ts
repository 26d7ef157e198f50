// Sokoban: push every box onto a goal. Team reward: 1 when solved, else the share of boxes on goals; local progress:
// the share of the pushes still needed that an action saved, from an exact table, 0 in a dead end. In rooms from
// elsewhere that are too large for a table it is the share of a bound from below, and only some dead ends are known.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { counted } from '../call-program';
import { type CarriedOut, carryOut, shareGained } from '../carry-out';
import type { Environment, EnvironmentCard } from '../environment';
import { allMoves, type Move, movesHelp, randomMoves, readMoves, writeMoves } from '../moves';
import { sokobanBeginner } from './beginner';
import { sokobanCalls } from './calls';
import { drawRoom } from './generator';
import { hasTable, pushesLeft } from './pushes-table';
import { boxesOnGoals, canonicalRoom, describeRoom, layoutOf, type SokobanState, sokobanBoard } from './room';
import { smallestRooms, smallestSize } from './smallest-rooms';
import { solution } from './solver';

const knobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: 'Rows and columns of the room, outer walls included.',
    unit: 'cells',
    range: [5, 10],
    default: 6,
  },
  boxes: {
    kind: 'integer',
    name: 'Boxes',
    meaning: 'Boxes and goals in the room; more than 1 need size 6.',
    unit: 'boxes',
    range: [1, 3],
    default: 1,
  },
} as const satisfies Knobs;

const card: EnvironmentCard = {
  id: 'sokoban',
  name: 'Sokoban',
  sentence: 'Push every box onto a goal; a box cannot be pulled.',
  knobs,
  symbols: {
    '#': { name: 'wall', sprite: 'wall' },
    ' ': { name: 'floor', sprite: 'floor' },
    '.': { name: 'goal', sprite: 'goal' },
    $: { name: 'box', sprite: 'box' },
    '@': { name: 'player', sprite: 'player' },
    '*': { name: 'box on goal', sprite: 'box-on-goal' },
    '+': { name: 'player on goal', sprite: 'player-on-goal' },
  },
  problem: 'room',
  remainingUnit: 'pushes',
};

export const sokoban: Environment<SokobanState, readonly Move[]> = {
  card,
  start(seed, settings) {
    const { size, boxes } = valuesFrom(knobs, settings);
    return drawRoom(seed, size, boxes);
  },
  problems(split, settings) {
    return valuesFrom(knobs, settings).size === smallestSize ? smallestRooms('')[split].length : undefined;
  },
  layout: layoutOf,
  canonical: canonicalRoom,
  act(state, action, budget) {
    const before = pushesLeft(state);
    const carried = carryOut(sokobanBoard, state, action, budget);
    const { state: next, solved, legal, excess, frames } = carried;
    const after = pushesLeft(next);
    const team = solved ? 1 : boxesOnGoals(next) / next.boxes.length;
    const done = solved || !Number.isFinite(after);
    return {
      state: next,
      terms: { team, legal, progress: shareGained(before, after) },
      solved,
      done,
      why: whyOf(carried, after),
      frames,
      excess,
    };
  },
  solved: sokobanBoard.solved,
  remaining: pushesLeft,
  estimated: (state) => !hasTable(state.room),
  legal: (state) => allMoves.filter((move) => sokobanBoard.step(state, move) !== state).map((move) => [move]),
  random: (_state, moves, random) => randomMoves(moves, random),
  solve: solution,
  picture: sokobanBoard.picture,
  byHand: { kind: 'walk' },
  wording: {
    title: 'sokoban',
    landmarks: { '@': '@+', $: '$*', '.': '.*+' },
    describe: describeRoom,
    describeAfter: describeRoom,
    write: writeMoves,
    read: readMoves,
    help: movesHelp,
    symbolsPerMove: 1,
  },
  calls: sokobanCalls,
  beginner: sokobanBeginner,
};

function whyOf({ state, solved, tried, changed }: CarriedOut<SokobanState>, left: number): string {
  const bumped = tried - changed;
  const bumps = bumped > 0 ? `bumped ${counted(bumped, 'time')}, ` : '';
  if (solved) return `${bumps}every box is on a goal`;
  if (!Number.isFinite(left)) return `${bumps}a box is stuck for good`;
  return tried === 0
    ? 'did nothing'
    : `${bumps}${hasTable(state.room) ? '' : 'at least '}${counted(left, 'push')} left`;
}
