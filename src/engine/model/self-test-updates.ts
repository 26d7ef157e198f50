// The optimiser against its twin: two steps from moments of zero, the first of them clipped, each from the gradient
// that lies on the GPU.
import type { TrainingGroup } from '../../contract/learner';
import type { ObjectiveSettings } from '../../contract/objective';
import type { NamedTensor } from '../../contract/weights';
import type { Engine } from '../engine';
import { adamw } from '../kernels/adamw/twin';
import { largest } from './self-test-subject';

/** Sets gradients to zero and changes no weight. */
export const still = { learningRate: 0, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0, gradientClip: 0 };

const floatsOf = (tensors: readonly NamedTensor[]): Float64Array =>
  Float64Array.from(tensors.flatMap(({ data }) => [...data]));

export interface UpdateErrors {
  /** Of the gradient's norm, over it. */
  readonly norm: number;
  /** Of the weights after each step, over the learning rate. */
  readonly weights: number;
  /** The largest gradient left after a step. */
  readonly left: number;
}

/** `policy` has no gradient yet, and these tensors. */
export async function updateErrors(
  engine: Engine,
  {
    policy,
    tensors,
    batches,
    settings,
  }: {
    policy: string;
    tensors: readonly NamedTensor[];
    batches: readonly (readonly TrainingGroup[])[];
    settings: ObjectiveSettings;
  },
): Promise<UpdateErrors> {
  const weight = floatsOf(tensors);
  const [moment1, moment2] = [new Float64Array(weight.length), new Float64Array(weight.length)];
  const zero = new Float32Array(weight.length);
  engine.load(policy, { kind: 'adapter', tensors, moment1: zero, moment2: zero, updates: 0 });
  const errors = { norm: [] as number[], weights: [] as number[], left: [] as number[] };
  for (const [index, groups] of batches.entries()) {
    await engine.accumulate(policy, groups, settings);
    const gradient = floatsOf(await engine.gradients(policy));
    const length = Math.sqrt(gradient.reduce((sum, value) => sum + value * value, 0));
    const knobs = {
      ...still,
      learningRate: 0.01,
      weightDecay: 0.1,
      gradientClip: index === 0 ? length / 3 : 2 * length,
    };
    const report = await engine.update(policy, knobs);
    const { norm } = adamw({ weight, gradient, moment1, moment2 }, knobs, index + 1);
    errors.norm.push((report.gradientNorm - norm) / norm);
    const now = floatsOf((await engine.save(policy)).tensors);
    errors.weights.push(...now.map((value, at) => (value - (weight[at] ?? Number.NaN)) / knobs.learningRate));
    errors.left.push(...floatsOf(await engine.gradients(policy)));
  }
  return { norm: largest(errors.norm), weights: largest(errors.weights), left: largest(errors.left) };
}
