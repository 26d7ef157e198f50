// Real gradients only, and shown: before the first training on an adapter, the GPU's numbers are compared with plain f64 arithmetic and
// its gradients with finite differences of it, tensor by tensor, along random directions. A tiny random model; under two seconds.
import { rngFrom } from '../../basics/rng';
import { Engine } from '../engine';
import type { EngineDevice } from '../gpu/device';
import type { Objective } from '../kernels/objective/objective';
import { readConfig } from './config';
import { dequantised } from './dequantised';
import { freshAdapter } from './lora';
import { adapterSections, layOut, type NamedTensor, type Section, weightSections } from './parameters';
import { NONE, packTraining, type TrainGroup } from './rows';
import type { Precision } from './stored-sections';
import { type TwinWeights, twinLoss } from './twin';

export interface SelfTestReport {
  readonly passed: boolean;
  /** Relative errors: differences over the largest size of what is compared. */
  readonly checks: readonly { readonly name: string; readonly error: number; readonly tolerance: number }[];
  readonly ms: number;
}

const config = {
  model_type: 'qwen3',
  hidden_size: 16,
  intermediate_size: 24,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  head_dim: 8,
  vocab_size: 21,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};
const rank = 4;
const alpha = 8;
const settings: Objective = {
  kind: 'at-grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  kl: 0.1,
  entropy: 0.05,
  aggregation: 'token-mean',
  divisor: 1,
};

/** Runs the test on this device; `now` tells milliseconds. A base below f32 is tested with adapters alone. Throws only when the device fails. */
export async function runSelfTest(
  gpu: EngineDevice,
  now: () => number = () => performance.now(),
  precision: Precision = 'f32',
): Promise<SelfTestReport> {
  const start = now();
  const model = readConfig(config);
  const sections = weightSections(model);
  const adapters = adapterSections(model, rank);
  const tensors = randomTensors(sections, 'weights', 0.25);
  const adapter = [...freshAdapter(adapters, 1).values()].map((tensor) =>
    tensor.name.endsWith('lora_B.weight') ? present(randomTensors(adapters, 'adapter', 0.2), tensor.name) : tensor,
  );
  const batch = randomBatch(model.vocabulary);
  const twin: TwinWeights = {
    config: model,
    sections,
    floats: wide(layOut(sections, named(dequantised(config, tensors, precision)))),
  };
  const adapted: TwinWeights = {
    ...twin,
    adapter: { sections: adapters, floats: wide(layOut(adapters, named(adapter))), rank, scale: alpha / rank },
  };
  const tokens = batch.reduce((sum, group) => sum + group.completions.reduce((all, { token_T }) => all + token_T.length, 0), 0);
  const weight_GK = batch.map((group) => group.completions.map(() => 1 / tokens));
  const packed = packTraining(batch, { weight_GK, adapter: NONE, vocabulary: model.vocabulary });

  const checks: { name: string; error: number; tolerance: number }[] = [];
  const engine = new Engine(gpu, { config, tensors, stopToken: 0, precision });
  try {
    engine.addPolicy('adapter', { kind: 'adapter', rank, alpha, seed: 1 });
    const floats = adapter.reduce((sum, { data }) => sum + data.length, 0);
    engine.load('adapter', {
      kind: 'adapter',
      tensors: adapter,
      moment1: new Float32Array(floats),
      moment2: new Float32Array(floats),
      updates: 0,
    });
    if (precision === 'f32') engine.addPolicy('weights', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 });
    const tested = [['adapter', adapted, adapters] as const, ['weights', twin, sections] as const];
    for (const [policy, subject, moving] of tested.slice(0, precision === 'f32' ? 2 : 1)) {
      const report = await engine.accumulate(policy, batch, settings);
      const { loss, logps } = twinLoss(subject, packed, settings);
      const got = (await engine.logprobs(policy, batch)).flat(2);
      const wanted = inOrder(packed.places, logps, batch);
      checks.push({
        name: `${policy}: loss`,
        error: Math.abs(report.loss - loss) / Math.max(1, Math.abs(loss)),
        tolerance: 1e-4,
      });
      checks.push({
        name: `${policy}: log-probabilities`,
        error: Math.max(...got.map((value, index) => Math.abs(value - (wanted[index] ?? Number.NaN)))),
        tolerance: 2e-4,
      });
      const gradients = wide(layOut(moving, named(await engine.gradients(policy))));
      checks.push(...slopes({ subject, policy, packed, gradients, moving }));
    }
  } finally {
    engine.close();
  }
  return { passed: checks.every(({ error, tolerance }) => error <= tolerance), checks, ms: now() - start };
}

/** Per tensor: the gradient's component along a random direction against the loss's central difference along it. */
function slopes({
  subject,
  policy,
  packed,
  gradients,
  moving,
}: {
  subject: TwinWeights;
  policy: string;
  packed: ReturnType<typeof packTraining>;
  gradients: Float64Array[];
  moving: readonly Section[];
}) {
  const rows: { name: string; got: number; wanted: number }[] = [];
  for (const [s, section] of moving.entries()) {
    for (const slot of Object.values(section.slots)) {
      const rng = rngFrom('direction', policy, section.name, slot.name);
      const direction = new Float64Array(section.floats);
      for (const piece of slot.pieces) {
        const [height = 1, width = 1] = piece.shape;
        const length = Math.sqrt(height * width);
        for (let i = 0; i < height; i++)
          for (let j = 0; j < width; j++) direction[slot.offset + piece.place(i, j)] = rng.normal() / length;
      }
      const at = (step: number) => {
        const shift = (floats: readonly Float64Array[]) =>
          floats.map((own, index) => (index === s ? own.map((value, i) => value + step * (direction[i] as number)) : own));
        const moved =
          policy === 'adapter' && subject.adapter
            ? { ...subject, adapter: { ...subject.adapter, floats: shift(subject.adapter.floats) } }
            : { ...subject, floats: shift(subject.floats) };
        return twinLoss(moved, packed, settings).loss;
      };
      const step = 1e-4;
      const wanted = (at(step) - at(-step)) / (2 * step);
      const got = direction.reduce((sum, value, index) => sum + value * (gradients[s]?.[index] ?? Number.NaN), 0);
      rows.push({ name: `${policy}: slope along ${section.name} ${slot.name}`, got, wanted });
    }
  }
  const scale = Math.max(...rows.map(({ wanted }) => Math.abs(wanted)));
  return rows.map(({ name, got, wanted }) => {
    const error = Math.abs(got - wanted) / scale;
    return { name, error: Number.isNaN(error) ? Number.POSITIVE_INFINITY : error, tolerance: 1e-3 };
  });
}

const named = (tensors: readonly NamedTensor[]) => new Map(tensors.map((tensor) => [tensor.name, tensor]));
const wide = (floats: readonly Float32Array[]) => floats.map((part) => Float64Array.from(part));
const present = (tensors: readonly NamedTensor[], name: string): NamedTensor =>
  tensors.find((tensor) => tensor.name === name) as NamedTensor;

function randomTensors(sections: readonly Section[], seed: string, spread: number): NamedTensor[] {
  return sections.flatMap((section) =>
    Object.values(section.slots).flatMap((slot) =>
      slot.pieces.map(({ name, shape }) => {
        const rng = rngFrom('self-test', seed, name);
        const centre = name.includes('norm') ? 1 : 0;
        return {
          name,
          shape,
          data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => centre + spread * rng.normal()),
        };
      }),
    ),
  );
}

/** Two groups whose completions share prompts, of unequal lengths, one sampled below temperature 1, with ratios on both sides of the clip but away from its edges. */
function randomBatch(vocabulary: number): TrainGroup[] {
  const rng = rngFrom('self-test', 'batch');
  const tokens = (count: number) => Array.from({ length: count }, () => rng.integer(vocabulary));
  return [
    { prompt: 5, lengths: [3, 1, 2], temperature: 1 },
    { prompt: 2, lengths: [2, 4], temperature: 0.75 },
  ].map(({ prompt, lengths, temperature }) => ({
    prompt_P: tokens(prompt),
    temperature,
    completions: lengths.map((length, k) => {
      const token_T = tokens(length);
      return {
        token_T,
        oldLogp_T: token_T.map(() => -3 - rng.number()),
        refLogp_T: token_T.map(() => -3 - rng.number()),
        advantage: k % 2 === 0 ? 1 : -0.7,
      };
    }),
  }));
}

function inOrder(
  places: readonly { group: number; completion: number; token: number }[],
  logps: readonly number[],
  batch: readonly TrainGroup[],
): number[] {
  const nested = batch.map((group) => group.completions.map(({ token_T }) => new Array<number>(token_T.length)));
  for (const [index, { group, completion, token }] of places.entries()) {
    const row = nested[group]?.[completion];
    if (row) row[token] = logps[index] as number;
  }
  return nested.flat(2);
}
