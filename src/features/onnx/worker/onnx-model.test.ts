// Adapters as inputs, and adapters merged into the weights, say what PyTorch says of all three families – in
// onnxruntime-web, on the processor; so does one session that speaks now with one, now with another.
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import { mergedWeights } from '../../../export/merged-weights';
import { goldenModel } from './golden-model.test-data';
import { adapterFeeds, type Feeds, type OnnxModel, openOnnxModel } from './onnx-model';

const golden = (family: string) =>
  goldenModel(
    JSON.parse(readFileSync(new URL(`../../../engine/model/golden/${family}.json`, import.meta.url), 'utf8')),
  );

/** Largest difference over the largest value. */
function distance(got: Float32Array, wanted: Float32Array): number {
  const scale = Math.max(...wanted.map(Math.abs));
  expect(got.length).toBe(wanted.length);
  return Math.max(...wanted.map((value, index) => Math.abs(value - (got[index] ?? Number.NaN)) / scale));
}

/** All logits of a sequence, its second half read a token at a time. */
async function logitsOf(model: OnnxModel, token_T: readonly number[], adapter?: Feeds): Promise<Float32Array> {
  const half = Math.ceil(token_T.length / 2);
  let before = await model.read(token_T.slice(0, half), { adapter });
  const parts = [...before.logits];
  for (const token of token_T.slice(half)) {
    before = await model.read([token], { before, adapter });
    parts.push(...before.logits);
  }
  return Float32Array.from(parts);
}

describe.each(['llama', 'qwen2', 'qwen3'])('a %s model in onnxruntime-web', (family) => {
  const model = golden(family);

  it('takes an adapter as inputs, and none, in one session', async () => {
    const session = await openOnnxModel(ort, model, { adapters: 'inputs', logits: 'all' });
    const [adapter, none] = [adapterFeeds(ort, model.config, model.adapter), adapterFeeds(ort, model.config)];
    for (const { token_T, logits, adaptedLogits } of model.sequences) {
      expect(distance(await logitsOf(session, token_T, adapter), adaptedLogits)).toBeLessThan(2e-5);
      expect(distance(await logitsOf(session, token_T, none), logits)).toBeLessThan(2e-5);
    }
    await session.close();
  });

  it('says the same with the adapter merged into its weights', async () => {
    const tensors = mergedWeights(model.tensors, { kind: 'adapter', ...model.adapter }, model.adapter);
    const session = await openOnnxModel(ort, { config: model.config, tensors }, { logits: 'all' });
    for (const { token_T, adaptedLogits } of model.sequences)
      expect(distance(await logitsOf(session, token_T), adaptedLogits)).toBeLessThan(2e-5);
    await session.close();
  });
});

describe('what cannot be read', () => {
  const model = golden('qwen3');

  it('is an adapter of another model, by name and shape', () => {
    const [first, ...rest] = model.adapter.tensors;
    const wide = { ...model.adapter, tensors: [{ ...first!, shape: [4, 99] }, ...rest] };
    expect(() => adapterFeeds(ort, model.config, wide)).toThrow(
      /lora_A\.weight" has shape \[4,99\], the model takes \[4,24\]: the adapter was made for another model/,
    );
    const deep = { ...model.adapter, tensors: [{ ...first!, name: first!.name.replace('layers.0', 'layers.7') }] };
    expect(() => adapterFeeds(ort, model.config, deep)).toThrow(/the model has no layer for .*layers\.7/);
    const foreign = { ...model.adapter, tensors: [{ ...first!, name: 'model.norm.weight' }] };
    expect(() => adapterFeeds(ort, model.config, foreign)).toThrow(
      'an adapter consists of LoRA matrices, got "model.norm.weight"',
    );
  });

  it('is more than the model has positions for', async () => {
    const session = await openOnnxModel(ort, model, {});
    await expect(session.read(new Array(65).fill(1), {})).rejects.toThrow('a model of 64 positions reads');
    await session.close();
  });
});
