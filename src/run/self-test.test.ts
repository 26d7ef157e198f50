import { describe, expect, it } from 'vitest';
import type { EngineDevice } from '../engine/gpu/device';
import { joinedTests, passedPacked, selfTests } from './self-test';

const gpu = () => ({}) as EngineDevice;
const model = (heads: number, hidden = 64) => ({
  model_type: 'llama',
  hidden_size: hidden,
  intermediate_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: heads,
  head_dim: 8,
  vocab_size: 30,
});
const report = (error: number) => ({
  passed: error <= 1e-4,
  checks: [
    { name: 'adapter: loss', error: 1e-6, tolerance: 1e-4 },
    { name: 'adapter: gradient', error, tolerance: 1e-4 },
  ],
  ms: 5,
});

describe('the test of a GPU', () => {
  it('runs once for each GPU, head shape and precision, and anew when asked', async () => {
    const ran: string[] = [];
    const tests = selfTests(async (_gpu, { model, precision } = {}) => {
      ran.push(`${precision} ${model?.['num_attention_heads']}`);
      return report(1e-5);
    });
    const [one, other] = [gpu(), gpu()];
    await Promise.all([tests.of(one, model(4)), tests.of(one, model(4, 128)), tests.of(one, model(8))]);
    await tests.of(one, model(4), 'int4');
    await tests.of(other, model(4));
    expect(ran).toEqual(['f32 4', 'f32 8', 'int4 4', 'f32 4']);
    expect((await tests.again(one, model(4))).about).toBe('4 heads of 8, 4 key heads, an untied head');
    expect(ran.length).toBe(5);
    await tests.of(one, model(4));
    expect(ran.length).toBe(5);
  });

  it('is tried again after the GPU failed in the middle of it', async () => {
    let fails = true;
    const tests = selfTests(async () => {
      if (fails) throw new Error('the GPU was lost');
      return report(0);
    });
    const here = gpu();
    await expect(tests.of(here, model(4), 'int4')).rejects.toThrow('the GPU was lost');
    fails = false;
    expect((await tests.of(here, model(4), 'int4')).passed).toBe(true);
  });
});

it('refuses a base in fewer bits in words when its test fails', () => {
  expect(() => passedPacked(report(0.2), 'int8')).toThrow(
    'with a base of int8, got an error of 2.0e-1 where 1.0e-4 is allowed (adapter: gradient): set "basePrecision" to f32',
  );
  expect(passedPacked(report(1e-5), 'int4').checks.map(({ name }) => name)).toEqual([
    'int4 base, adapter: loss',
    'int4 base, adapter: gradient',
  ]);
});

it("stands in a run's report beside the test of f32, once however often the run is taken up", () => {
  const f32 = report(1e-5);
  const int4 = { ...report(1e-5), checks: [{ name: 'int4 base, adapter: loss', error: 0, tolerance: 1e-4 }] };
  const joined = joinedTests(f32, int4);
  expect(joined).toMatchObject({ passed: true, checks: [...f32.checks, ...int4.checks], ms: 10 });
  expect(joinedTests(joined, int4).checks).toEqual(joined.checks);
  expect(joinedTests(undefined, int4)).toEqual(int4);
  expect(joinedTests(report(0.2), f32).passed).toBe(true);
  expect(joinedTests(report(0.2), int4).passed).toBe(false);
});
