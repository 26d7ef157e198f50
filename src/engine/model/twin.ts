// The whole model's loss in plain f64 numbers, composed of the kernels' twins: the oracle of the self-test, and the
// subject of its finite differences. Slow and meant to be read.

import { present } from '../../basics/check';
import type { ModelConfig } from '../../contract/model-config';
import type { ObjectiveSettings } from '../../contract/objective';
import { frequenciesOf } from '../../contract/rope';
import { attention, slotsSeen } from '../kernels/attention/twin';
import { embed } from '../kernels/embed/twin';
import { addLora, matmul, matmulTransposed } from '../kernels/matmul/twin';
import { objective, type Target } from '../kernels/objective/twin';
import { rmsNorm } from '../kernels/rms-norm/twin';
import { rope } from '../kernels/rope/twin';
import { rowLayout, targetLayout } from '../kernels/shared/layouts';
import { swiglu } from '../kernels/swiglu/twin';
import { headSection, type LinearName } from './network';
import { linearLayers, patchSectionIn, type Section } from './parameters';
import { patchWidth } from './patches';
import type { PackedTraining } from './rows';

/** Floats of each section, laid out as on the GPU. */
export interface TwinWeights {
  readonly config: ModelConfig;
  readonly sections: readonly Section[];
  readonly floats: readonly Float64Array[];
  readonly adapter?: {
    readonly sections: readonly Section[];
    readonly floats: readonly Float64Array[];
    readonly rank: number;
    readonly scale: number;
  };
}

/** The batch's loss, and the log-probability of every target. */
export function twinLoss(
  weights: TwinWeights,
  batch: PackedTraining,
  settings: ObjectiveSettings,
): { loss: number; logps: number[] } {
  const results = twinLogits(weights, batch).map((logits, index) =>
    objective(settings, logits, targetsOf(batch, index)),
  );
  return { loss: results.reduce((sum, { loss }) => sum + loss, 0), logps: results.flatMap(({ logps }) => logps) };
}

/** The logits of every prediction. */
export function twinLogits({ config, sections, floats, adapter }: TwinWeights, batch: PackedTraining): Float64Array[] {
  const { hidden, intermediate, epsilon, vocabulary } = config;
  const frequencies = frequenciesOf(config.headSize, config.theta, config.ropeScaling);
  const m = batch.count;
  const tensor = (
    source: readonly Float64Array[],
    from: readonly Section[],
    section: number,
    name: string,
  ): Float64Array | undefined => {
    const slot = from[section]?.slots[name];
    return slot && source[section]?.subarray(slot.offset, slot.offset + slot.floats);
  };
  const weight = (section: number, name: string) => present(tensor(floats, sections, section, name), name);
  const linear = (
    layer: number,
    name: LinearName,
    { x, bias, residual }: { x: Float64Array; bias?: Float64Array | undefined; residual?: Float64Array },
  ): Float64Array => {
    const {
      into: k,
      out: n,
      parts,
    } = present(
      linearLayers(config).find((one) => one.name === name),
      name,
    );
    const y = matmul({ x, w: weight(layer + 1, name), bias, residual, m, k, n });
    if (adapter) {
      const piece = (which: string) =>
        present(tensor(adapter.floats, adapter.sections, layer, `${name}.${which}`), which);
      addLora({ x, a: piece('a'), b: piece('b'), y, parts, rank: adapter.rank, scale: adapter.scale, m, k, n });
    }
    return y;
  };
  const sees = slotsSeen(batch.rows, m, batch.paths);
  const positions = Array.from({ length: m }, (_, row) => rowLayout.read(batch.rows, row, 'position'));
  const embedding = weight(0, 'embedding');
  const tokens = rowLayout.rows(batch.rows).map(({ token }) => token);
  /** Words are looked up, patches are multiplied. */
  const embedded = () => {
    const words = embed({
      tokens: tokens.map((token) => Math.min(token, vocabulary - 1)),
      table: embedding,
      width: hidden,
    });
    const { patches } = batch;
    if (!patches) return words;
    const w = present(
      tensor(floats, sections, patchSectionIn(sections), 'patches') ??
        (adapter && tensor(adapter.floats, adapter.sections, patchSectionIn(adapter.sections), 'patches')),
      'a patch encoder',
    );
    const shown = matmul({ x: Float64Array.from(patches), w, m, k: patchWidth, n: hidden });
    return words.map((value, at) =>
      (tokens[Math.floor(at / hidden)] as number) < vocabulary ? value : (shown[at] as number),
    );
  };
  let x = embedded();
  for (let layer = 0; layer < config.layers; layer++) {
    const section = layer + 1;
    const normed = rmsNorm({ x, gain: weight(section, 'norm1'), width: hidden, epsilon });
    const qkv = linear(layer, 'qkv', { x: normed, bias: tensor(floats, sections, section, 'bias') });
    const { q, kv } = rope({
      qkv,
      gains: tensor(floats, sections, section, 'headNorm'),
      positions,
      frequencies,
      shape: config,
    });
    const middle = linear(layer, 'o', { x: attention({ q, kv, sees, shape: config }), residual: x });
    const again = rmsNorm({ x: middle, gain: weight(section, 'norm2'), width: hidden, epsilon });
    const act = swiglu({ gu: linear(layer, 'gu', { x: again }), width: intermediate });
    x = new Float64Array(linear(layer, 'down', { x: act, residual: middle }));
  }
  const end = config.layers + 1;
  const normed = rmsNorm({ x, gain: weight(end, 'norm'), width: hidden, epsilon });
  const head = config.tied ? embedding : weight(headSection(config), 'head');
  return batch.predictions.map((row) =>
    matmulTransposed({
      dy: normed.subarray(row * hidden, (row + 1) * hidden),
      w: head,
      m: 1,
      k: vocabulary,
      n: hidden,
    }),
  );
}

const targetsOf = (batch: PackedTraining, prediction: number): Target[] =>
  targetLayout
    .rows(batch.targets)
    .slice(batch.starts[prediction], batch.starts[prediction + 1])
    .map(({ inverseTemperature, ...target }) => ({ ...target, temperature: 1 / inverseTemperature }));
