// Facts in words that the shipped model knows: "red star path blue moon" leads on, "blue moon need 7" ends. Questions
// begin with the thing: "red star path need". A query of three words finds any passage: a thing and a relation.
import type { Rng } from '../../../basics/rng';
import { colours, shapes } from '../signals/objects';
import type { Grammar, Relation } from './facts';

const links = ['path', 'go'] as const;
const values = ['need', 'place'] as const;
export const digits = [...'0123456789'] as const;
export const wordsOfFacts: ReadonlySet<string> = new Set<string>([
  ...colours,
  ...shapes,
  ...digits,
  ...links,
  ...values,
]);

const things = colours.flatMap((colour) => shapes.map((shape) => `${colour} ${shape}`));

const relationOf = (word: string): Pick<Relation, 'of' | 'says' | 'asks' | 'names'> => ({
  of: 'thing',
  says: (_, object) => `${word} ${object}`,
  asks: (subject) => `${subject} ${word}`,
  names: (subject) => `${subject} ${word}`,
});

/** One fact about each of the 64 things: "red star blue moon" leads on, "blue moon 7" ends. A query is a thing, two
 *  words. */
export function grammarInPairs(rng: Rng): Grammar {
  const shuffled = rng.shuffle(things);
  const pair = { says: (_: string, object: string) => object, asks: (subject: string) => subject };
  return {
    subjects: { first: shuffled.slice(0, things.length / 2), last: shuffled.slice(things.length / 2) },
    relations: [
      { ...pair, of: 'first', to: 'last', names: (subject) => subject, between: true },
      { ...pair, of: 'last', value: (random) => random.pick(digits) },
    ],
  };
}

/** Four facts about each of the 64 things. */
export function grammarInWords(rng: Rng): Grammar {
  return {
    subjects: { thing: rng.shuffle(things) },
    relations: [
      ...links.map((word) => ({ ...relationOf(word), to: 'thing', between: true as const })),
      ...values.map((word) => ({ ...relationOf(word), value: (random: Rng) => random.pick(digits) })),
    ],
  };
}
