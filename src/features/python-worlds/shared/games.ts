// A game of a Python package, or of a pasted class, as a world for one player. A state is the opening and the actions
// so far; the package plays it from the start in the sandbox, so nothing of the game lives anywhere else. In a game for
// two the other one plays at random, by what it is told. Reward comes at the end, as the package gives it, brought into
// [0, 1].
import type { ProgramResult } from '../../../learning/agents/program-runner';
import {
  type Environment,
  type EnvironmentCard,
  noCalls,
  type Outcome,
  type PlayerCard,
} from '../../../learning/environments/environment';
import { poolsOf } from '../../../learning/environments/problem-pools';
import { answerIn, faultIn, requestTo } from './images';
import { type GameSource, originOf } from './world-source';

export interface GameState {
  readonly seed: number;
  /** Which of the players it is: 0 or 1. */
  readonly player: number;
  readonly actions: readonly string[];
  /** What the player sees now. */
  readonly seen: string;
  /** What is legal now, where the game says so. */
  readonly moves?: readonly string[] | undefined;
  readonly done: boolean;
  /** Of a game that ended: in [0, 1], and the package's words. */
  readonly reward?: number;
  readonly why?: string;
}

type GameAction = readonly string[];
type GameWorld = Environment<GameState, GameAction>;

/** What `play_on` of games.py and pasted.py prints. */
interface Played {
  readonly seen: string;
  readonly moves?: readonly string[];
  readonly done: boolean;
  readonly reward?: number;
  readonly why?: string;
  readonly invalid?: boolean;
}

const player: PlayerCard = { id: 'player', name: 'Player', sentence: 'It sees what the game tells it, and answers.' };

/** Of a pasted class: actions are said as it names them. */
const asSaid: Pick<GameWorld['wording'], 'read' | 'help'> = {
  read: (text) => (text.trim() === '' ? [] : [text.trim()]),
  help: 'one of the actions that the game names',
};

export function cardOfGame(id: string, { name, sentence, players }: GameSource): EnvironmentCard {
  return {
    id,
    name,
    sentence: players === 2 ? `${sentence} The other player plays at random.` : sentence,
    knobs: {},
    form: 'text',
    symbols: {},
    problem: 'game',
    remainingUnit: 'games',
    players: [player],
    openInformation: 'It has one player.',
    oneAnswer: true,
  };
}

export function gameWorld(id: string, source: GameSource): GameWorld {
  const states = source.openings.map(
    (opening): GameState => Object.freeze({ ...opening, actions: Object.freeze([]), done: false }),
  );
  const pools = poolsOf(states, opened, 'by-problem');
  const { words, code } = source;
  const told = words === undefined ? describe : (state: GameState) => inFewWords(state, words);
  const part = {
    legal: (state: GameState) => (state.done ? [] : offered(state).map((one) => [one])),
    random: (state: GameState, moves: number, random: () => number): GameAction => {
      const ones = offered(state);
      return moves < 1 ? [] : [ones[Math.floor(random() * ones.length)] as string];
    },
    solve: () => undefined,
    picture: pictureOf,
    wording: { ...wording, ...(code === undefined ? {} : asSaid), describe: told, describeAfter: told },
  };
  return {
    ...part,
    card: cardOfGame(id, source),
    players: { [player.id]: part },
    start: pools.start,
    problems: pools.problems,
    layout: opened,
    canonical: opened,
    programs: (state, [action]) => (state.done || !isAction(action) ? [] : [request(source, state, action)]),
    act,
    solved: isWon,
    remaining: (state) => (isWon(state) ? 0 : state.done ? Number.POSITIVE_INFINITY : 1),
    estimated: (state) => !state.done,
    calls: noCalls,
  };
}

function request(source: GameSource, { seed, player: place, actions }: GameState, action: string) {
  return requestTo(originOf(source), 'play_on', [source.name, source.players, seed, place, [...actions, action]]);
}

function act(
  state: GameState,
  action: GameAction,
  budget: number,
  results: readonly ProgramResult[] = [],
): Outcome<GameState> {
  const within = Math.max(0, Math.min(1, action.length, Math.floor(budget)));
  const excess = action.length - within;
  const [said] = action;
  const played = within === 1 && !state.done && isAction(said) ? playedIn(results[0]) : undefined;
  if (!played || 'fault' in played || !isAction(said))
    return {
      state,
      terms: { team: state.reward ?? 0, legal: 0, progress: 0 },
      solved: isWon(state),
      done: state.done,
      why: played && 'fault' in played ? played.fault : 'said nothing',
      frames: within === 1 ? [pictureOf(state)] : [],
      excess,
    };
  const { seen, moves, done, reward = 0, why = '', invalid = false } = played;
  const next: GameState = Object.freeze({
    ...state,
    actions: Object.freeze([...state.actions, said]),
    seen,
    moves,
    done,
    ...(done ? { reward, why } : {}),
  });
  return {
    state: next,
    terms: { team: done ? reward : 0, legal: invalid ? 0 : 1 / (within + excess), progress: done ? reward : 0 },
    solved: isWon(next),
    done,
    why: done
      ? `${why || 'the game is over'} – reward ${Math.round(reward * 1000) / 1000}`
      : `answered ${said}${invalid ? ', which is no action now' : ''}`,
    frames: [pictureOf(next)],
    excess,
  };
}

function playedIn(result: ProgramResult | undefined): Played | { readonly fault: string } {
  if (result?.end !== 'finished') return { fault: `not played: ${result?.why ?? 'nothing was run'}` };
  try {
    const played = answerIn(result.output);
    const fault = faultIn(played);
    return fault === undefined ? (played as Played) : { fault: `not played: ${fault}` };
  } catch {
    return { fault: 'not played: the game printed what is no report' };
  }
}

const isAction = (action: unknown): action is string => typeof action === 'string' && action !== '';

/** Won, or as good as can be. */
const isWon = ({ done, reward = 0 }: GameState): boolean => done && reward >= 1;

/** What the game says; else what stands in brackets, which is how TextArena's games name their moves: nothing is known
 *  of which of them are legal now. */
function offered({ seen, moves }: GameState): readonly string[] {
  if (moves !== undefined && moves.length > 0) return moves;
  const named = [...seen.matchAll(/\[([^\][\n]{1,24})\]/g)]
    .map(([all]) => all)
    .filter((all) => !/player|game/i.test(all));
  return named.length > 0 ? [...new Set(named)] : Array.from({ length: 10 }, (_, digit) => `[${digit}]`);
}

function opened({ seed, player: place, seen }: GameState): string {
  return `${place} ${seed}\n${lines(seen)}`;
}

function describe(state: GameState): string {
  return lines(state.done ? `${state.seen}\n${state.why ?? ''}` : state.seen);
}

const mostWords = 24;

/** Numbers and the words given, the latest of them. */
function inFewWords({ seen }: GameState, words: Readonly<Record<string, string>>): string {
  const found = seen.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  const kept = found.flatMap((word) => (/^\d/.test(word) ? [word] : Object.hasOwn(words, word) ? [words[word]] : []));
  return `${kept.slice(-mostWords).join(' ') || '0'}\n`;
}

function pictureOf(state: GameState) {
  return describe(state).trimEnd().split('\n');
}

/** At least one, none of them empty. */
function lines(text: string): string {
  const full = text.split('\n').filter((line) => line.trim() !== '');
  return (full.length === 0 ? ['nothing is said'] : full).map((line) => `${line.trimEnd()}\n`).join('');
}

const wording: GameWorld['wording'] = {
  title: 'own',
  describe,
  describeAfter: describe,
  write: ([action = '']) => action,
  /** A bare word is a move in brackets. */
  read: (text) => {
    const said = text.trim();
    return said === '' ? [] : [/^[\w-]{1,24}( [\w-]{1,24}){0,3}$/.test(said) ? `[${said}]` : said];
  },
  help: 'your action, as the game asks for it, for example "[4]"',
  symbolsPerMove: 12,
};
