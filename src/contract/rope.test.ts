// Llama 3's scaled positions, against the frequencies that transformers computes (e2e/foreign/make_rope_golden.py).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from './model-config';
import { frequenciesOf } from './rope';

type Golden = Readonly<Record<string, unknown>> & { readonly frequencies: readonly number[] };
const golden: readonly Golden[] = JSON.parse(readFileSync(new URL('rope.golden.json', import.meta.url), 'utf8'));
const shape = { model_type: 'llama', num_hidden_layers: 1, intermediate_size: 64, vocab_size: 32 };

test.each(golden)("head size $head_dim: the frequencies are transformers'", ({ frequencies, ...given }) => {
  const { headSize, theta, ropeScaling } = readConfig({ ...shape, ...given });
  expect(ropeScaling).toBeDefined();
  const got = frequenciesOf(headSize, theta, ropeScaling);
  expect(got.length).toBe(frequencies.length);
  // they are f32
  for (const [i, wanted] of frequencies.entries()) expect(Math.abs((got[i] as number) / wanted - 1)).toBeLessThan(1e-6);
  const unscaled = frequenciesOf(headSize, theta);
  expect(got[0]).toBe(unscaled[0]);
  expect(got.at(-1)).toBeLessThan(unscaled.at(-1) as number);
});

test('the newer place of the setting, rope_parameters, says the same', () => {
  const [{ rope_scaling, rope_theta, ...given } = {} as Golden] = golden;
  const older = readConfig({ ...shape, ...given, rope_scaling, rope_theta });
  expect(readConfig({ ...shape, ...given, rope_parameters: { ...(rope_scaling as object), rope_theta } })).toEqual(
    older,
  );
});

test('what is no scaling of Llama 3 is refused by name', () => {
  const config = { ...shape, hidden_size: 64, num_attention_heads: 4 };
  expect(() => readConfig({ ...config, rope_scaling: { rope_type: 'yarn', factor: 4 } })).toThrow(
    'rope_scaling is not supported',
  );
  expect(() => readConfig({ ...config, rope_scaling: { rope_type: 'llama3', factor: 8 } })).toThrow(
    'low_freq_factor above 0',
  );
});
