// On a clock of its own: a GPU that is handed work of all lengths, and looked at over ten seconds.
import { describe, expect, test } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { GpuShare } from './gpu-share';

/** A GPU whose clock goes on while it works and while it rests. */
function machine() {
  const clock = { ms: 0 };
  const share = new GpuShare({
    now: () => clock.ms,
    rest: async (ms) => {
      clock.ms += ms;
    },
  });
  /** From when to when it worked. */
  const worked: [from: number, to: number][] = [];
  const work = async (ms: number) => {
    await share.rested(async () => {});
    worked.push([clock.ms, clock.ms + ms]);
    clock.ms += ms;
    share.worked(ms);
  };
  const busy = (from: number, to: number) =>
    worked.reduce((sum, [begin, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(begin, from)), 0) / (to - from);
  return { clock, share, work, busy };
}

describe('the share of time that the GPU is busy', () => {
  test.each([0.1, 0.25, 0.5, 0.8])('%d is kept within five points over any ten seconds', async (wanted) => {
    const { clock, share, work, busy } = machine();
    share.set(wanted);
    const rng = rngFrom('share', 1);
    while (clock.ms < 60_000) await work(5 + 300 * rng.number());
    for (let from = 0; from <= 50_000; from += 137)
      expect(Math.abs(busy(from, from + 10_000) - wanted)).toBeLessThan(0.05);
  });

  test('all of it: nobody rests', async () => {
    const { clock, work } = machine();
    for (let round = 0; round < 100; round++) await work(50);
    expect(clock.ms).toBe(5000);
  });

  test('another share holds from then on, also for a rest under way', async () => {
    const { clock, share, work, busy } = machine();
    share.set(0.05);
    await work(1000); // owes nineteen seconds
    const other = share.rested(async () => {});
    share.set(0.8);
    await other;
    expect(clock.ms).toBeLessThan(1500);
    const from = clock.ms;
    while (clock.ms < from + 20_000) await work(100);
    expect(Math.abs(busy(from + 5000, from + 15_000) - 0.8)).toBeLessThan(0.05);
  });

  test('what waited for work is not made up for by a burst', async () => {
    const { clock, share, work, busy } = machine();
    share.set(0.5);
    clock.ms += 60_000;
    const from = clock.ms;
    while (clock.ms < from + 20_000) await work(100);
    expect(Math.abs(busy(from, from + 10_000) - 0.5)).toBeLessThan(0.05);
  });

  test.each([0, -1, 1.1, Number.NaN])('a share of %d is refused', (share) => {
    expect(() => machine().share.set(share)).toThrow('from 5 % to 100 %');
  });
});
