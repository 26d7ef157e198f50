// Guide and walker: Plan-Path for two. The guide sees the map, where the walker is and where the goal is, and says a
// few symbols; the walker hears them, sees the four cells around it, and walks. Neither gets there alone: the guide
// cannot walk, the walker can only hope to come across the goal. What was said is heard until the walker has moved, or
// the guide says something else.
import { type Environment, type EnvironmentCard, noCalls, type Outcome, type PlayerPart } from '../environment';
import { allMoves, beginningsOf, type Move, movesHelp, randomMoves, readMoves, writeMoves } from '../moves';
import { placesOn } from '../places';
import { canonicalMap, describeMap, mapBoard, stepsLeft, tablesOf } from '../plan-path/map';
import { planPath, teamTerm, walk } from '../plan-path/plan-path';
import { ofMover } from '../players';
import { bestBlindWalk } from './blind-walk';
import {
  blockedCells,
  frozen,
  possibleGoals,
  type Sign,
  startWalk,
  symbolsOf,
  type WalkAction,
  type WalkState,
  waysOf,
} from './game';
import { guideAndWalkerKnobs } from './knobs';
import { mapAlike, neighbourhood } from './seen';

const card: EnvironmentCard = {
  id: 'guide-and-walker',
  name: 'Guide and walker',
  sentence:
    'One agent sees the map and says a few symbols, the other hears them and walks: neither finds the goal alone.',
  knobs: guideAndWalkerKnobs,
  symbols: { ...planPath.card.symbols, '?': { name: 'out of sight', sprite: 'text' } },
  problem: 'map',
  remainingUnit: 'steps',
  players: [
    {
      id: 'guide',
      name: 'Guide',
      sentence: 'Sees the map, the walker and the goal, hears the walker bump, and says a few symbols to the walker.',
      speaks: true,
    },
    { id: 'walker', name: 'Walker', sentence: 'Hears the symbols, sees only the four cells around it, and walks.' },
  ],
};

type Part = PlayerPart<WalkState, WalkAction>;
const title = 'map';

function say(state: WalkState, message: readonly Sign[], budget: number): Outcome<WalkState> {
  const most = Math.max(0, Math.min(state.length, Math.floor(budget)));
  const said = message.slice(0, most).filter((symbol) => symbolsOf(state).includes(symbol));
  const solved = mapBoard.solved(state);
  const heard = said.length > 0 && !solved;
  return {
    state: heard ? frozen({ ...state, message: Object.freeze(said) }) : state,
    terms: { team: solved ? 1 : 0, legal: heard ? said.length / message.length : 0, progress: 0 },
    solved,
    done: solved,
    why: heard ? `said${spoken(said)}` : 'said nothing',
    frames: heard ? [mapBoard.picture(state)] : [],
    excess: Math.max(0, message.length - most),
  };
}

function go(state: WalkState, moves: readonly Move[], budget: number): Outcome<WalkState> {
  const { outcome, bumped } = walk(state, moves, budget);
  if (outcome.frames.length === 0) return { ...outcome, state };
  const { message: _, ...silent } = state;
  return { ...outcome, state: frozen({ ...silent, player: outcome.state.player, bumped: bumped > 0 }) };
}

/** " U U R 3" */
function spoken(message: readonly Sign[]): string {
  return message.map((symbol) => ` ${symbol}`).join('');
}

function readSpoken(text: string): readonly Sign[] | undefined {
  const symbols = text.replace(/[\s,]/g, '').toUpperCase();
  return /^[UDLR0-9]*$/.test(symbols) ? ([...symbols] as Sign[]) : undefined;
}

/** "hear U U R\n" */
function heardLine({ message = [] }: WalkState): string {
  return `hear${spoken(message)}\n`;
}

/** "@ 2 3 . 4 4\n" and the map. */
function describeForGuide(state: WalkState): string {
  const map = describeMap(state);
  const places = ['@+', '.+'].flatMap((symbols) =>
    placesOn(map, symbols).map(({ row, column }) => `${symbols[0]} ${row} ${column}`),
  );
  return `${places.join(' ')}\n${map}`;
}

/** "can U R\n" */
function describeForWalker(state: WalkState): string {
  return `can${spoken(waysOf(state))}\n`;
}

/** What a symbol means to the solvers: a direction itself, a digit the direction of its number, over again from 4. */
function meant(symbol: Sign): Move {
  return readMoves(symbol)?.[0] ?? (allMoves[Number(symbol) % allMoves.length] as Move);
}

function wordFor({ alphabet }: WalkState, move: Move): Sign {
  return alphabet === 'digits' ? (`${allMoves.indexOf(move)}` as Sign) : move;
}

/** What both know of the walker's last moves: it bumped, or the line is not there. */
function failLine({ bumped }: WalkState): string {
  return bumped ? 'move fail\n' : '';
}

const guide: Part = {
  legal: (state) =>
    mapBoard.solved(state)
      ? []
      : symbolsOf(state)
          .filter((symbol) => state.message?.join('') !== symbol)
          .map((symbol) => ({ player: 'guide', message: [symbol] })),
  random(state, moves, random) {
    const symbols = symbolsOf(state);
    const message = Array.from(
      { length: Math.min(state.length, moves) },
      () => symbols[Math.floor(random() * symbols.length)] as Sign,
    );
    return { player: 'guide', message };
  },
  solve(state) {
    const way = planPath.solve(state)?.slice(0, state.length) ?? [];
    return way.length === 0 ? undefined : { player: 'guide', message: way.map((move) => wordFor(state, move)) };
  },
  picture: mapBoard.picture,
  wording: {
    title,
    describe: describeForGuide,
    notes: (state) => `${failLine(state)}${state.message ? heardLine(state) : ''}`, // the walker did not follow it
    describeAfter: heardLine,
    write: (action) => (action.player === 'guide' ? spoken(action.message) : ''),
    read(text) {
      const message = readSpoken(text);
      return message && { player: 'guide', message };
    },
    help: 'symbols out of U (up), D (down), L (left), R (right) and the digits, each after a space, for example " U U R"',
    symbolsPerMove: 1,
  },
  says: (state) => ({ symbols: symbolsOf(state), length: state.length }),
  /** Where the walker began. */
  alike: (state, random) => frozen({ ...state, startDistance: 1 + Math.floor(random() * state.farthest) }),
  ceiling: () => 0,
  /** "can U D", "need 5", "path U U R D R", "if U need 4", and unasked how a shortest way begins. */
  facts: (state) => [
    ...beginningsOf((planPath.solve(state) ?? []).slice(0, state.length)).map((way) => ['', spoken(way)] as const),
    ['can', spoken(waysOf(state))],
    ['need', ` ${stepsLeft(state)}`],
    ['path', spoken(planPath.solve(state) ?? [])],
    ...waysOf(state).map((move) => {
      const left = stepsLeft(mapBoard.step(state, move));
      return [`if ${move}`, left === 0 ? ' done' : ` need ${left}`] as const;
    }),
  ],
};

const walker: Part = {
  legal: (state) => (mapBoard.solved(state) ? [] : waysOf(state).map((move) => ({ player: 'walker', moves: [move] }))),
  random: (_state, moves, random) => ({ player: 'walker', moves: randomMoves(moves, random) }),
  solve: ({ message }) => message && { player: 'walker', moves: message.map(meant) },
  picture: neighbourhood,
  byHand: { kind: 'walk' },
  wording: {
    title,
    describe: describeForWalker,
    notes: (state) => `${failLine(state)}${heardLine(state)}`,
    describeAfter: describeForWalker,
    write: (action) => (action.player === 'walker' ? writeMoves(action.moves) : ''),
    read(text) {
      const moves = readMoves(text);
      return moves && { player: 'walker', moves };
    },
    help: movesHelp,
    symbolsPerMove: 1,
  },
  alike: mapAlike,
  /** Unasked: what it has heard. */
  facts: ({ message }) => (message ? [['', spoken(message)]] : []),
  /** A bound from above: of a walker that knows the map and where it began, and only not the goal. */
  ceiling(start, { turns, moveBudget }) {
    const goals = possibleGoals(start);
    return bestBlindWalk(tablesOf(start.map), start.player, goals, turns * moveBudget).cells / goals.length;
  },
};

const moverOf = ({ message }: WalkState): Part => (message ? walker : guide);

export const guideAndWalker: Environment<WalkState, WalkAction> = {
  card,
  players: { guide, walker },
  start: startWalk,
  layout: blockedCells,
  canonical: canonicalMap,
  act: (state, action, budget) =>
    action.player === 'guide' ? say(state, action.message, budget) : go(state, action.moves, budget),
  team: teamTerm,
  solved: mapBoard.solved,
  remaining: stepsLeft,
  ...ofMover(moverOf),
  picture: mapBoard.picture,
  wording: {
    title,
    describe: describeForGuide,
    describeAfter: describeForGuide,
    write: (action) => (action.player === 'guide' ? guide : walker).wording.write(action),
    read: (text) => (/^ |\d/.test(text) ? guide : walker).wording.read(text),
    help: 'symbols, each after a space, or moves without anything between them',
    symbolsPerMove: 1,
  },
  calls: noCalls as Environment<WalkState, WalkAction>['calls'],
};
