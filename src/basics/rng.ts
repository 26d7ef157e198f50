// Random numbers from seeds, never from a clock. A stream is named by the parts it is made from – a run's seed, a
// purpose, a step – so that no stream has a state that has to be saved, and adding one never shifts another. The
// generator is xoroshiro128+ from pure-rand.
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** A 32-bit seed from any parts, the same on every machine (MurmurHash3's 32-bit finaliser over the parts'
 *  characters). */
export function seedFrom(...parts: readonly (number | string)[]): number {
  let hash = 0x9747b28c;
  for (const part of parts) {
    for (const character of `${typeof part}:${part};`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0xcc9e2d51);
      hash = (hash << 15) | (hash >>> 17);
      hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
    }
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return hash >>> 0;
}

export interface Rng {
  /** Uniform in [0, 1), 32 bits fine. */
  number(): number;
  /** Uniform in {0, …, count − 1}. */
  integer(count: number): number;
  /** One element, each equally likely. Throws a RangeError when there is none. */
  pick<T>(items: readonly T[]): T;
  /** A new array with the items in random order. */
  shuffle<T>(items: readonly T[]): T[];
  /** Standard normal (Box–Muller). */
  normal(): number;
}

/** The random stream that these parts name. */
export function rngFrom(...parts: readonly (number | string)[]): Rng {
  const generator = xoroshiro128plus(seedFrom(...parts));
  for (let warmUp = 0; warmUp < 8; warmUp++) generator.next(); // its first outputs repeat the seed's bits
  const number = () => (generator.next() >>> 0) / 2 ** 32;
  const integer = (count: number) => Math.floor(number() * count);
  return {
    number,
    integer,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('pick: expected at least one item, got none');
      return items[integer(items.length)] as (typeof items)[number];
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = integer(last + 1);
        [shuffled[last], shuffled[other]] = [
          shuffled[other] as (typeof items)[number],
          shuffled[last] as (typeof items)[number],
        ];
      }
      return shuffled;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - number())) * Math.cos(2 * Math.PI * number()),
  };
}
