// Facts in English on people, towns and things that nobody has heard of: their names are made of syllables, so that no
// language model knows an answer beforehand.
import type { Rng } from '../../../basics/rng';
import type { Grammar, Relation } from './facts';

const beginnings = [
  'Ba',
  'Cor',
  'Del',
  'Fen',
  'Gal',
  'Hul',
  'Ir',
  'Jor',
  'Kel',
  'Lum',
  'Mar',
  'Nov',
  'Or',
  'Pel',
  'Quil',
  'Ros',
  'Sel',
  'Tav',
  'Ul',
  'Vor',
  'Wen',
  'Yar',
  'Zim',
];
const middles = ['a', 'e', 'i', 'o', 'u', 'ade', 'emi', 'ino', 'ora', 'ula', 'ast', 'end', 'ilk', 'orn', 'und'];
const ends = [
  'ban',
  'cott',
  'dane',
  'fry',
  'gan',
  'hold',
  'kin',
  'lan',
  'mer',
  'nock',
  'pin',
  'rath',
  'sen',
  'tell',
  'vard',
  'wick',
];
const materials = [
  'Amber',
  'Brass',
  'Cedar',
  'Copper',
  'Glass',
  'Ivory',
  'Marble',
  'Pewter',
  'Silver',
  'Slate',
  'Velvet',
  'Willow',
];
const objects = ['Bell', 'Chair', 'Clock', 'Compass', 'Cup', 'Drum', 'Harp', 'Lamp', 'Map', 'Mask', 'Mirror', 'Ring'];
const trades = [
  'baker',
  'carpenter',
  'cooper',
  'dyer',
  'fisher',
  'glazier',
  'mason',
  'miller',
  'potter',
  'saddler',
  'smith',
  'weaver',
];

const year = (rng: Rng) => `${1200 + rng.integer(800)}`;

const relations: readonly Relation[] = [
  {
    of: 'person',
    to: 'town',
    says: (one, town) => `${one} lives in ${town}.`,
    asks: (one) => `In which town does ${one} live?`,
    names: (one) => `the town where ${one} lives`,
  },
  {
    of: 'person',
    value: year,
    says: (one, when) => `${one} was born in the year ${when}.`,
    asks: (one) => `In which year was ${one} born?`,
  },
  {
    of: 'person',
    value: (rng) => rng.pick(trades),
    says: (one, trade) => `${one} works as a ${trade}.`,
    asks: (one) => `What does ${one} work as?`,
  },
  {
    of: 'town',
    to: 'region',
    says: (town, region) => `${town} lies in the region of ${region}.`,
    asks: (town) => `In which region does ${town} lie?`,
  },
  {
    of: 'town',
    value: year,
    says: (town, when) => `${town} was founded in the year ${when}.`,
    asks: (town) => `In which year was ${town} founded?`,
  },
  {
    of: 'town',
    to: 'person',
    says: (town, mayor) => `The mayor of ${town} is ${mayor}.`,
    asks: (town) => `Who is the mayor of ${town}?`,
    names: (town) => `the mayor of ${town}`,
  },
  {
    of: 'thing',
    to: 'person',
    says: (thing, maker) => `The ${thing} was made by ${maker}.`,
    asks: (thing) => `Who made the ${thing}?`,
    names: (thing) => `the maker of the ${thing}`,
  },
  {
    of: 'thing',
    to: 'town',
    says: (thing, town) => `The ${thing} is kept in ${town}.`,
    asks: (thing) => `In which town is the ${thing} kept?`,
    names: (thing) => `the town where the ${thing} is kept`,
  },
];

/** People and a quarter as many towns, half as many things; a fact for each relation. */
export function grammarInEnglish(passages: number, rng: Rng): Grammar {
  const people = Math.max(8, Math.round(passages / (3 + 3 / 4 + 2 / 2)));
  const word = () => `${rng.pick(beginnings)}${rng.pick(middles)}${rng.pick(ends)}`;
  const taken = new Set<string>();
  const named = (count: number, name: () => string) =>
    Array.from({ length: count }, () => {
      let one = name();
      while (taken.has(one)) one = name();
      taken.add(one);
      return one;
    });
  return {
    subjects: {
      person: named(people, () => `${word()} ${word()}`),
      town: named(Math.max(2, Math.round(people / 4)), word),
      thing: named(
        Math.max(2, Math.round(people / 2)),
        () => `${rng.pick(materials)} ${rng.pick(objects)} of ${word()}`,
      ),
      region: named(
        Math.max(2, Math.round(people / 40)),
        () => `${word()} ${rng.pick(['Vale', 'Downs', 'Marsh', 'Coast', 'Fells'])}`,
      ),
    },
    relations,
  };
}
