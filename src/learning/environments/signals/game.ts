// The state of a signalling game (Lewis 1969) and what is in it. Knows nothing of rewards or wording.
import { check } from '../../../basics/check';
import { valuesFrom } from '../../../basics/knobs';
import { rngFrom } from '../../../basics/rng';
import type { EnvironmentSettings } from '../environment';
import { indexOfSeed } from '../splits';
import { signalsKnobs } from './knobs';
import { objectOf } from './objects';

export interface SignalsState {
  readonly shapeCount: number;
  readonly colourCount: number;
  /** S: symbols of the alphabet. */
  readonly symbolCount: number;
  /** m: symbols of a message, at most. */
  readonly length: number;
  /** What the speaker sees. */
  readonly object: number;
  /** The listener's choice, in random order; empty: all objects, which need not be listed. */
  readonly candidates: readonly number[];
  /** Of a game with relays: what each of those before the last one said, in their order; empty of who said nothing. */
  readonly underway?: readonly (readonly number[])[];
  /** What the listener hears, in numbers of symbols; absent before the last one has spoken. */
  readonly message?: readonly number[];
  /** Absent before the listener has picked. */
  readonly picked?: number;
}

export type SignalsAction =
  | { readonly player: Sayer; readonly message: readonly number[] }
  /** Nothing where the answer names no object. */
  | { readonly player: 'listener'; readonly pick?: number };

/** Who passes the message on, in this order, as many as the game has. */
export const sayers = ['speaker', 'first', 'second'] as const;
export type Sayer = (typeof sayers)[number];

/** All N objects of a game. */
export function objectsIn({
  shapeCount,
  colourCount,
}: Pick<SignalsState, 'shapeCount' | 'colourCount'>): readonly number[] {
  return Array.from({ length: shapeCount * colourCount }, (_, index) =>
    objectOf(Math.floor(index / colourCount), index % colourCount),
  );
}

/** What the listener may pick. */
export function choices(state: SignalsState): readonly number[] {
  return state.candidates.length > 0 ? state.candidates : objectsIn(state);
}

/** Problem number i of every split shows object i mod N: a code is for the things it was made for. */
export function startGame(seed: number, settings: EnvironmentSettings): SignalsState {
  const values = valuesFrom(signalsKnobs, settings);
  const { shapes: shapeCount, colours: colourCount, symbols: symbolCount, length } = values;
  const objects = objectsIn({ shapeCount, colourCount });
  check(objects.length >= 2, `signals need at least 2 objects, got ${objects.length}: choose more shapes or colours`);
  check(
    Number.isInteger(seed) && seed >= 0,
    `a world seed is a whole number from 0, got ${seed}: take worldSeed(split, index)`,
  );
  const object = objects[indexOfSeed(seed) % objects.length] as number;
  const wanted = Math.min(values.candidates, objects.length);
  const random = rngFrom('signals', seed, objects.length, wanted);
  const others = random.shuffle(objects.filter((other) => other !== object)).slice(0, Math.max(0, wanted - 1));
  const candidates = wanted === 0 ? [] : random.shuffle([object, ...others]);
  return frozen({ shapeCount, colourCount, symbolCount, length, object, candidates: Object.freeze(candidates) });
}

/** What of a message there is in this game: its symbols, as many as fit. */
export function fitting(
  message: readonly number[],
  { symbolCount, length }: Pick<SignalsState, 'symbolCount' | 'length'>,
): readonly number[] {
  return message.filter((symbol) => symbol < symbolCount).slice(0, length);
}

export function frozen(state: SignalsState): SignalsState {
  return Object.freeze(state);
}
