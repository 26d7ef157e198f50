// The gradient of a whole model at its full size, where a twin would take hours: along it the objective has to change
// by as much as the gradient is long. What is left over comes of the step and shrinks with its square; an error of the
// gradient's own would not.
import { rngFrom, seedFrom } from '../basics/rng';
import { readConfig } from '../contract/model-config';
import type { NamedTensor } from '../contract/weights';
import { Engine } from './engine';
import type { EngineDevice } from './gpu/device';
import { livelyAdapter, livelyTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

export interface DifferenceAlong {
  /** How far the adapter was moved, both ways. */
  readonly step: number;
  /** Of the change per step from the gradient's length, as a share of that. */
  readonly error: number;
}

const rank = 16;
const steps = [0.1, 0.03, 0.01];
const [promptTokens, answers, answerTokens] = [16, 2, 4];
/** Whatever it takes: it is not asked what fits. */
const memory = 12 * 2 ** 30;
/** Answers run to their full length. */
const neverStop = 0xffffffff;

/** `configJson`: a config.json; weights and adapter are drawn. */
export async function gradientByDifferences(
  gpu: EngineDevice,
  configJson: Readonly<Record<string, unknown>>,
): Promise<readonly DifferenceAlong[]> {
  const { vocabulary } = readConfig(configJson);
  const rng = rngFrom('gradient by differences');
  const tokens = (count: number) => Array.from({ length: count }, () => rng.integer(vocabulary));
  const completions = Array.from({ length: answers }, (_, k) => ({
    token_T: tokens(answerTokens),
    oldLogp_T: Array.from({ length: answerTokens }, () => -Math.log(vocabulary)),
    advantage: k % 2 === 0 ? 1 : -0.75,
  }));
  const batch = [{ prompt_P: tokens(promptTokens), completions }];
  const unclipped = { ...usualObjective, clipLow: 0.999, clipHigh: 1e6 }; // differentiable everywhere
  const adapter = livelyAdapter(configJson, rank, seedFrom('gradient by differences'));
  const engine = new Engine(gpu, {
    ...{ config: configJson, tensors: livelyTensors(configJson, 1), stopToken: neverStop, memory },
  });
  try {
    engine.addPolicy('moved', { kind: 'adapter', rank, alpha: 2 * rank, seed: 0 });
    const floats = adapter.reduce((sum, { data }) => sum + data.length, 0);
    const put = (tensors: readonly NamedTensor[]) => {
      const [moment1, moment2] = [new Float32Array(floats), new Float32Array(floats)];
      return engine.load('moved', { kind: 'adapter', tensors, moment1, moment2, updates: 0 });
    };
    await put(adapter);
    await engine.accumulate('moved', batch, unclipped);
    // the first moment is then the gradient itself, and nothing moves
    const noStep = { ...usualKnobs, learningRate: 0, beta1: 0, gradientClip: Number.POSITIVE_INFINITY };
    const { gradientNorm } = await engine.update('moved', noStep);
    const { tensors, moment1: gradient } = await engine.save('moved');
    const lossAt = async (by: number) => {
      await put(along(tensors, gradient, by / gradientNorm));
      return (await engine.accumulate('moved', batch, unclipped)).loss;
    };
    const found: DifferenceAlong[] = [];
    for (const step of steps) {
      const change = ((await lossAt(step)) - (await lossAt(-step))) / (2 * step);
      found.push({ step, error: Math.abs(change - gradientNorm) / gradientNorm });
    }
    return found;
  } finally {
    engine.close();
  }
}

function along(tensors: readonly NamedTensor[], gradient: Float32Array, by: number): NamedTensor[] {
  let at = 0;
  return tensors.map((tensor) => {
    const part = gradient.subarray(at, at + tensor.data.length);
    at += part.length;
    return { ...tensor, data: tensor.data.map((value, index) => value + by * (part[index] as number)) };
  });
}
