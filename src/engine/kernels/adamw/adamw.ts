// Launchers of the optimiser over flat stretches: global norm, clip and guard, step, and the size of the change.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { costs } from '../costs';
import normSource from './norm.wgsl?raw';
import stepSource from './step.wgsl?raw';
import totalSource from './total.wgsl?raw';

export interface Stretch {
  readonly floats: number;
  readonly weight: View;
  readonly gradient: View;
  readonly moment1: View;
  readonly moment2: View;
}

/** Workgroups of one stretch: at most 4096, each thread looping as often as that takes. */
export function plan(floats: number): { groups: number; perThread: number } {
  const quads = floats / 4;
  const perThread = Math.max(4, Math.ceil(quads / (64 * 4096)));
  return { groups: groupsOf(quads, 64 * perThread), perThread };
}

/** One whole step. `sums` has room for the workgroups of all stretches (two floats each), `outcome` for four floats. */
export function adamw(
  recorder: Recorder,
  { stretches, knobs, sums, outcome }: { stretches: readonly Stretch[]; knobs: View; sums: View; outcome: View },
): void {
  const total = stretches.reduce((sum, { floats }) => sum + plan(floats).groups, 0);
  let first = 0;
  for (const { floats, gradient } of stretches) {
    const { groups, perThread } = plan(floats);
    recorder.dispatch(
      { name: 'gradient norm', source: normSource },
      { shape: { n4: floats / 4, perThread, outFirst: first }, gradient, sums },
      { grid: () => [groups], work: () => floats * costs.gradientNorm },
    );
    first += groups;
  }
  recorder.dispatch(
    { name: 'total', source: totalSource },
    { shape: { count: total, phase: 0 }, knobs, sums, outcome },
    { grid: () => [1] },
  );
  first = 0;
  for (const { floats, weight, gradient, moment1, moment2 } of stretches) {
    const { groups, perThread } = plan(floats);
    recorder.dispatch(
      { name: 'adamw', source: stepSource },
      {
        shape: { n4: floats / 4, perThread, outFirst: first },
        knobs,
        outcome,
        weight,
        gradient,
        moment1,
        moment2,
        sums,
      },
      { grid: () => [groups], work: () => floats * costs.adamwStep },
    );
    first += groups;
  }
  recorder.dispatch(
    { name: 'total', source: totalSource },
    { shape: { count: total, phase: 1 }, knobs, sums, outcome },
    { grid: () => [1] },
  );
}
