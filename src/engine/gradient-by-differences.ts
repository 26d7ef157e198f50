// The gradient of a whole model at its full size, where a twin would take hours: what it says of two ways to move the
// adapter, beside how the objective changes. Along the gradient itself only what is there counts, so that a part that
// is missing would not be seen; grown as a whole the adapter moves in every part. What is left over comes of the step
// and shrinks with its square.
import { rngFrom, seedFrom } from '../basics/rng';
import { readConfig } from '../contract/model-config';
import type { NamedTensor } from '../contract/weights';
import { Engine, joined } from './engine';
import type { EngineDevice } from './gpu/device';
import { livelyAdapter, livelyTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

export interface DifferenceAlong {
  /** "gradient": by so much. "adapter": grown by this share of itself. */
  readonly way: 'gradient' | 'adapter';
  /** How far the adapter was moved, there and back. */
  readonly step: number;
  /** Of the change per step from what the gradient says, as a share of that. */
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
  const tensors = livelyTensors(configJson, 1);
  const engine = new Engine(gpu, { config: configJson, tensors, stopToken: neverStop, memory });
  try {
    engine.addPolicy('moved', { kind: 'adapter', rank, alpha: 2 * rank, seed: 0 });
    const floats = joined(adapter).length;
    const put = (moved: readonly NamedTensor[]) => {
      const [moment1, moment2] = [new Float32Array(floats), new Float32Array(floats)];
      return engine.load('moved', { kind: 'adapter', tensors: moved, moment1, moment2, updates: 0 });
    };
    await put(adapter);
    await engine.accumulate('moved', batch, unclipped);
    // the first moment is then the gradient itself, and nothing moves
    const noStep = { ...usualKnobs, learningRate: 0, beta1: 0, gradientClip: Number.POSITIVE_INFINITY };
    const { gradientNorm } = await engine.update('moved', noStep);
    const { tensors: saved, moment1: gradient } = await engine.save('moved'); // in the order of its numbers
    const own = joined(saved);
    const ways = {
      gradient: { direction: gradient.map((value) => value / gradientNorm), said: gradientNorm },
      adapter: {
        direction: own,
        said: gradient.reduce((sum, value, index) => sum + value * (own[index] as number), 0),
      },
    };
    const lossAt = async (direction: Float32Array, by: number) => {
      await put(along(saved, direction, by));
      return (await engine.accumulate('moved', batch, unclipped)).loss;
    };
    const found: DifferenceAlong[] = [];
    for (const [way, { direction, said }] of Object.entries(ways))
      for (const step of steps) {
        const change = ((await lossAt(direction, step)) - (await lossAt(direction, -step))) / (2 * step);
        found.push({ way: way as keyof typeof ways, step, error: Math.abs(change / said - 1) });
      }
    return found;
  } finally {
    engine.close();
  }
}

function along(tensors: readonly NamedTensor[], direction: Float32Array, by: number): NamedTensor[] {
  let at = 0;
  return tensors.map((tensor) => {
    const part = direction.subarray(at, at + tensor.data.length);
    at += part.length;
    return { ...tensor, data: tensor.data.map((value, index) => value + by * (part[index] as number)) };
  });
}
