// What a code is worth: how often each object was told by each message, how many bits of the object a message carries,
// and whether objects that are alike are told by messages that are alike. Read off records of play alone. Measures as
// in the study of emergent languages: mutual information and topographic similarity (Brighton & Kirby 2006).
import type { GroupRecord, WorldRecord } from '../../rollouts/transcript';
import { fitting, type SignalsState } from './game';
import { attributesOf, objectInWords, readMessage, readObject } from './objects';

/** One thing that was said: an object and the message for it. */
export interface Telling {
  readonly object: number;
  /** Empty: silence, by which an object can be told as well. */
  readonly message: readonly number[];
}

type Alphabet = Pick<SignalsState, 'symbolCount' | 'length'>;

/** All that was to be heard of speakers in games with this alphabet, trunk or not: symbols that the game has not are
 *  silence. What could not be read is left out. */
export function tellingsIn(worlds: readonly Pick<WorldRecord, 'groups'>[], alphabet: Alphabet): Telling[] {
  const groups = worlds.flatMap((world) => world.groups.filter(({ player }) => player === 'speaker'));
  return groups.flatMap((group) => tellingsOf(group, alphabet));
}

function tellingsOf({ seen = [], branches }: GroupRecord, alphabet: Alphabet): Telling[] {
  const object = readObject(seen[0]?.replace(/^object:/, '') ?? '');
  if (object === undefined) return [];
  return branches.flatMap(({ moves }) => {
    const message = readMessage(moves);
    return message === undefined ? [] : [{ object, message: fitting(message, alphabet) }];
  });
}

export interface CodeTable {
  /** In order of their numbers. */
  readonly objects: readonly number[];
  /** In words, the most frequent first. */
  readonly messages: readonly string[];
  /** P(message | object): share_OM[o][m], each row sums to 1. */
  readonly share_OM: readonly (readonly number[])[];
  readonly n: number;
}

export function codeTable(tellings: readonly Telling[]): CodeTable {
  const counts = new Map<number, Map<string, number>>();
  const byMessage = new Map<string, number>();
  for (const { object, message } of tellings) {
    const words = wordsOf(message);
    const row = counts.get(object) ?? new Map<string, number>();
    counts.set(object, row.set(words, (row.get(words) ?? 0) + 1));
    byMessage.set(words, (byMessage.get(words) ?? 0) + 1);
  }
  const objects = [...counts.keys()].sort((one, other) => one - other);
  const messages = [...byMessage.keys()].sort(
    (one, other) => (byMessage.get(other) ?? 0) - (byMessage.get(one) ?? 0) || (one < other ? -1 : 1),
  );
  const share_OM = objects.map((object) => {
    const row = counts.get(object) as Map<string, number>;
    const all = [...row.values()].reduce((sum, count) => sum + count, 0);
    return messages.map((message) => (row.get(message) ?? 0) / all);
  });
  return { objects, messages, share_OM, n: tellings.length };
}

const wordsOf = (message: readonly number[]) => message.join(' ');

/** I(object; message) in bits, of objects that are equally likely: 0 where messages say nothing, log2 of their number
 *  where they say which it was. Of few tellings it comes out too high: some (|O| − 1)(|M| − 1) ÷ (2 n ln 2) bits
 *  (Miller 1955). */
export function mutualInformation({ objects, messages, share_OM }: CodeTable): number {
  const each = 1 / objects.length;
  return messages.reduce((sum, _, m) => {
    const share_O = share_OM.map((row) => row[m] ?? 0);
    const overall = each * share_O.reduce((total, share) => total + share, 0);
    return (
      sum + share_O.reduce((bits, share) => bits + (share === 0 ? 0 : each * share * Math.log2(share / overall)), 0)
    );
  }, 0);
}

/** Spearman's correlation, over all pairs of objects, of how many attributes differ and how far apart their likeliest
 *  messages are (edits); undefined where all pairs are equally far apart in one of the two. */
export function topographicSimilarity(tellings: readonly Telling[]): number | undefined {
  const table = codeTable(tellings);
  const likeliest = table.objects.map((_, o) => {
    const row = table.share_OM[o] ?? [];
    return (table.messages[row.indexOf(Math.max(...row))] ?? '').split(' ').filter(Boolean);
  });
  const pairs = table.objects.flatMap((object, a) =>
    table.objects.slice(a + 1).map((other, offset) => ({
      meaning: differences(attributesOf(object), attributesOf(other)),
      message: edits(likeliest[a] ?? [], likeliest[a + 1 + offset] ?? []),
    })),
  );
  return spearman(
    pairs.map(({ meaning }) => meaning),
    pairs.map(({ message }) => message),
  );
}

function differences(one: readonly number[], other: readonly number[]): number {
  return one.filter((value, index) => value !== other[index]).length;
}

/** Levenshtein's distance. */
function edits(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  one.forEach((symbol, i) => {
    const next = [i + 1];
    for (const [j, against] of other.entries())
      next.push(
        Math.min(
          (next[j] as number) + 1,
          (row[j + 1] as number) + 1,
          (row[j] as number) + (symbol === against ? 0 : 1),
        ),
      );
    row = next;
  });
  return row.at(-1) as number;
}

/** Spearman's rank correlation, ties at their mean rank; undefined where one side does not vary. */
export function spearman(x: readonly number[], y: readonly number[]): number | undefined {
  const [a, b] = [ranks(x), ranks(y)];
  const middle = (x.length + 1) / 2;
  const product = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, index) => sum + (value - middle) * ((other[index] as number) - middle), 0);
  const spread = Math.sqrt(product(a, a) * product(b, b));
  return spread === 0 ? undefined : product(a, b) / spread;
}

function ranks(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

/** Share of the objects that two codes tell by the same likeliest message: by chance about one in as many as there are
 *  symbols. */
export function agreement(one: readonly Telling[], other: readonly Telling[]): number {
  const [a, b] = [likeliestMessages(one), likeliestMessages(other)];
  const shared = [...a.keys()].filter((object) => b.has(object));
  return shared.length === 0 ? 0 : shared.filter((object) => a.get(object) === b.get(object)).length / shared.length;
}

function likeliestMessages(tellings: readonly Telling[]): Map<number, string> {
  const { objects, messages, share_OM } = codeTable(tellings);
  return new Map(
    objects.map((object, o) => {
      const row = share_OM[o] ?? [];
      return [object, messages[row.indexOf(Math.max(...row))] ?? ''];
    }),
  );
}

/** "red star" of an object, "ba di" of a message as it stands in a table, "–" of silence. */
export const inWords = {
  object: (object: number) => objectInWords(object).trim(),
  message: (message: string, symbols: readonly string[]) =>
    message === ''
      ? '–'
      : message
          .split(' ')
          .map((symbol) => symbols[Number(symbol)] ?? '?')
          .join(' '),
};
