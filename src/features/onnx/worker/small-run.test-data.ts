// A finished run of the shipped model with adapters that were drawn instead of trained: large enough to change what is
// said.
import { rngFrom, seedFrom } from '../../../basics/rng';
import { presetById } from '../../../learning/config/presets';
import type { BaseModel } from '../../../models/base-model';
import type { LabRun, RunStore } from '../../../run/run-store';
import { adapterInputsOf } from '../formats/adapter-inputs';
import type { LoraAdapter } from './onnx-model';

export const runId = 'run-1';

/** Numbers up to `size` in both matrices. */
export function drawnAdapter(
  { config }: Pick<BaseModel, 'config'>,
  rank: number,
  size: number,
  seed: number,
): LoraAdapter {
  const tensors = adapterInputsOf(config, rank).map(({ name, shape }) => {
    const rng = rngFrom(seed, name);
    const count = shape.reduce((product, side) => product * side, 1);
    return { name, shape, data: Float32Array.from({ length: count }, () => (2 * rng.number() - 1) * size) };
  });
  return { tensors, rank, alpha: 2 * rank };
}

/** Only what an export or a play asks of a run store. */
export function smallRun(base: Pick<BaseModel, 'config' | 'hash'>): RunStore {
  const { config } = presetById('quick');
  const run: LabRun = {
    id: runId,
    name: 'Small run',
    createdAt: 1,
    changedAt: Date.UTC(2026, 0, 1),
    preset: 'quick',
    config,
    baseHash: base.hash,
    status: 'finished',
    step: 10,
    seconds: 60,
    before: { rate: 0.25, low: 0.1, high: 0.4, n: 16, solved: 4, turnsMean: 1 },
    after: { rate: 0.5, low: 0.3, high: 0.7, n: 16, solved: 8, turnsMean: 1 },
  };
  const policy = (name: string) => {
    const { tensors } = drawnAdapter(base, config.settings.rank, 0.2, seedFrom(name));
    const count = tensors.reduce((sum, { data }) => sum + data.length, 0);
    const [moment1, moment2] = [new Float32Array(count), new Float32Array(count)];
    return { kind: 'adapter' as const, tensors, moment1, moment2, updates: 10 };
  };
  const checkpoint = { step: 10, configHash: '', policies: { tool: policy('tool'), plan: policy('plan') } };
  const runStore: Partial<Record<keyof RunStore, object>> = {
    runs: { get: async (id: string) => (id === runId ? run : undefined) },
    checkpoints: { load: async () => checkpoint },
  };
  return runStore as RunStore;
}
