// Signals: a signalling game (Lewis 1969; as EGG and PettingZoo's speaker–listener have it). The speaker sees one
// object and says a few symbols; the listener hears them and picks an object. Both win when it is the right one, and
// nobody can win alone: a code has to be invented. One turn, the speaker first.
import {
  type Environment,
  type EnvironmentCard,
  type Fact,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerPart,
} from '../environment';
import { choices, fitting, frozen, objectsIn, type SignalsAction, type SignalsState, startGame } from './game';
import { signalsKnobs } from './knobs';
import { knownWord, messageInWords, objectInWords, readMessage, readObject, symbols } from './objects';

const card: EnvironmentCard = {
  id: 'signals',
  name: 'Signals',
  sentence:
    'One agent sees an object, the other has to pick it: they have to invent a code out of words that mean nothing.',
  knobs: signalsKnobs,
  form: 'text',
  symbols: {},
  problem: 'object',
  remainingUnit: 'answers',
  players: [
    { id: 'speaker', name: 'Speaker', sentence: 'Sees the object and says symbols to the listener.', speaks: true },
    { id: 'listener', name: 'Listener', sentence: 'Hears the symbols, does not see the object, and picks one.' },
  ],
  oneAnswer: true,
  sameProblems: 'A code is for the objects it was made for: it is tested on those it was trained on.',
};

type Part = PlayerPart<SignalsState, SignalsAction>;
type Terms = Outcome<SignalsState>['terms'];
const title = 'signals';
const nothing: Terms = { team: 0, legal: 0, progress: 0 };

function speak(state: SignalsState, message: readonly number[], budget: number): Outcome<SignalsState> {
  const most = Math.min(state.length, Math.max(0, Math.floor(budget)));
  const said = fitting(message, { ...state, length: most });
  const excess = Math.max(0, message.length - most);
  if (said.length === 0) return after(state, nothing, 'said nothing', excess);
  const next = frozen({ ...state, message: Object.freeze(said) });
  return after(next, { ...nothing, legal: said.length / message.length }, `said${messageInWords(said)}`, excess);
}

function pick(state: SignalsState, picked: number | undefined): Outcome<SignalsState> {
  if (picked === undefined) return after(state, nothing, 'picked nothing');
  if (!choices(state).includes(picked)) return after(state, nothing, `there is no${objectInWords(picked)} to pick`);
  const next = frozen({ ...state, picked });
  const right = isSolved(next) ? 1 : 0;
  const otherwise = right ? '' : `, but it was${objectInWords(state.object)}`;
  return after(next, { team: right, legal: 1, progress: right }, `picked${objectInWords(picked)}${otherwise}`);
}

function after(state: SignalsState, terms: Terms, why: string, excess = 0): Outcome<SignalsState> {
  const frames = terms.legal > 0 ? [pictureOf(state)] : [];
  return { state, terms, solved: isSolved(state), done: state.picked !== undefined, why, frames, excess };
}

function isSolved({ object, picked }: SignalsState): boolean {
  return picked === object;
}

/** What the listener is told, line by line, by name. */
function heardLines({ message, candidates, picked }: SignalsState): Picture {
  return [
    ...(candidates.length === 0 ? [] : [`candidates:${candidates.map(objectInWords).join(',')}`]),
    `heard:${messageInWords(message ?? []) || ' nothing'}`,
    ...(picked === undefined ? [] : [`picked:${objectInWords(picked)}`]),
  ];
}

function pictureOf(state: SignalsState): Picture {
  return [`object:${objectInWords(state.object)}`, ...heardLines(state)];
}

/** A code that is as good as any: objects are counted in the symbols as in digits; where there are too few messages
 *  some share one. */
function agreed(state: SignalsState, object: number): readonly number[] {
  let left = objectsIn(state).indexOf(object);
  const message: number[] = [];
  do {
    message.push(left % state.symbolCount);
    left = Math.floor(left / state.symbolCount);
  } while (left > 0 && message.length < state.length);
  return message;
}

function understood(state: SignalsState): number {
  const heard = (state.message ?? []).join();
  return choices(state).find((object) => agreed(state, object).join() === heard) ?? (choices(state)[0] as number);
}

const drawnFrom = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T;

const speaker: Part = {
  legal: ({ message, symbolCount }) =>
    message ? [] : Array.from({ length: symbolCount }, (_, symbol) => ({ player: 'speaker', message: [symbol] })),
  random: ({ length, symbolCount }, moves, random) => {
    const message = Array.from({ length: Math.min(length, moves) }, () => Math.floor(random() * symbolCount));
    return { player: 'speaker', message };
  },
  solve: (state) => ({ player: 'speaker', message: agreed(state, state.object) }),
  picture: (state) => [`object:${objectInWords(state.object)}`],
  wording: {
    title,
    describe: (state) => `see${objectInWords(state.object)}\n`,
    describeAfter: (state) => `see${objectInWords(state.object)}\n`,
    write: (action) => (action.player === 'speaker' ? messageInWords(action.message) : ''),
    read: (text) => {
      const message = readMessage(text);
      return message && { player: 'speaker', message };
    },
    help: 'symbols, each after a space, for example " ba"',
    symbolsPerMove: 1,
    words: ({ length }) => length,
  },
  says: ({ symbolCount, length }) => ({ symbols: symbols.slice(0, symbolCount), length, meaningless: true }),
  /** It need not know what the listener may choose from. */
  alike: (state, random) => {
    const drawn = state.candidates.map((candidate) => ({ candidate, at: random() })).sort((a, b) => a.at - b.at);
    return frozen({ ...state, candidates: drawn.map(({ candidate }) => candidate) });
  },
  ceiling: () => 0,
  facts: ({ object }) =>
    objectInWords(object)
      .match(/ \w+/g)
      ?.map((word): Fact => ['', word]) ?? [],
};

const listener: Part = {
  legal: (state) =>
    state.picked === undefined ? choices(state).map((object) => ({ player: 'listener', pick: object })) : [],
  random: (state, _moves, random) => ({ player: 'listener', pick: drawnFrom(choices(state), random) }),
  solve: (state) => ({ player: 'listener', pick: understood(state) }),
  picture: heardLines,
  wording: {
    title,
    describe: ({ candidates, message }) =>
      `${candidates.map((one) => `one${objectInWords(one)}\n`).join('')}hear${messageInWords(message ?? [])}\n`,
    describeAfter: ({ message }) => `hear${messageInWords(message ?? [])}\n`,
    write: (action) => (action.player === 'listener' && action.pick !== undefined ? objectInWords(action.pick) : ''),
    read: (text) => {
      const object = readObject(text);
      if (object !== undefined) return { player: 'listener', pick: object };
      return text.trim() === '' ? { player: 'listener' } : undefined;
    },
    help: 'the colour and the shape of one object, for example " red star"',
    symbolsPerMove: 2,
    words: () => 2,
  },
  /** "hear red": the red ones. */
  hears: (state, random) => {
    const attribute = random() < 0.5 ? 'shape' : 'colour';
    const heard = knownWord(drawnFrom(choices(state), random), attribute);
    const meant = choices(state).filter((object) => knownWord(object, attribute) === heard);
    return {
      state: frozen({ ...state, message: Object.freeze([heard]) }),
      answers: meant.map((object) => ({ player: 'listener', pick: object })),
    };
  },
  /** Any of its choices may be the object. */
  alike: (state, random) => frozen({ ...state, object: drawnFrom(choices(state), random) }),
  ceiling: (start) => 1 / choices(start).length,
};

const moverOf = ({ message }: SignalsState): Part => (message ? listener : speaker);

export const signals: Environment<SignalsState, SignalsAction> = {
  card,
  players: { speaker, listener },
  start: startGame,
  problems: (_split, settings) => {
    const { candidates, ...game } = startGame(0, settings);
    return candidates.length === 0 ? objectsIn(game).length : undefined;
  },
  act: (state, action, budget) =>
    action.player === 'speaker' ? speak(state, action.message, budget) : pick(state, action.pick),
  solved: isSolved,
  remaining: (state) =>
    state.picked === undefined ? (state.message ? 1 : 2) : isSolved(state) ? 0 : Number.POSITIVE_INFINITY,
  legal: (state) => moverOf(state).legal(state),
  random: (state, moves, random) => moverOf(state).random(state, moves, random),
  solve: (state) => moverOf(state).solve(state),
  picture: pictureOf,
  wording: {
    title,
    describe: (state) => `${pictureOf(state).join('\n')}\n`,
    describeAfter: (state) => `${pictureOf(state).join('\n')}\n`,
    write: (action) => (action.player === 'speaker' ? speaker : listener).wording.write(action),
    read: (text) => speaker.wording.read(text) ?? listener.wording.read(text),
    help: 'symbols, or the colour and the shape of an object',
    symbolsPerMove: 2,
  },
  calls: noCalls as Environment<SignalsState, SignalsAction>['calls'],
};
