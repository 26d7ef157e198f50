// V9: equal to rliable, SciPy and statsmodels, whose figures e2e/foreign/make_statistics_golden.py wrote into golden/.
import { expect, test } from 'vitest';
import { rngFrom } from '../rng';
import type { Estimate } from './bootstrap';
import { noncentralBeyond, normalBelow, normalQuantile, studentQuantile } from './distributions';
import golden from './golden/golden.json';
import {
  improvementOf,
  interquartileMean,
  interquartileMeanOf,
  oneTask,
  performanceProfileOf,
  probabilityOfImprovement,
} from './over-seeds';
import { chanceOfAtLeast, comparePaired, mcnemar } from './paired';
import { differenceOfProblems, differenceOfSeeds, powerOfSeeds, problemsNeeded, seedsNeeded } from './power';

/** The indices that the other program drew, one after the other. */
function drawn(draws: string) {
  let at = 0;
  return { integer: () => Number.parseInt(draws[at++] ?? '', 36) };
}

const near = (value: number) => expect.closeTo(value, 12);
const random = (name: string) => ({ rng: rngFrom('statistics.test', name), resamples: 20_000 });

interface Foreign {
  readonly values: readonly number[];
  readonly lows: readonly number[];
  readonly highs: readonly number[];
}

const exactly = ({ values, lows, highs }: Foreign) =>
  values.map((value, at) => ({ value: near(value), low: near(lows[at] as number), high: near(highs[at] as number) }));

/** The limits of two intervals of 10,000 and of 20,000 resamples differ by their Monte Carlo error: a limit's
 *  standard error is √(0.025 ·  0.975 ÷ B) over the density there, for a normal 2.7 ÷ √B of the half width ÷ 1.96;
 *  both together 1.7 % of the half width, here five  times that, and a step of the coarse statistic (one problem of
 *  500 in one of 15 runs' scores). */
function meets(estimates: readonly Estimate[], { values, lows, highs }: Foreign) {
  estimates.forEach(({ value, low, high }, at) => {
    const [otherLow, otherHigh] = [lows[at] as number, highs[at] as number];
    const error = (5 * 0.017 * (otherHigh - otherLow)) / 2 + 0.002;
    expect(value).toBeCloseTo(values[at] as number, 12);
    expect(Math.abs(low - otherLow)).toBeLessThanOrEqual(error);
    expect(Math.abs(high - otherHigh)).toBeLessThanOrEqual(error);
  });
}

test('interquartile mean and probability of improvement are rliable’s, ties and several tasks included', () => {
  for (const { x, y, iqm, improvement, itself } of golden.aggregates) {
    expect(interquartileMean(x)).toBeCloseTo(iqm, 12);
    expect(probabilityOfImprovement(x, y)).toBeCloseTo(improvement, 12);
    expect(probabilityOfImprovement(y, x)).toBeCloseTo(1 - improvement, 12);
    expect(probabilityOfImprovement(x, x)).toBeCloseTo(itself, 12);
  }
});

test('stratified bootstrap intervals and bands are rliable’s: given its draws exactly, else within Monte Carlo error', () => {
  const { x, y, taus, iqm, improvement, profile } = golden.intervals;
  const same = ({ few }: { few: Foreign & { draws: string; resamples: number } }) => ({
    rng: drawn(few.draws),
    resamples: few.resamples,
  });
  expect([interquartileMeanOf(x, same(iqm))]).toEqual(exactly(iqm.few));
  expect([improvementOf(x, y, same(improvement))]).toEqual(exactly(improvement.few));
  expect(performanceProfileOf(x, taus, same(profile))).toEqual(exactly(profile.few));
  meets([interquartileMeanOf(x, random('iqm'))], iqm.many);
  meets([improvementOf(x, y, random('improvement'))], improvement.many);
  meets(performanceProfileOf(x, taus, random('profile')), profile.many);
});

test('one task of a few seeds; unequal tasks and no runs are refused', () => {
  const { value, low, high } = interquartileMeanOf(oneTask([0.9, 0.95, 0.94]), random('three'));
  expect(value).toBeCloseTo(0.93, 12);
  expect([low, high]).toEqual([near(0.9), near(0.95)]);
  expect(() => interquartileMeanOf([[1, 2], [1]], random('a'))).toThrow('every run a score of every task');
  expect(() => interquartileMeanOf([], random('a'))).toThrow('at least one run');
  expect(() => improvementOf([[1, 2]], [[1]], random('a'))).toThrow('the same tasks');
});

test('McNemar’s exact p is statsmodels’', () => {
  for (const [b, c, p] of golden.mcnemar as [number, number, number][])
    expect(mcnemar(b, c) / p, `${b} against ${c}`).toBeCloseTo(1, 11);
});

test('the paired bootstrap over problems is SciPy’s, with the same draws exactly', () => {
  const { few, many, ...flags } = golden.paired;
  const first = [flags.first.map(Boolean)];
  const second = [flags.second.map(Boolean)];
  const { difference, problems, seeds } = comparePaired(first, second, {
    rng: drawn(few.draws),
    resamples: few.resamples,
  });
  expect(problems).toBe(30);
  expect([difference.low, difference.high]).toEqual(few.interval.map(near));
  const onlyOf = (one: readonly number[], other: readonly number[]) =>
    one.filter((solved, at) => solved > (other[at] ?? 0)).length;
  expect(seeds).toMatchObject([
    { onlyFirst: onlyOf(flags.first, flags.second), onlySecond: onlyOf(flags.second, flags.first) },
  ]);
  const own = comparePaired(first, second, random('paired')).difference;
  expect(Math.abs(own.low - (many[0] as number))).toBeLessThanOrEqual(1 / 30 + 1e-12);
  expect(Math.abs(own.high - (many[1] as number))).toBeLessThanOrEqual(1 / 30 + 1e-12);
});

test('over several seeds the interval holds the seeds’ spread too; a row without seeds is paired with each', () => {
  const flags = (solved: number) => Array.from({ length: 200 }, (_, at) => at < solved);
  const wide = comparePaired([flags(190), flags(130), flags(160)], [flags(100)], random('wide'));
  const narrow = comparePaired([flags(160), flags(160), flags(160)], [flags(100)], random('narrow'));
  expect(wide.difference.value).toBeCloseTo(0.3, 12);
  expect(wide.seeds.map(({ onlyFirst, onlySecond }) => [onlyFirst, onlySecond])).toEqual([
    [90, 0],
    [30, 0],
    [60, 0],
  ]);
  const width = ({ difference: { low, high } }: typeof wide) => high - low;
  expect(width(wide)).toBeGreaterThan(2 * width(narrow));
  expect(narrow.difference.low).toBeGreaterThan(0.2);
  expect(() => comparePaired([flags(1), flags(2)], [flags(1), flags(2), flags(3)], random('a'))).toThrow(
    '2 seeds cannot',
  );
  expect(() => comparePaired([flags(1)], [[true]], random('a'))).toThrow('the same problems, got 200 and 1');
});

test('against a bound: the exact tail of its chances, and expected problems of either', () => {
  expect(chanceOfAtLeast(8, Array(10).fill(0.5))).toBeCloseTo(56 / 1024, 12);
  expect(chanceOfAtLeast(2, [0.1, 0.5, 0.9])).toBeCloseTo(0.5, 12); // 0.005 + 0.045 + 0.405 + 0.045
  expect([chanceOfAtLeast(0, [0, 0]), chanceOfAtLeast(1, [0, 0]), chanceOfAtLeast(2, [1, 1])]).toEqual([1, 0, 1]);
  const solved = [true, true, false];
  const { difference, seeds } = comparePaired([solved], [[0.1, 0.5, 0.9]], random('bound'));
  expect(difference.value).toBeCloseTo(0.5 / 3, 12);
  expect(seeds).toEqual([{ onlyFirst: expect.closeTo(1.4), onlySecond: expect.closeTo(0.9), p: expect.closeTo(0.5) }]);
  const turned = comparePaired([[0.1, 0.5, 0.9]], [solved], random('bound'));
  expect(turned.seeds).toEqual([{ onlyFirst: expect.closeTo(0.9), onlySecond: expect.closeTo(1.4), p: seeds[0]?.p }]);
});

test('normal and Student quantiles are SciPy’s', () => {
  for (const [x, below] of golden.quantiles.normalBelow as [number, number][])
    expect(normalBelow(x)).toBeCloseTo(below, 14);
  for (const [p, x] of golden.quantiles.normal as [number, number][]) expect(normalQuantile(p)).toBeCloseTo(x, 11);
  for (const [p, freedom, t] of golden.quantiles.student as [number, number, number][])
    expect(studentQuantile(p, freedom) / t).toBeCloseTo(1, 11);
});

test('the power of a paired t test, the seeds it needs and the difference it shows are statsmodels’', () => {
  for (const [n, difference, power] of golden.t.powers as [number, number, number][])
    expect(powerOfSeeds(n, { difference, spread: 1 })).toBeCloseTo(power, 10);
  for (const [difference, n] of golden.t.needed as [number, number][]) {
    expect(seedsNeeded({ difference, spread: 1 })).toBe(n);
    expect(seedsNeeded({ difference: -difference / 50, spread: 1 / 50 })).toBe(n);
  }
  for (const [n, difference] of golden.t.shown as [number, number][])
    expect(differenceOfSeeds(n, 0.03) / (0.03 * difference)).toBeCloseTo(1, 9);
  expect(noncentralBeyond(0, { freedom: 3, shift: 1 })).toBeCloseTo(1, 12);
  expect(() => seedsNeeded({ difference: 0, spread: 1 })).toThrow('a difference of 0');
});

test('Connor’s number of problems; the exact test then has nearly the power wished for', () => {
  for (const [difference, discordant, n, exactPower] of golden.connor as [number, number, number, number][]) {
    expect(problemsNeeded({ difference, discordant })).toBe(Math.ceil(n));
    expect(differenceOfProblems(n, discordant)).toBeCloseTo(difference, 10);
    expect(exactPower).toBeGreaterThan(0.75);
  }
  expect(differenceOfProblems(5, 0.2)).toBeUndefined();
  expect(() => problemsNeeded({ difference: 0.3, discordant: 0.2 })).toThrow('got 0.2');
});
