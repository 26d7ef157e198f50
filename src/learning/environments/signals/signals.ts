// Signals: a signalling game (Lewis 1969; as EGG and PettingZoo's speaker–listener have it). The speaker sees one
// object and says a few symbols; the listener hears them and picks an object. Both win when it is the right one, and
// nobody can win alone: a code has to be invented. One turn, the speaker first. Between the two there may be relays:
// each hears the one before it only, and the listener only the last of them; where one says nothing, nothing is heard.
import {
  type Environment,
  type EnvironmentCard,
  type Fact,
  noCalls,
  type Outcome,
  type Picture,
  type PlayerCard,
  type PlayerPart,
} from '../environment';
import { ofMover } from '../players';
import {
  choices,
  fitting,
  frozen,
  objectsIn,
  type Sayer,
  type SignalsAction,
  type SignalsState,
  sayers,
  startGame,
} from './game';
import { signalsKnobs } from './knobs';
import { knownWord, messageInWords, objectInWords, readMessage, readObject, symbols } from './objects';

type Part = PlayerPart<SignalsState, SignalsAction>;
type Terms = Outcome<SignalsState>['terms'];
const title = 'signals';
const nothing: Terms = { team: 0, legal: 0, progress: 0 };
const silence: readonly number[] = Object.freeze([]);

/** What is said by the one in this `place` among so many that pass it on. */
interface Saying {
  readonly place: number;
  readonly of: number;
  readonly message: readonly number[];
}

function say(state: SignalsState, { place, of, message }: Saying, budget: number): Outcome<SignalsState> {
  const most = Math.min(state.length, Math.max(0, Math.floor(budget)));
  const said = Object.freeze(fitting(message, { ...state, length: most }));
  const excess = Math.max(0, message.length - most);
  if (said.length === 0) return after(state, nothing, 'said nothing', excess);
  const before = Array.from({ length: place }, (_, earlier) => state.underway?.[earlier] ?? silence);
  const next =
    place === of - 1
      ? frozen({ ...state, message: said })
      : frozen({ ...state, underway: Object.freeze([...before, said]) });
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
  const said = (state.underway ?? []).map(
    (message, place) => `${sayers[place]}:${messageInWords(message) || ' nothing'}`,
  );
  return [`object:${objectInWords(state.object)}`, ...said, ...heardLines(state)];
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

/** Someone who passes a message on: the speaker, in the first place, says what it sees; any other what it heard. */
function sayerIn(place: number): Part {
  const player = sayers[place] as Sayer;
  const spoken = ({ underway = [], message }: SignalsState) => message !== undefined || underway.length > place;
  const heard = ({ underway = [] }: SignalsState) => underway[place - 1] ?? silence;
  const seen = (state: SignalsState) =>
    place === 0 ? `see${objectInWords(state.object)}\n` : `hear${messageInWords(heard(state))}\n`;
  return {
    legal: (state) =>
      spoken(state) ? [] : Array.from({ length: state.symbolCount }, (_, symbol) => ({ player, message: [symbol] })),
    random: ({ length, symbolCount }, moves, random) => {
      const message = Array.from({ length: Math.min(length, moves) }, () => Math.floor(random() * symbolCount));
      return { player, message };
    },
    solve: (state) => ({ player, message: place === 0 ? agreed(state, state.object) : heard(state) }),
    picture: (state) =>
      place === 0 ? [`object:${objectInWords(state.object)}`] : [`heard:${messageInWords(heard(state)) || ' nothing'}`],
    wording: {
      title,
      describe: seen,
      describeAfter: seen,
      write: (action) => (action.player === player ? messageInWords(action.message) : ''),
      read: (text) => {
        const message = readMessage(text);
        return message && { player, message };
      },
      help: 'symbols, each after a space, for example " ba"',
      symbolsPerMove: 1,
      words: ({ length }) => length,
    },
    says: ({ symbolCount, length }) => ({ symbols: symbols.slice(0, symbolCount), length, meaningless: true }),
    /** It need not know what the listener may choose from, and a relay not the object. */
    alike: (state, random) => {
      const drawn = state.candidates.map((candidate) => ({ candidate, at: random() })).sort((a, b) => a.at - b.at);
      const candidates = drawn.map(({ candidate }) => candidate);
      return frozen({ ...state, candidates, object: place === 0 ? state.object : drawnFrom(choices(state), random) });
    },
    ceiling: () => 0,
    facts: ({ object }) =>
      place === 0 ? [...objectInWords(object).matchAll(/ \w+/g)].map(([word]): Fact => ['', word]) : [],
  };
}

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

type Told = Pick<EnvironmentCard, 'id' | 'name' | 'sentence'>;

/** The game with these relays between speaker and listener. */
function gameWith(told: Told, relays: readonly PlayerCard[]): Environment<SignalsState, SignalsAction> {
  const of = relays.length + 1;
  const saying = sayers.slice(0, of).map((_, place) => sayerIn(place));
  const placeOf = ({ underway = [] }: SignalsState) => underway.length;
  const moverOf = (state: SignalsState): Part => (state.message ? listener : (saying[placeOf(state)] as Part));
  const card: EnvironmentCard = {
    ...told,
    knobs: signalsKnobs,
    form: 'text',
    symbols: {},
    problem: 'object',
    remainingUnit: 'answers',
    players: [
      { id: 'speaker', name: 'Speaker', sentence: 'Sees the object and says symbols to the listener.', speaks: true },
      ...relays,
      { id: 'listener', name: 'Listener', sentence: 'Hears the symbols, does not see the object, and picks one.' },
    ],
    oneAnswer: true,
    sameProblems: 'A code is for the objects it was made for: it is tested on those it was trained on.',
  };
  return {
    card,
    players: { ...Object.fromEntries(saying.map((part, place) => [sayers[place], part])), listener },
    start: startGame,
    problems: (_split, settings) => {
      const { candidates, ...game } = startGame(0, settings);
      return candidates.length === 0 ? objectsIn(game).length : undefined;
    },
    act: (state, action, budget) =>
      action.player === 'listener'
        ? pick(state, action.pick)
        : say(state, { place: sayers.indexOf(action.player), of, message: action.message }, budget),
    solved: isSolved,
    remaining: (state) => {
      if (state.picked !== undefined) return isSolved(state) ? 0 : Number.POSITIVE_INFINITY;
      return state.message ? 1 : 1 + of - placeOf(state);
    },
    ...ofMover(moverOf),
    picture: pictureOf,
    wording: {
      title,
      describe: (state) => `${pictureOf(state).join('\n')}\n`,
      describeAfter: (state) => `${pictureOf(state).join('\n')}\n`,
      write: (action) =>
        action.player === 'listener' ? listener.wording.write(action) : messageInWords(action.message),
      read: (text) => saying[0]?.wording.read(text) ?? listener.wording.read(text),
      help: 'symbols, or the colour and the shape of an object',
      symbolsPerMove: 2,
    },
    calls: noCalls as Environment<SignalsState, SignalsAction>['calls'],
  };
}

export const signals = gameWith(
  {
    id: 'signals',
    name: 'Signals',
    sentence:
      'One agent sees an object, the other has to pick it: they have to invent a code out of words that mean nothing.',
  },
  [],
);

const relay: PlayerCard = {
  id: 'first',
  name: 'Relay',
  sentence: 'Hears the speaker alone, and says symbols of its own to whoever is next.',
  speaks: true,
};
const repeater: PlayerCard = {
  id: 'second',
  name: 'Second relay',
  sentence: 'Hears the first relay alone, and says symbols of its own to the listener.',
  speaks: true,
};

/** With one relay and with two: teams of three and of four. */
export const relayedSignals: readonly Environment<SignalsState, SignalsAction>[] = [
  gameWith(
    {
      id: 'signals-relayed',
      name: 'Signals, relayed',
      sentence: 'What the speaker says reaches the listener through a relay alone: two codes have to be invented.',
    },
    [relay],
  ),
  gameWith(
    {
      id: 'signals-relayed-twice',
      name: 'Signals, relayed twice',
      sentence: 'What the speaker says reaches the listener through two relays: three codes have to be invented.',
    },
    [relay, repeater],
  ),
];
