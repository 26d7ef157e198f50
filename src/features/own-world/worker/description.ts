// What an author's world says of itself – its name, settings, symbols and moves – read from the plain data that came
// out of the sandbox, with everything that is missing filled in. It does not know the world's functions beyond their
// names.
import type { Knob, Knobs } from '../../../basics/knobs';
import type { PlayerCard, SymbolCard } from '../../../learning/environments/environment';

/** The functions an author writes; those after the first four may be left out. */
const authorFunctions = ['start', 'step', 'solved', 'picture', 'remaining', 'solve', 'score'] as const;
export type AuthorFunction = (typeof authorFunctions)[number];
const neededFunctions: readonly AuthorFunction[] = ['start', 'step', 'solved', 'picture'];

export interface WorldDescription {
  readonly name: string;
  readonly sentence: string;
  /** The word that compact prompts begin with. */
  readonly title: string;
  readonly problem: string;
  readonly unit: string;
  readonly knobs: Knobs;
  readonly symbols: Readonly<Record<string, SymbolCard>>;
  /** What is told by row and column besides the picture: a name of one symbol, and the symbols that show it. */
  readonly landmarks: Readonly<Record<string, string>>;
  /** Words of letters and digits, all equally long; none where there are several players, who have their own. */
  readonly moves: readonly string[];
  /** In the order in which they move; empty: there is one. */
  readonly players: readonly PlayerDescription[];
  readonly functions: readonly AuthorFunction[];
}

/** What a player's part may have; a picture that is left out is the world's. */
const playerFunctions = ['picture', 'solve', 'alike', 'ceiling'] as const;

export interface PlayerDescription extends PlayerCard {
  /** Of one who speaks: the symbols of its messages. */
  readonly moves: readonly string[];
  /** Symbols in a message, at most. */
  readonly length?: number;
  readonly functions: readonly (typeof playerFunctions)[number][];
}

/** One thing that is wrong: where in the module, what was expected and what came. */
export interface DescriptionFault {
  readonly where: string;
  readonly what: string;
}

export type DescriptionRead =
  | { readonly description: WorldDescription }
  | { readonly faults: readonly DescriptionFault[] };

const parts = [
  ...authorFunctions,
  'name',
  'sentence',
  'title',
  'problem',
  'unit',
  'settings',
  'symbols',
  'landmarks',
  'moves',
  'players',
];
const mostMoves = 400;
const mostPlayers = 6;
const longestMessage = 12;

/** `given`: the module's export, functions as the text "function". */
export function readDescription(given: unknown): DescriptionRead {
  if (!isRecord(given)) {
    return {
      faults: [{ where: 'export default', what: `expected an object { name, start, … }, got ${shown(given)}` }],
    };
  }
  const faults: DescriptionFault[] = [];
  const fault = (where: string, what: string) => void faults.push({ where, what });
  for (const name of Object.keys(given))
    if (!parts.includes(name))
      fault(name, `a world has no "${name}": it has ${parts.join(', ')}; other functions stand outside it`);
  for (const name of authorFunctions) {
    if (given[name] === 'function') continue;
    if (given[name] !== undefined) fault(name, `expected a function, got ${shown(given[name])}`);
    else if (neededFunctions.includes(name)) fault(name, `it is missing: write ${signatures[name]}`);
  }
  const text = (part: string, usual: string | undefined, pattern: RegExp, expected: string): string => {
    const value = given[part] ?? usual;
    if (typeof value === 'string' && pattern.test(value)) return value;
    fault(part, `expected ${expected}, got ${shown(given[part])}`);
    return '';
  };
  const name = text(
    'name',
    undefined,
    /^(?=.*[a-z0-9])[^\n]{1,40}$/i,
    'a name with letters in it, at most 40 characters',
  );
  const sentence = text('sentence', undefined, /^[^\n]{1,200}$/, 'one sentence that says what is to be done');
  const description: WorldDescription = {
    name,
    sentence: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`,
    title: text('title', 'map', /^[a-z]{1,20}$/, 'a word in small letters'),
    problem: text('problem', 'map', /^[a-z ]{1,20}$/i, 'a word for one problem, "map"'),
    unit: text('unit', 'moves', /^[a-z ]{1,20}$/i, 'a word in the plural, "moves"'),
    knobs: knobsFrom(given['settings'] ?? {}, fault),
    symbols: symbolsFrom(given['symbols'], fault),
    landmarks: landmarksFrom(given['landmarks'] ?? {}, fault),
    moves: given['players'] === undefined ? movesFrom(given['moves'], fault) : [],
    players: given['players'] === undefined ? [] : playersFrom(given['players'], fault),
    functions: authorFunctions.filter((one) => given[one] === 'function'),
  };
  for (const part of given['players'] === undefined ? [] : ['moves', 'solve'])
    if (given[part] !== undefined) fault(part, 'every one of the players has its own: write it there');
  return faults.length > 0 ? { faults } : { description };
}

/** How each function is called and what it gives back. */
export const signatures: Readonly<Record<AuthorFunction, string>> = {
  start: 'start(random, settings) { … return the state of a new problem }',
  step: 'step(state, move) { … return the state after one move; the same one when the move changes nothing }',
  solved: 'solved(state) { … return true or false }',
  picture: 'picture(state) { … return a list of rows, texts of the same length }',
  remaining: 'remaining(state) { … return the least number of moves to the end, Infinity where there is no way }',
  solve: 'solve(state) { … return a list of moves to the end, undefined where there is no way }',
  score: 'score(state) { … return the share of the task that is done, from 0 to 1 }',
};

type Tell = (where: string, what: string) => void;

function knobsFrom(given: unknown, fault: Tell): Knobs {
  if (!isRecord(given)) {
    fault('settings', `expected { size: { from: 3, to: 9, usual: 6 } }, got ${shown(given)}`);
    return {};
  }
  const knobs: Record<string, Knob> = {};
  for (const [name, card] of Object.entries(given)) {
    const where = `settings.${name}`;
    const { from, to, usual, meaning = '', ...rest } = isRecord(card) ? card : {};
    const [stranger] = Object.keys(rest);
    if (!/^[a-z][A-Za-z0-9]{0,19}$/.test(name))
      fault(where, 'a setting is called by one word that begins with a small letter');
    else if (stranger !== undefined) fault(where, `a setting has from, to, usual and meaning, got "${stranger}"`);
    else if (![from, to, usual].every(Number.isInteger) || Number(from) > Number(usual) || Number(usual) > Number(to))
      fault(where, `expected whole numbers { from: 3, to: 9, usual: 6 }, usual between the two, got ${shown(card)}`);
    else if (typeof meaning !== 'string' || meaning.length > 200)
      fault(where, `meaning is a sentence, got ${shown(meaning)}`);
    else {
      knobs[name] = {
        kind: 'integer',
        name: (name[0] as string).toUpperCase() + name.slice(1),
        meaning,
        range: [Number(from), Number(to)],
        default: Number(usual),
      };
    }
  }
  return knobs;
}

const looks = {
  wall: 'wall',
  floor: 'floor',
  goal: 'goal',
  box: 'box',
  player: 'player',
  'second player': 'second-player',
  'box on goal': 'box-on-goal',
  'player on goal': 'player-on-goal',
  blocked: 'blocked',
  trail: 'trail',
  text: 'text',
  block: 'block',
} as const satisfies Readonly<Record<string, SymbolCard['sprite']>>;

/** How a symbol is drawn of which nothing else is said: as in Sokoban. */
const usualLooks: Readonly<Record<string, SymbolCard['sprite']>> = {
  '#': 'wall',
  ' ': 'floor',
  '.': 'goal',
  $: 'box',
  '@': 'player',
  '*': 'box-on-goal',
  '+': 'player-on-goal',
};

function symbolsFrom(given: unknown, fault: Tell): Record<string, SymbolCard> {
  const symbols: Record<string, SymbolCard> = {};
  if (!isRecord(given) || Object.keys(given).length === 0) {
    fault(
      'symbols',
      `expected { '@': 'penguin', '#': 'rock' }, one entry for each symbol of a picture, got ${shown(given)}`,
    );
    return symbols;
  }
  for (const [symbol, card] of Object.entries(given)) {
    const { name, look } = isRecord(card) ? card : { name: card, look: undefined };
    const known = Object.keys(looks).join(', ');
    if ([...symbol].length !== 1 || symbol === '\n')
      fault('symbols', `a symbol is one character, got ${shown(symbol)}`);
    else if (typeof name !== 'string' || name === '')
      fault('symbols', `expected "${symbol}": 'its name', or { name, look }, got ${shown(card)}`);
    else if (look !== undefined && !Object.hasOwn(looks, String(look)))
      fault('symbols', `the look of "${symbol}" is one of ${known}, got ${shown(look)}`);
    else
      symbols[symbol] = {
        name,
        sprite: look === undefined ? (usualLooks[symbol] ?? 'text') : looks[look as keyof typeof looks],
      };
  }
  return symbols;
}

function landmarksFrom(given: unknown, fault: Tell): Readonly<Record<string, string>> {
  const entries = isRecord(given) ? Object.entries(given) : [];
  const fine = entries.every(
    ([name, symbols]) => [...name].length === 1 && typeof symbols === 'string' && symbols !== '',
  );
  if (!isRecord(given) || !fine)
    fault('landmarks', `expected { '@': '@+' }, a symbol and those that show it, got ${shown(given)}`);
  return fine ? (Object.fromEntries(entries) as Record<string, string>) : {};
}

function playersFrom(given: unknown, fault: Tell): readonly PlayerDescription[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const players = list.filter(isRecord);
  if (players.length < 2 || players.length > mostPlayers || players.length < list.length)
    fault('players', `expected a list of 2 to ${mostPlayers} { id, name, sentence, moves }, got ${shown(given)}`);
  const ids = players.map(({ id }) => id);
  if (new Set(ids).size < ids.length) fault('players', `every player has an id of its own, got ${shown(ids)}`);
  return players.map((player, index) => playerFrom(player, index, fault));
}

/** Faults are told of the player by its id, "guide.moves". */
function playerFrom(given: Readonly<Record<string, unknown>>, index: number, fault: Tell): PlayerDescription {
  const { id, name, sentence, moves, says } = given;
  const named = typeof id === 'string' && /^[a-z]{1,20}$/.test(id);
  const where = named ? id : `players[${index}]`;
  if (!named) fault(`${where}.id`, `expected one word in small letters, "guide", got ${shown(id)}`);
  const known = ['id', 'name', 'sentence', 'moves', 'says', ...playerFunctions];
  for (const part of Object.keys(given).filter((one) => !known.includes(one)))
    fault(`${where}.${part}`, `a player has no "${part}": it has ${known.join(', ')}`);
  const line = (part: string, value: unknown): string => {
    if (typeof value === 'string' && /^[^\n]{1,200}$/.test(value)) return value;
    fault(`${where}.${part}`, `expected one line of text, got ${shown(value)}`);
    return '';
  };
  for (const part of playerFunctions)
    if (given[part] !== undefined && given[part] !== 'function')
      fault(`${where}.${part}`, `expected a function, got ${shown(given[part])}`);
  if ((moves === undefined) === (says === undefined))
    fault(where, 'expected moves, or says: { symbols, length } of one who speaks to the others: one of the two');
  const { symbols, length } = isRecord(says) ? says : {};
  const most = Number.isInteger(length) && Number(length) >= 1 && Number(length) <= longestMessage;
  if (says !== undefined && !most)
    fault(`${where}.says`, `expected { symbols: ['A', 'B'], length: 1 to ${longestMessage} }, got ${shown(says)}`);
  return {
    id: where,
    name: line('name', name),
    sentence: line('sentence', sentence).replace(/[^.!?]$/, '$&.'),
    ...(says === undefined ? {} : { speaks: true, length: Number(length) }),
    moves: says === undefined ? movesFrom(moves, fault, `${where}.moves`) : movesFrom(symbols, fault, `${where}.says`),
    functions: playerFunctions.filter((part) => given[part] === 'function'),
  };
}

function movesFrom(given: unknown, fault: Tell, where = 'moves'): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const words = list.filter((move): move is string => typeof move === 'string' && /^[A-Z0-9]{1,4}$/i.test(move));
  if (words.length === 0 || words.length !== list.length || words.length > mostMoves)
    fault(
      where,
      `expected a list of 1 to ${mostMoves} words of 1 to 4 letters and digits, ['U', 'D'], got ${shown(given)}`,
    );
  else if (words.some((word) => word.length !== words[0]?.length))
    fault(where, `all moves are equally long, so that "UUR" can be told apart, got ${shown(given)}`);
  const upper = words.map((word) => word.toUpperCase());
  if (new Set(upper).size < upper.length) fault(where, 'no two moves are alike, whether in small or capital letters');
  return words;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in an error: short. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
