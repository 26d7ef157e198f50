// Submissions are cut to what the adapter does in 50 ms, whatever its speed, and follow it when that changes.
import { expect, test } from 'vitest';
import { budgetFor, SubmissionBudget } from './submission-budget';

/** A GPU that does `speed` operations per millisecond, one submission after the other, on a clock of its own. */
async function play(
  budget: SubmissionBudget,
  clock: { ms: number },
  { speed, submissions }: { speed: number; submissions: number },
) {
  const times: number[] = [];
  for (let index = 0; index < submissions; index++) {
    const work = budget.limit * (index % 3 === 2 ? 0.3 : 0.95);
    let finish = () => {};
    budget.submitted(
      work,
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
    );
    clock.ms += work / speed;
    times.push(work / speed);
    finish();
    await Promise.resolve();
    await Promise.resolve();
  }
  return times;
}

test.each([
  ['as fast as guessed', 1e7],
  ['five times slower', 2e6],
  ['ten times faster', 1e8],
])('an adapter %s soon has submissions of about 50 ms, and never again above 150', async (_, speed) => {
  const clock = { ms: 0 };
  const budget = new SubmissionBudget(1e9, () => clock.ms);
  const times = await play(budget, clock, { speed, submissions: 60 });
  const later = times.slice(20);
  expect(Math.max(...later)).toBeLessThan(150);
  expect(Math.max(...later)).toBeGreaterThan(30);
});

test.each([
  ['of a tenth of a TFLOP/s', 1e8],
  ['of one', 1e9],
  ['of six', 6e9],
])('a card %s has no long submission from the first on, and soon submissions of about 50 ms', async (_, speed) => {
  const clock = { ms: 0 };
  const budget = budgetFor({ software: false }, () => clock.ms);
  const times = await play(budget, clock, { speed, submissions: 60 });
  expect(Math.max(...times)).toBeLessThan(60);
  expect(Math.max(...times.slice(20))).toBeGreaterThan(30);
});

test.each([
  [true, 6.4e9],
  [false, 3.2e11],
])('no submission is ever larger than the most (software: %s)', async (software, most) => {
  const clock = { ms: 0 };
  const budget = budgetFor({ software }, () => clock.ms);
  await play(budget, clock, { speed: 1e12, submissions: 10 });
  expect(budget.limit).toBe(most);
});

test('an adapter that becomes five times slower is followed within a few submissions', async () => {
  const clock = { ms: 0 };
  const budget = new SubmissionBudget(1e9, () => clock.ms);
  await play(budget, clock, { speed: 1e7, submissions: 30 });
  const times = await play(budget, clock, { speed: 2e6, submissions: 12 });
  expect(Math.max(...times.slice(4))).toBeLessThan(150);
});

test('work that waits behind other work is not taken for slow', async () => {
  const clock = { ms: 0 };
  const budget = new SubmissionBudget(1e9, () => clock.ms);
  const ends: (() => void)[] = [];
  // all handed over at once
  for (let index = 0; index < 10; index++) budget.submitted(5e8, new Promise<void>((resolve) => ends.push(resolve)));
  for (const end of ends) {
    clock.ms += 60;
    end();
    await Promise.resolve();
    await Promise.resolve();
  }
  expect(budget.longestMs).toBe(60);
  expect(budget.limit).toBeCloseTo((5e8 / 60) * 50);
});

test('a delay now and then changes nothing, and delays without end cut submissions by 32 at most', async () => {
  const clock = { ms: 0 };
  const budget = new SubmissionBudget(1e9, () => clock.ms);
  const delayed = async (ms: number) => {
    const work = budget.limit;
    budget.submitted(work, Promise.resolve());
    clock.ms += work / (1e9 / 50) + ms; // the first guess is right
    await Promise.resolve();
    await Promise.resolve();
  };
  for (let index = 0; index < 20; index++) await delayed(index % 4 === 3 ? 2000 : 0);
  expect(budget.limit).toBeCloseTo(1e9);
  for (let index = 0; index < 20; index++) await delayed(2000);
  expect(budget.limit).toBe(1e9 / 32);
});

test('of several heard of together the first one’s time was all of theirs', async () => {
  const clock = { ms: 0 };
  const budget = new SubmissionBudget(1e9, () => clock.ms);
  for (let round = 0; round < 10; round++) {
    const ends: (() => void)[] = [];
    for (let index = 0; index < 4; index++)
      budget.submitted(budget.limit, new Promise<void>((resolve) => ends.push(resolve)));
    clock.ms += (4 * budget.limit) / (1e9 / 50); // the first guess is right, but nobody listened
    for (const end of ends) end();
    await Promise.resolve();
    await Promise.resolve();
    expect(budget.limit).toBeCloseTo(1e9);
  }
  expect(budget.longestMs).toBe(50);
});

test.each([1.1, 3, 8])(
  'nor do those that are heard of %s ms after one another, by a thread that catches up',
  async (apart) => {
    const clock = { ms: 0 };
    const budget = new SubmissionBudget(4e8, () => clock.ms);
    const speed = 4e8 / 50;
    let longestMs = 0;
    for (let round = 0; round < 20; round++) {
      const ends: (() => void)[] = [];
      const works = Array.from({ length: 6 }, () => budget.limit);
      for (const work of works) budget.submitted(work, new Promise<void>((resolve) => ends.push(resolve)));
      longestMs = Math.max(longestMs, ...works.map((work) => work / speed));
      clock.ms += works.reduce((sum, work) => sum + work, 0) / speed; // all are done, and nobody listened
      for (const end of ends) {
        end();
        await Promise.resolve();
        await Promise.resolve();
        clock.ms += apart;
      }
    }
    expect(longestMs).toBeLessThan(60);
    expect(budget.limit).toBeGreaterThan(2e8);
  },
);

test('a lost device is no error of the budget', async () => {
  const budget = new SubmissionBudget(1e9, () => 0);
  budget.submitted(1e9, Promise.reject(new Error('lost')));
  await Promise.resolve();
  expect(budget.limit).toBe(1e9);
});
