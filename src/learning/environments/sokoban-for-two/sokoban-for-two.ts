// Sokoban for two: two figures in one room, each moved by its own role. Plates hold doors open while something stands
// on them, and every room is drawn so that neither figure solves it while the other stands still. Both see everything.
// Team reward: 1 when solved, else the share of the way from the start that is done, from an exact table of both; local
// progress: the share of the way left that the action saved.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { counted } from '../call-program';
import { type CarriedOut, carryOut, shareGained } from '../carry-out';
import { type Environment, type EnvironmentCard, type Limits, noCalls, type PlayerPart } from '../environment';
import { allMoves, type Move, movesHelp, randomMoves, readMoves, writeMoves } from '../moves';
import { habitualMove, nearest, type Place } from '../places';
import { drawPairRoom } from './generator';
import { notesFor, wayAside, wayToPlate, wayToPush } from './notes';
import { partOf } from './plan';
import {
  boardOf,
  canonicalRoom,
  describeRoom,
  type Figure,
  figures,
  frozen,
  isSolved,
  layoutOf,
  type PairState,
  pictureOf,
  roomOf,
} from './room';
import { movesAlone, movesLeft } from './tables';

const knobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: 'Rows and columns of the room, outer walls included.',
    unit: 'cells',
    range: [6, 8],
    default: 6,
  },
  boxes: {
    kind: 'integer',
    name: 'Boxes',
    meaning: 'Boxes and goals in the room.',
    unit: 'boxes',
    range: [1, 2],
    default: 1,
  },
  doors: {
    kind: 'integer',
    name: 'Doors',
    meaning: 'Doors in the room; each is open while something stands on any plate.',
    unit: 'doors',
    range: [1, 3],
    default: 1,
  },
  plates: {
    kind: 'integer',
    name: 'Plates',
    meaning: 'Plates in the room.',
    unit: 'plates',
    range: [1, 2],
    default: 1,
  },
} as const satisfies Knobs;

const card: EnvironmentCard = {
  id: 'sokoban-for-two',
  name: 'Sokoban for two',
  sentence:
    'Two figures push every box onto a goal; doors are open while a figure or a box stands on a plate, and nobody can do it alone.',
  knobs,
  symbols: {
    '#': { name: 'wall', sprite: 'wall' },
    ' ': { name: 'floor', sprite: 'floor' },
    '.': { name: 'goal', sprite: 'goal' },
    _: { name: 'plate', sprite: 'plate' },
    '|': { name: 'closed door', sprite: 'door' },
    '/': { name: 'open door', sprite: 'open-door' },
    $: { name: 'box', sprite: 'box' },
    '*': { name: 'box on goal', sprite: 'box-on-goal' },
    '=': { name: 'box on plate', sprite: 'box', on: 'plate' },
    '>': { name: 'box in door', sprite: 'box', on: 'open-door' },
    '@': { name: 'first figure', sprite: 'player' },
    '+': { name: 'first figure on goal', sprite: 'player-on-goal' },
    '(': { name: 'first figure on plate', sprite: 'player', on: 'plate' },
    '!': { name: 'first figure in door', sprite: 'player', on: 'open-door' },
    '&': { name: 'second figure', sprite: 'second-player' },
    '^': { name: 'second figure on goal', sprite: 'second-player', on: 'goal' },
    ')': { name: 'second figure on plate', sprite: 'second-player', on: 'plate' },
    '?': { name: 'second figure in door', sprite: 'second-player', on: 'open-door' },
  },
  problem: 'room',
  remainingUnit: 'moves',
  players: [
    { id: 'first', name: 'First', sentence: 'Sees the whole room and moves the figure @; moves first.' },
    { id: 'second', name: 'Second', sentence: 'Sees the whole room and moves the figure &; moves after the first.' },
  ],
  openInformation: 'Both figures see the whole room: what they lack is not knowledge but hands.',
};

export interface PairAction {
  readonly player: Figure;
  readonly moves: readonly Move[];
}

/** Share of the way from the start that is done. */
function teamOf(state: PairState): number {
  const left = movesLeft(state);
  return Number.isFinite(left) ? Math.max(0, 1 - left / state.startMoves) : 0;
}

function partFor(figure: Figure): PlayerPart<PairState, PairAction> {
  const board = boardOf(figure);
  const possible = (state: PairState) =>
    isSolved(state) ? [] : allMoves.filter((move) => board.step(state, move) !== state);
  return {
    legal: (state) => possible(state).map((move) => ({ player: figure, moves: [move] })),
    random: (_state, moves, random) => ({ player: figure, moves: randomMoves(moves, random) }),
    solve: (state) => {
      const moves = partOf(state, figure);
      return moves && { player: figure, moves };
    },
    picture: pictureOf,
    byHand: { kind: 'walk' },
    wording: {
      ...describedTo(figure),
      write: ({ moves }) => writeMoves(moves),
      read: (text) => {
        const moves = readMoves(text);
        return moves && { player: figure, moves };
      },
      help: `${movesHelp}, or nothing to stand still`,
      symbolsPerMove: 1,
      mayStandStill: true,
      notes: (state) => notesFor(state, figure),
    },
    alike: (state) => state,
    habit: (state) => ({ player: figure, moves: habitOf(state, figure) }),
    /** "can U D", "need 5", "if U need 4": moves of both together; and unasked what it has noted, or nothing. */
    facts: (state) => [
      ...[wayToPlate(state, figure), wayToPush(state, figure), wayAside(state, figure), []].flatMap((way) =>
        way ? [['', writeMoves(way)] as const] : [],
      ),
      [
        'can',
        possible(state)
          .map((move) => ` ${move}`)
          .join(''),
      ],
      ['need', leftInWords(movesLeft(state))],
      ...possible(state).map((move) => {
        const left = movesLeft(board.step(state, move));
        return [`if ${move}`, left === 0 ? ' done' : Number.isFinite(left) ? ` need ${left}` : ' dead'] as const;
      }),
    ],
    ceiling: (start, { turns, moveBudget }: Limits) => (movesAlone(start, figure) <= turns * moveBudget ? 1 : 0),
  };
}

/** Twice a step towards the nearest box's column, and then up. */
function habitOf(state: PairState, figure: Figure): readonly Move[] {
  const { width } = roomOf(state.room);
  const placeOf = (cell: number): Place => ({ row: Math.floor(cell / width), column: cell % width });
  const from = placeOf(state[figure]);
  const box = nearest(from, state.boxes.map(placeOf));
  const move = box ? habitualMove(from, box) : 'U';
  return [move, move];
}

/** " 5", " dead" */
function leftInWords(left: number): string {
  return Number.isFinite(left) ? ` ${left}` : ' dead';
}

function describedTo(figure: Figure) {
  const describe = (state: PairState) => describeRoom(state, figure);
  return { title: 'pair', describe, describeAfter: describe };
}

const parts = { first: partFor('first'), second: partFor('second') };

export const sokobanForTwo: Environment<PairState, PairAction> = {
  card,
  players: parts,
  start: (seed, settings) => drawPairRoom(seed, valuesFrom(knobs, settings)),
  layout: layoutOf,
  canonical: canonicalRoom,
  act(state, { player, moves }, budget) {
    const before = movesLeft(state);
    const carried = carryOut(boardOf(player), state, moves, budget);
    const { solved, legal, excess, frames } = carried;
    const next = carried.tried === 0 ? carried.state : told(carried, player);
    const after = movesLeft(next);
    return {
      state: next,
      terms: { team: teamOf(next), legal, progress: shareGained(before, after) },
      solved,
      done: solved || !Number.isFinite(after),
      why: whyOf(carried, after),
      frames,
      excess,
    };
  },
  solved: isSolved,
  remaining: movesLeft,
  // A spectator sees two figures of which either may move: whoever has something to do in a best plan, the first before
  // the second.
  legal: (state) => figures.flatMap((figure) => parts[figure].legal(state)),
  random: (state, moves, random) => parts[random() < 0.5 ? 'first' : 'second'].random(state, moves, random),
  solve: (state) => {
    const first = parts.first.solve(state);
    return first?.moves.length === 0 ? parts.second.solve(state) : first;
  },
  picture: pictureOf,
  wording: {
    ...describedTo('first'),
    write: ({ player, moves }) => `${player} ${writeMoves(moves)}`,
    read: (text) => {
      const second = /^\s*second\b/.test(text);
      return parts[second ? 'second' : 'first'].wording.read(text.replace(/^\s*(first|second)\b/, ''));
    },
    help: `"first" or "second" for whose they are, then ${movesHelp}`,
    symbolsPerMove: 1,
  },
  calls: noCalls as Environment<PairState, PairAction>['calls'],
};

/** The state with whether this figure's moves changed anything. */
function told({ state, changed }: CarriedOut<PairState>, player: Figure): PairState {
  const before = state.bumped ?? [];
  const bumped = figures.filter((figure) => (figure === player ? changed === 0 : before.includes(figure)));
  const { bumped: _, ...rest } = state;
  return frozen(bumped.length > 0 ? { ...rest, bumped: Object.freeze(bumped) } : rest);
}

function whyOf({ solved, tried, changed }: CarriedOut<PairState>, left: number): string {
  const bumped = tried - changed;
  const bumps = bumped > 0 ? `bumped ${counted(bumped, 'time')}, ` : '';
  if (solved) return `${bumps}every box is on a goal`;
  if (!Number.isFinite(left)) return `${bumps}it cannot be solved any more`;
  return tried === 0 ? 'stood still' : `${bumps}${counted(left, 'move')} of both left`;
}
