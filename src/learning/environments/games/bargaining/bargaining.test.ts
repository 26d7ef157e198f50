// The truths of bargaining against what can be counted by hand or tried out whole, and its words.
import { expect, test } from 'vitest';
import { worldOf } from '../../players';
import { worldSeed } from '../../splits';
import { bargaining } from './bargaining';
import {
  bestJoint,
  type Deal,
  dealsOn,
  isEfficient,
  nashSolution,
  type Pair,
  rationalPlay,
  restOf,
  sharesOf,
  tables,
  total,
  valuesOf,
  worth,
  worthsOf,
} from './deals';
import { agree, type BargainingPosition, dealtOf, digitOf, mover, moves, shareOf, walkAway } from './offers';

const every = tables.flatMap(dealsOn);
const apart: Deal = {
  counts: [2, 2],
  values: [
    [5, 0],
    [1, 4],
  ],
};

test('everything is worth ten to both, no kind is worthless to both, and they do not want different kinds alone', () => {
  expect(tables.map((counts) => dealsOn(counts).length)).toEqual([32, 32, 32]);
  for (const { counts, values } of every) {
    for (const own of values) expect(worth(own, counts)).toBe(total);
    const [[hat, ball], [otherHat, otherBall]] = values;
    expect([hat + otherHat > 0, ball + otherBall > 0, hat * otherHat + ball * otherBall > 0]).toEqual([
      true,
      true,
      true,
    ]);
  }
});

test('what could be had, counted by hand', () => {
  // First has the hats (10), Second the balls (8): nobody could have more.
  expect(bestJoint(apart)).toBe(18);
  expect(nashSolution(apart)).toEqual([10, 8]);
  expect(isEfficient(apart, [10, 8])).toBe(true);
  expect(isEfficient(apart, [5, 9])).toBe(true); // a hat each: Second has more than its balls
  expect(isEfficient(apart, [5, 5])).toBe(false);
  expect(isEfficient(apart, [0, 0])).toBe(false);
  const alike: Deal = {
    counts: [1, 2],
    values: [
      [4, 3],
      [4, 3],
    ],
  };
  expect(bestJoint(alike)).toBe(10);
  expect(nashSolution(alike)).toEqual([6, 4]); // or [4, 6]: that with the fewest hats for First comes first
});

test('Nash’s solution is efficient, gives both something, and no share has a greater product', () => {
  for (const deal of every) {
    const [first, second] = nashSolution(deal);
    expect(isEfficient(deal, [first, second])).toBe(true);
    expect(first * second).toBeGreaterThan(0);
    for (const share of sharesOf(deal.counts)) {
      const [one, two] = worthsOf(deal, 0, share);
      expect(one * two).toBeLessThanOrEqual(first * second);
      expect(one + two).toBeLessThanOrEqual(bestJoint(deal));
    }
  }
});

/** The same by searching the whole tree of the game: whoever is to move takes the best, of two alike the kinder. */
function searched(position: BargainingPosition): Pair {
  const side = mover(position);
  if (side === undefined) return dealtOf(position);
  const other = side === 0 ? 1 : 0;
  return moves(position)
    .map((move) => searched({ ...position, said: position.said + move }))
    .reduce((best, one) =>
      one[side] > best[side] || (one[side] === best[side] && one[other] > best[other]) ? one : best,
    );
}

test('reasoning backwards is what the whole tree says: the last who may offer has everything it values', () => {
  for (const deal of every.filter((_, index) => index % 8 === 0))
    for (const offers of [1, 2, 3]) {
      const found = rationalPlay(deal, offers);
      expect(found).toEqual(searched({ ...deal, offers, said: '' }));
      expect(found[offers % 2 === 1 ? 0 : 1]).toBe(total);
      expect(isEfficient(deal, found)).toBe(true);
    }
});

test('a digit says what its maker keeps; agreeing gives it the rest, and walking away gives nobody anything', () => {
  expect(digitOf([2, 1])).toBe('8');
  for (const share of sharesOf([2, 2])) expect(shareOf(digitOf(share))).toEqual(share);
  expect(restOf([2, 1], shareOf('5'))).toEqual([1, 0]);
  const said = (words: string): BargainingPosition => ({ ...apart, offers: 3, said: words });
  expect(moves(said(''))).not.toContain(agree);
  expect(moves(said('9'))).toContain(agree);
  expect(moves(said('953'))).toEqual([agree, walkAway]);
  expect(dealtOf(said('71'))).toEqual([10, 8]); // First keeps both hats
  expect(dealtOf(said('931'))).toEqual([10, 8]); // Second keeps both balls
  expect([dealtOf(said('9530')), dealtOf(said('95'))]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('a player is told the table, its own values, the offers, and what agreeing would bring', () => {
  const state = { position: { ...apart, offers: 3, said: '5' }, game: 0 };
  const second = worldOf(bargaining as never, 'second');
  expect(second.wording.describe(state)).toBe('at 2 2\nown 1 4\nhear 5\nhad 5\n');
  expect(second.picture(state)).toEqual([
    'on the table: 2 hats, 2 balls',
    'First: ?',
    'Second: a hat 1, a ball 4',
    'First keeps 1 hat, 1 ball',
  ]);
  const named = second.byHand?.kind === 'choose' ? second.byHand.named : undefined;
  expect(
    second
      .legal(state)
      .map((move) => named?.(state, move))
      .slice(0, 4),
  ).toEqual(['Agree', 'Keep 1 ball', 'Keep 2 balls', 'Keep 1 hat']);
});

test('scripts want less and less, everything, or half', () => {
  const script = (name: string, said: string, deal: Deal = apart) => {
    const state = { position: { ...deal, offers: 3, said }, game: 0 };
    const player = said.length % 2 === 0 ? 'first' : 'second';
    return bargaining.players?.[player]?.script?.(name, state, () => 0).move;
  };
  expect(['', '5'].map((said) => script('greedy', said))).toEqual(['7', '9']); // First wants no balls
  expect([script('soft', ''), script('soft', '7'), script('soft', '9')]).toEqual(['4', agree, '5']);
  expect([script('conceder', ''), script('conceder', '7')]).toEqual(['7', agree]);
  expect([script('greedy', '777'), script('greedy', '999')]).toEqual([agree, walkAway]);
});

test('each table and every pair of values comes up', () => {
  const seen = new Set<string>();
  for (let index = 0; index < 3000; index++) {
    const { counts, values } = bargaining.start(worldSeed('train', index), {}).position;
    seen.add(JSON.stringify([counts, values]));
  }
  expect(seen.size).toBe(every.length);
  expect(valuesOf([2, 2])).toHaveLength(6);
});
