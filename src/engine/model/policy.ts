// A policy on the GPU: what moves (an adapter, or weights of its own), its gradients, the optimiser's moments, its step
// count.
import { present } from '../../basics/check';
import { emptyBuffer } from '../gpu/buffers';
import type { View } from '../gpu/kernel';
import type { Stretch } from '../kernels/adamw/adamw';
import type { AdapterPool } from './adapter-pool';
import type { Gradients } from './backward';
import type { Section } from './parameters';
import { sectionsFrom, WeightArena } from './weight-arena';

export type Policy = {
  readonly name: string;
  updates: number;
} & (
  | {
      readonly kind: 'adapter';
      readonly pool: AdapterPool;
      readonly index: number;
      readonly gradient: GPUBuffer;
      readonly moment1: GPUBuffer;
      readonly moment2: GPUBuffer;
    }
  | {
      readonly kind: 'all-weights';
      readonly weights: WeightArena;
      readonly gradient: WeightArena;
      readonly moment1: WeightArena;
      readonly moment2: WeightArena;
    }
);

/** A policy whose adapter takes a place of the pool; gradients and moments are zero. */
export function adapterPolicy(device: GPUDevice, name: string, pool: AdapterPool): Policy {
  const make = (what: string) => emptyBuffer(device, `${what} of ${name}`, pool.floats * 4);
  return {
    name,
    updates: 0,
    kind: 'adapter',
    pool,
    index: pool.add(),
    gradient: make('gradient'),
    moment1: make('moment 1'),
    moment2: make('moment 2'),
  };
}

/** A policy with a copy of all of the base's weights, laid out by a plan that may have sections behind the base's;
 *  gradients and moments are zero. */
export function allWeightsPolicy(device: GPUDevice, name: string, base: WeightArena, plan = base.plan): Policy {
  const make = (what: string) => new WeightArena(device, plan, `${what} of ${name}`);
  const weights = make('weights');
  weights.copyFrom(base);
  return {
    name,
    updates: 0,
    kind: 'all-weights',
    weights,
    gradient: make('gradient'),
    moment1: make('moment 1'),
    moment2: make('moment 2'),
  };
}

export const sectionsOf = (policy: Policy): readonly Section[] =>
  policy.kind === 'adapter' ? policy.pool.sections : policy.weights.plan.sections;

export const gradientsOf = (policy: Policy): Gradients =>
  policy.kind === 'adapter'
    ? { kind: 'adapter', flat: policy.gradient }
    : { kind: 'all-weights', arena: policy.gradient };

/** The flat stretches the optimiser runs over. */
export function stretchesOf(policy: Policy): Stretch[] {
  if (policy.kind === 'adapter') {
    const { pool, index, gradient, moment1, moment2 } = policy;
    return [
      {
        floats: pool.floats,
        weight: pool.place(index),
        gradient: { buffer: gradient },
        moment1: { buffer: moment1 },
        moment2: { buffer: moment2 },
      },
    ];
  }
  const { weights, gradient, moment1, moment2 } = policy;
  const bufferOf = (of: WeightArena, index: number): View => ({ buffer: present(of.buffers[index], 'buffer') });
  return weights.plan.bufferWords.map((floats, index) => ({
    floats,
    weight: bufferOf(weights, index),
    gradient: bufferOf(gradient, index),
    moment1: bufferOf(moment1, index),
    moment2: bufferOf(moment2, index),
  }));
}

/** What is read back of a policy: weights, then both moments, each in parts that `floatsOf` puts together. */
export function readableOf(policy: Policy): (View & { size: number })[] {
  if (policy.kind === 'all-weights')
    return [policy.weights, policy.moment1, policy.moment2].flatMap((arena) => arena.readable());
  const place = policy.pool.place(policy.index);
  return [
    cutBySection(policy, place),
    cutBySection(policy, { buffer: policy.moment1 }),
    cutBySection(policy, { buffer: policy.moment2 }),
  ].flat();
}

/** What is read back of the gradients accumulated so far. */
export const readableGradients = (policy: Policy): (View & { size: number })[] =>
  policy.kind === 'all-weights' ? policy.gradient.readable() : cutBySection(policy, { buffer: policy.gradient });

/** Section by section, from parts as they were read back: one list for each time that all parts come. */
export function floatsOf(policy: Policy, parts: readonly ArrayBuffer[]): Float32Array[][] {
  const floats = parts.map((bytes) => new Float32Array(bytes));
  const each = policy.kind === 'adapter' ? policy.pool.sections.length : policy.weights.plan.places.flat().length;
  return Array.from({ length: floats.length / each }, (_, index) => {
    const own = floats.slice(index * each, (index + 1) * each);
    return policy.kind === 'adapter' ? own : sectionsFrom(policy.weights.plan, own);
  });
}

function cutBySection(
  { pool }: Policy & { kind: 'adapter' },
  { buffer, offset = 0 }: View,
): (View & { size: number })[] {
  let at = offset;
  return pool.sections.map(({ floats }) => {
    at += floats * 4;
    return { buffer, offset: at - floats * 4, size: floats * 4 };
  });
}

/** Frees gradients, moments and weights of its own; an adapter's place stays the pool's. */
export function destroyPolicy(policy: Policy): void {
  if (policy.kind === 'all-weights') policy.weights.destroy();
  policy.gradient.destroy();
  policy.moment1.destroy();
  policy.moment2.destroy();
}
