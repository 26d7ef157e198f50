// Plan-Path: walk to the goal around blocked cells. Team reward: 1 at the goal, else the share of the whole way gained
// by this action; local progress: the share of the way that was left.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { counted } from '../call-program';
import { carryOut, shareGained } from '../carry-out';
import type { Environment, EnvironmentCard, Outcome } from '../environment';
import { pathDown } from '../grid';
import { allMoves, type Move, movesHelp, randomMoves, readMoves, writeMoves } from '../moves';
import { planPathBeginner } from './beginner';
import { mapCalls } from './calls';
import { drawMap } from './generator';
import {
  canonicalMap,
  describeMap,
  describePlace,
  layoutOf,
  type MapState,
  mapBoard,
  stepsLeft,
  tablesOf,
} from './map';

const knobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: 'Rows and columns of the map.',
    unit: 'cells',
    range: [5, 15],
    default: 10,
  },
  blocked: {
    kind: 'number',
    name: 'Blocked',
    meaning: 'Chance that a cell is blocked.',
    range: [0, 0.4],
    default: 0.22,
  },
} as const satisfies Knobs;

const card: EnvironmentCard = {
  id: 'plan-path',
  name: 'Plan-Path',
  sentence: 'Walk to the goal around the blocked cells.',
  knobs,
  symbols: {
    '#': { name: 'blocked', sprite: 'blocked' },
    ' ': { name: 'free', sprite: 'floor' },
    '.': { name: 'goal', sprite: 'goal' },
    '@': { name: 'agent', sprite: 'player' },
    '+': { name: 'agent on the goal', sprite: 'player-on-goal' },
  },
  problem: 'map',
  remainingUnit: 'steps',
};

/** 1 at the goal, else the share of the whole way that was gained. */
export function teamTerm(before: MapState, after: MapState): number {
  return mapBoard.solved(after)
    ? 1
    : Math.min(1, Math.max(0, (stepsLeft(before) - stepsLeft(after)) / before.startDistance));
}

/** Carries out moves; `bumped`: how many of them were tried and changed nothing. */
export function walk(
  state: MapState,
  moves: readonly Move[],
  budget: number,
): { outcome: Outcome<MapState>; bumped: number } {
  const before = stepsLeft(state);
  const { state: next, solved, tried, changed, legal, excess, frames } = carryOut(mapBoard, state, moves, budget);
  const after = stepsLeft(next);
  const bumped = tried - changed;
  const bumps = bumped > 0 ? `bumped ${counted(bumped, 'time')}, ` : '';
  const why = solved
    ? `${bumps}reached the goal`
    : tried === 0
      ? 'did nothing'
      : `${bumps}${counted(after, 'step')} left`;
  const terms = { team: teamTerm(state, next), legal, progress: shareGained(before, after) };
  return { outcome: { state: next, terms, solved, done: solved, why, frames, excess }, bumped };
}

export const planPath: Environment<MapState, readonly Move[]> = {
  card,
  start(seed, settings) {
    const { size, blocked } = valuesFrom(knobs, settings);
    return drawMap(seed, size, blocked);
  },
  layout: layoutOf,
  canonical: canonicalMap,
  act: (state, action, budget) => walk(state, action, budget).outcome,
  team: teamTerm,
  solved: mapBoard.solved,
  remaining: stepsLeft,
  legal: (state) => allMoves.filter((move) => mapBoard.step(state, move) !== state).map((move) => [move]),
  random: (_state, moves, random) => randomMoves(moves, random),
  solve(state) {
    const tables = tablesOf(state.map);
    return Number.isFinite(stepsLeft(state))
      ? pathDown(tables, state.player, tables.distancesTo(tables.goal))
      : undefined;
  },
  picture: mapBoard.picture,
  byHand: { kind: 'walk' },
  wording: {
    title: 'map',
    landmarks: { '@': '@+', '.': '.+' },
    describe: describeMap,
    describeAfter: describePlace,
    write: writeMoves,
    read: readMoves,
    help: movesHelp,
    symbolsPerMove: 1,
  },
  calls: mapCalls,
  beginner: planPathBeginner,
};
