// Models written as ONNX say what PyTorch says: the golden models of all three families, run by onnxruntime-web on the
// processor, token by token through their cache.
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { describe, expect, it } from 'vitest';
import type { NamedTensor } from '../../../contract/weights';
import { bytesSource } from '../../../files/formats/byte-source';
import { openGguf } from '../../../files/formats/gguf/open-gguf';
import { causalLmToOnnx } from './causal-lm';
import { modelFields } from './schema';

interface Packed {
  shape: number[];
  data: string;
}
interface Golden {
  config: Record<string, unknown>;
  weights: Record<string, Packed>;
  sequences: { token_T: number[]; logits_T_V: Packed }[];
}
type Values = Record<string, ort.Tensor>;

const floatsOf = ({ data }: Packed) => new Float32Array(new Uint8Array(Buffer.from(data, 'base64')).buffer);
const golden = (family: string): Golden =>
  JSON.parse(readFileSync(new URL(`../../../engine/model/golden/${family}.json`, import.meta.url), 'utf8'));
const tensorsOf = ({ weights }: Golden): NamedTensor[] =>
  Object.entries(weights).map(([name, packed]) => ({ name, shape: packed.shape, data: floatsOf(packed) }));
const int64 = (values: readonly number[], dims: readonly number[]) =>
  new ort.Tensor('int64', BigInt64Array.from(values, BigInt), dims);
const ones = (rows: number, length: number) => int64(new Array(rows * length).fill(1), [rows, length]);

const open = (model: Uint8Array) =>
  ort.InferenceSession.create(model, { executionProviders: ['wasm'], logSeverityLevel: 3 });

/** An empty cache for `rows` rows: its shapes are those the session asks for. */
function emptyCache(session: ort.InferenceSession, rows: number): Values {
  const values: Values = {};
  for (const input of session.inputMetadata) {
    if (!input.name.startsWith('past_key_values') || !input.isTensor) continue;
    const dims = input.shape.map((side) => (typeof side === 'number' ? side : side === 'batch_size' ? rows : 0));
    values[input.name] = new ort.Tensor('float32', new Float32Array(0), dims);
  }
  return values;
}

const cacheFrom = (outputs: ort.InferenceSession.OnnxValueMapType): Values =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([name]) => name.startsWith('present'))
      .map(([name, value]) => [name.replace('present', 'past_key_values'), value as ort.Tensor]),
  );

function largestDifference(got: Float32Array, wanted: Float32Array): number {
  return Math.max(...wanted.map((value, index) => Math.abs(value - (got[index] ?? Number.NaN))));
}

describe.each(['llama', 'qwen2', 'qwen3'])('a %s model as ONNX', (family) => {
  const model = golden(family);
  const vocabulary = Number(model.config['vocab_size']);
  const bytes = causalLmToOnnx(model.config, tensorsOf(model));

  it('predicts the golden logits, a token at a time through its cache', async () => {
    const session = await open(bytes);
    for (const { token_T, logits_T_V } of model.sequences) {
      const wanted = floatsOf(logits_T_V);
      let cache = emptyCache(session, 1);
      const begun = Math.ceil(token_T.length / 2);
      for (let end = begun; end <= token_T.length; end++) {
        const ids = end === begun ? token_T.slice(0, end) : token_T.slice(end - 1, end);
        const outputs = await session.run({
          input_ids: int64(ids, [1, ids.length]),
          attention_mask: ones(1, end),
          ...cache,
        });
        cache = cacheFrom(outputs);
        const got = outputs['logits']!.data as Float32Array;
        const row = wanted.subarray((end - 1) * vocabulary, end * vocabulary);
        expect(largestDifference(got, row)).toBeLessThan(2e-5 * Math.max(...row.map(Math.abs)));
        expect(Number((outputs['next_ids']!.data as BigInt64Array)[0])).toBe(row.indexOf(Math.max(...row)));
      }
    }
    await session.release();
  });

  it('names its inputs and outputs as transformers.js asks for them', () => {
    const { graph } = modelFields(bytes) as { graph: { input: { name: string }[]; output: { name: string }[] } };
    const layers = [0, 1].flatMap((layer) => [`${layer}.key`, `${layer}.value`]);
    expect(graph.input.map(({ name }) => name)).toEqual([
      'input_ids',
      'attention_mask',
      ...layers.map((name) => `past_key_values.${name}`),
    ]);
    expect(graph.output.map(({ name }) => name)).toEqual([
      ...layers.map((name) => `present.${name}`),
      'logits',
      'next_ids',
    ]);
  });
});

it('a model of Llama 3, its rotary positions scaled, predicts the logits of transformers too', async () => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../files/formats/gguf/golden/llama3.${name}`, import.meta.url));
  const { token_T, logits_T_V }: { token_T: number[]; logits_T_V: string } = JSON.parse(file('json').toString());
  const { config, tensors } = await openGguf(bytesSource(new Uint8Array(file('gguf')), 'llama3.gguf'));
  expect(config['rope_scaling']).toMatchObject({ rope_type: 'llama3' });
  const weights = await Promise.all(tensors.places.map(({ name }) => tensors.read(name)));
  const session = await open(causalLmToOnnx(config, weights, { logits: 'all' }));
  const shape = [1, token_T.length];
  const outputs = await session.run({
    input_ids: int64(token_T, shape),
    attention_mask: ones(1, token_T.length),
    ...emptyCache(session, 1),
  });
  const wanted = floatsOf({ shape, data: logits_T_V });
  const got = outputs['logits']!.data as Float32Array;
  expect(largestDifference(got, wanted)).toBeLessThan(2e-5 * Math.max(...wanted.map(Math.abs)));
  await session.release();
});

describe('a model that cannot be written as ONNX', () => {
  it('is refused by family', () => {
    expect(() => causalLmToOnnx({ model_type: 'gpt2' }, [])).toThrow(
      'model_type is one of llama, qwen2, qwen3, got "gpt2"',
    );
  });

  it('is refused by the tensor it lacks', () => {
    const model = golden('qwen3');
    const some = tensorsOf(model).filter(({ name }) => !name.endsWith('0.self_attn.o_proj.weight'));
    expect(() => causalLmToOnnx(model.config, some)).toThrow(
      'lacks the tensor "model.layers.0.self_attn.o_proj.weight"',
    );
  });
});
