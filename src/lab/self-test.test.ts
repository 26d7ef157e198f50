import { describe, expect, it } from 'vitest';
import type { EngineDevice } from '../engine/gpu/device';
import { joinedTests, packedTests } from './self-test';

const gpu = () => ({}) as EngineDevice;
const report = (error: number) => ({
  passed: error <= 1e-4,
  checks: [
    { name: 'adapter: loss', error: 1e-6, tolerance: 1e-4 },
    { name: 'adapter: slope', error, tolerance: 1e-4 },
  ],
  ms: 5,
});

describe('the test of a base in fewer bits', () => {
  it('runs once for each GPU and precision, and never for f32', async () => {
    const ran: string[] = [];
    const test = packedTests(async (_gpu, _now, precision = 'f32') => {
      ran.push(precision);
      return report(1e-5);
    });
    const [one, other] = [gpu(), gpu()];
    expect(await test(one, 'f32')).toBeUndefined();
    await Promise.all([test(one, 'int4'), test(one, 'int4'), test(one, 'f16')]);
    await test(other, 'int4');
    expect(ran).toEqual(['int4', 'f16', 'int4']);
    expect((await test(one, 'int4'))?.checks.map(({ name }) => name)).toEqual([
      'int4 base, adapter: loss',
      'int4 base, adapter: slope',
    ]);
  });

  it('refuses the precision in words when it fails, and again when asked again', async () => {
    const test = packedTests(async () => report(0.2));
    const here = gpu();
    const words =
      'with a base of int8, got an error of 2.0e-1 where 1.0e-4 is allowed (adapter: slope): set "basePrecision" to f32';
    await expect(test(here, 'int8')).rejects.toThrow(words);
    await expect(test(here, 'int8')).rejects.toThrow(words);
  });

  it('is tried again after the GPU failed in the middle of it', async () => {
    let fails = true;
    const test = packedTests(async () => {
      if (fails) throw new Error('the GPU was lost');
      return report(0);
    });
    const here = gpu();
    await expect(test(here, 'int4')).rejects.toThrow('the GPU was lost');
    fails = false;
    expect((await test(here, 'int4'))?.passed).toBe(true);
  });
});

it("stands in a run's report beside the test of f32, once however often the run is taken up", () => {
  const f32 = report(1e-5);
  const int4 = { ...report(1e-5), checks: [{ name: 'int4 base, adapter: loss', error: 0, tolerance: 1e-4 }] };
  const joined = joinedTests(f32, int4);
  expect(joined).toMatchObject({ passed: true, checks: [...f32.checks, ...int4.checks], ms: 10 });
  expect(joinedTests(joined, int4).checks).toEqual(joined.checks);
  expect(joinedTests(undefined, int4)).toEqual(int4);
});
