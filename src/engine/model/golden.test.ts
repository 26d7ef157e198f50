// Three tiny models, everything the engine computes compared with PyTorch in f64 (golden/README.md): logits as
// log-probabilities, gradients of adapters and of all weights, reports, and ten steps of training. The golden sequences
// are unpacked: group packing is compared with something that knows nothing of it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrainingGroup, UpdateKnobs } from '../../contract/learner';
import type { ObjectiveSettings } from '../../contract/objective';
import type { NamedTensor } from '../../contract/weights';
import { findGpu } from '../../headless/open-gpu';
import { Engine } from '../engine';
import { type EngineDevice, requestEngineDevice } from '../gpu/device';

interface Tensor {
  shape: number[];
  data: string;
}
type Tensors = Record<string, Tensor>;
interface Training {
  settings: ObjectiveSettings;
  knobs: UpdateKnobs;
  loss_S: number[];
  gradientNorm_S: number[];
  weightChange_S: number[];
}
interface Golden {
  config: Record<string, unknown>;
  weights: Tensors;
  adapter: { rank: number; alpha: number; tensors: Tensors };
  sequences: { token_T: number[]; logits_T_V: Tensor; adaptedLogits_T_V: Tensor }[];
  batch: TrainingGroup[];
  scores: Record<'bare' | 'adapted', { logp_T: number[]; entropy_T: number[] }[][]>;
  atGrpo: { settings: ObjectiveSettings; report: Record<string, number>; gradientNorm: number; gradients: Tensors };
  atGrpoSequenceMean: { settings: ObjectiveSettings; report: Record<string, number> };
  atGrpoConstant: { settings: ObjectiveSettings; report: Record<string, number> };
  sft: { settings: ObjectiveSettings; report: Record<string, number>; gradientNorm: number; gradients: Tensors };
  sftTraining: Training;
  atGrpoTraining: Training;
}

const opened = await findGpu();
if (opened.kind === 'none') console.warn(`SKIPPED: golden tests of 3 families did not run: ${opened.reason}`);
let device: EngineDevice;

const floatsOf = ({ data }: Tensor): Float32Array => {
  const bytes = Buffer.from(data, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};
const namedOf = (tensors: Tensors): NamedTensor[] =>
  Object.entries(tensors).map(([name, tensor]) => ({ name, shape: tensor.shape, data: floatsOf(tensor) }));
const goldenOf = (family: string): Golden =>
  JSON.parse(readFileSync(new URL(`./golden/${family}.json`, import.meta.url), 'utf8'));

/** Largest |got − wanted| over the largest |wanted| of all tensors together. */
function distance(got: readonly NamedTensor[], wanted: readonly NamedTensor[]): number {
  const scale = Math.max(...wanted.flatMap(({ data }) => [...data].map(Math.abs)));
  const byName = new Map(got.map((tensor) => [tensor.name, tensor]));
  return Math.max(
    ...wanted.flatMap(({ name, data }) =>
      [...data].map((value, index) => {
        const error = Math.abs((byName.get(name)!.data[index] ?? Number.NaN) - value) / scale;
        return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
      }),
    ),
  );
}

describe.skipIf(opened.kind === 'none').each(['llama', 'qwen2', 'qwen3'])('%s against PyTorch', (family) => {
  const golden = goldenOf(family);
  const { rank, alpha } = golden.adapter;
  let engine: Engine;
  const withAdapter = (name: string): void => {
    engine.addPolicy(name, { kind: 'adapter', rank, alpha, seed: 1 });
    const tensors = namedOf(golden.adapter.tensors);
    const count = tensors.reduce((sum, { data }) => sum + data.length, 0);
    engine.load(name, {
      kind: 'adapter',
      tensors,
      moment1: new Float32Array(count),
      moment2: new Float32Array(count),
      updates: 0,
    });
  };
  beforeAll(async () => {
    if (opened.kind === 'none') return;
    device ??= await requestEngineDevice(opened.gpu);
    engine = new Engine(device, { config: golden.config, tensors: namedOf(golden.weights), stopToken: 1 });
    withAdapter('adapted');
  });
  afterAll(() => engine?.close());

  test.each(['bare', 'adapted'] as const)(
    'log-probability and entropy of every completion token, %s',
    async (which) => {
      const scores = await engine.scores(which === 'bare' ? 'base' : 'adapted', golden.batch);
      for (const [g, group] of golden.scores[which].entries()) {
        for (const [k, { logp_T, entropy_T }] of group.entries()) {
          for (const [t, logp] of logp_T.entries()) {
            expect(scores[g]?.[k]?.[t]?.logp).toBeCloseTo(logp, 4);
            expect(scores[g]?.[k]?.[t]?.entropy).toBeCloseTo(entropy_T[t] as number, 4);
          }
        }
      }
    },
  );

  test('whole sequences: the log-probability of every next token', async () => {
    for (const { token_T, logits_T_V } of golden.sequences) {
      if (token_T.length < 2) continue;
      const logits = floatsOf(logits_T_V);
      const vocabulary = logits_T_V.shape[1] as number;
      const rest = token_T.slice(1);
      const [[scores]] = (await engine.logprobs('base', [
        { prompt_P: token_T.slice(0, 1), completions: [{ token_T: rest, oldLogp_T: rest.map(() => 0), advantage: 0 }] },
      ])) as [[number[]]];
      for (const [t, token] of rest.entries()) {
        const row = [...logits.subarray(t * vocabulary, (t + 1) * vocabulary)];
        const highest = Math.max(...row);
        const wanted =
          (row[token] as number) - highest - Math.log(row.reduce((sum, value) => sum + Math.exp(value - highest), 0));
        expect(Math.abs((scores[t] as number) - wanted)).toBeLessThan(5e-5);
      }
    }
  });

  test('L5 the AT-GRPO report in all three aggregations', async () => {
    for (const { settings, report } of [golden.atGrpo, golden.atGrpoSequenceMean, golden.atGrpoConstant]) {
      const got = (await engine.accumulate('adapted', golden.batch, settings)) as unknown as Record<string, number>;
      for (const [name, value] of Object.entries(report))
        expect([name, Math.abs((got[name] as number) - value) < 1e-4 * Math.max(1, Math.abs(value))]).toEqual([
          name,
          true,
        ]);
    }
  });

  test('gradients of the adapter under AT-GRPO', async () => {
    withAdapter('trained');
    await engine.accumulate('trained', golden.batch, golden.atGrpo.settings);
    expect(distance(await engine.gradients('trained'), namedOf(golden.atGrpo.gradients))).toBeLessThan(1e-5);
  });

  test('gradients of all weights under SFT', async () => {
    engine.addPolicy('whole', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 });
    const report = await engine.accumulate('whole', golden.batch, golden.sft.settings);
    expect(report.loss).toBeCloseTo(golden.sft.report['loss'] as number, 4);
    expect(distance(await engine.gradients('whole'), namedOf(golden.sft.gradients))).toBeLessThan(1e-5);
  });

  test('ten steps of an adapter under AT-GRPO', async () => {
    withAdapter('trained adapter');
    await follow(engine, 'trained adapter', golden.batch, golden.atGrpoTraining);
  });

  test('ten steps of all weights under SFT', async () => {
    engine.addPolicy('trained whole', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 });
    await follow(engine, 'trained whole', golden.batch, golden.sftTraining);
  });
});

async function follow(
  engine: Engine,
  policy: string,
  batch: readonly TrainingGroup[],
  training: Training,
): Promise<void> {
  const close = (got: number, wanted: number) => Math.abs(got - wanted) / Math.max(1, Math.abs(wanted));
  const off: Record<string, number> = { loss: 0, norm: 0, change: 0 };
  for (const [step, loss] of training.loss_S.entries()) {
    const report = await engine.accumulate(policy, batch, training.settings);
    const { gradientNorm, weightChange, skipped } = await engine.update(policy, training.knobs);
    expect(skipped).toBe(false);
    off['loss'] = Math.max(off['loss']!, close(report.loss, loss));
    off['norm'] = Math.max(off['norm']!, close(gradientNorm, training.gradientNorm_S[step] as number));
    off['change'] = Math.max(off['change']!, close(weightChange, training.weightChange_S[step] as number));
  }
  expect(off['loss']).toBeLessThan(1e-4);
  expect(off['norm']).toBeLessThan(1e-3);
  expect(off['change']).toBeLessThan(1e-4);
}
