// A trained run for tests of what leaves the lab: the run that ships with the page, with adapters made up for it, in a
// storage of its own.
import { rngFrom } from '../basics/rng';
import type { PolicySnapshot } from '../contract/learner';
import type { NamedTensor } from '../contract/weights';
import type { RecordedRun } from '../files/formats/run-json';
import { type GroveStorage, openStorage } from '../files/storage/storage';
import type { RunConfig } from '../learning/config/run-config';
import type { BaseModel } from '../models/base-model';
import { policiesOf } from '../run/run-policies';
import type { LabKinds } from '../run/run-store';
import { hashOfConfig } from '../run/session-parts';

let storages = 0;

/** `changed` overlays the run's configuration. */
export async function trainedRunStore(
  { run, trees }: RecordedRun,
  base: BaseModel,
  changed: Partial<RunConfig> = {},
): Promise<{ readonly runStore: GroveStorage<LabKinds>; readonly runId: string; readonly config: RunConfig }> {
  const runStore = await openStorage<LabKinds>({ name: `take-home-${storages++}`, now: () => 1_795_000_000_000 });
  const config = { ...(run.config as unknown as RunConfig), ...changed };
  const { id } = await runStore.runs.create({
    id: run.id,
    name: run.name,
    preset: config.preset,
    config,
    baseHash: base.hash,
    status: 'finished',
    ...run.evaluations,
  });
  for (const report of run.steps) await runStore.metrics.append(id, report);
  for (const tree of trees) await runStore.trees.put(id, tree);
  const { rank } = config.settings;
  const policies = Object.fromEntries(policiesOf(config).map((policy) => [policy, adapterOn(base, rank, policy)]));
  const configHash = await hashOfConfig(config);
  await runStore.checkpoints.replace(id, { step: run.steps.length, configHash, policies });
  await runStore.checkpoints.replace(id, { step: 1, configHash, policies }, 'best');
  return { runStore, runId: id, config };
}

/** An adapter on every linear layer, its numbers drawn by name. */
export function adapterOn(base: Pick<BaseModel, 'tensors'>, rank: number, policy: string): PolicySnapshot {
  const tensors = base.tensors
    .filter(({ name }) => /_proj\.weight$/.test(name))
    .flatMap(({ name, shape: [rows = 0, columns = 0] }): NamedTensor[] => {
      const module = `base_model.model.${name.replace(/\.weight$/, '')}`;
      return [
        drawn(`${module}.lora_A.weight`, [rank, columns], policy),
        drawn(`${module}.lora_B.weight`, [rows, rank], policy),
      ];
    });
  const weights = tensors.reduce((sum, { data }) => sum + data.length, 0);
  return {
    kind: 'adapter',
    tensors,
    moment1: new Float32Array(weights),
    moment2: new Float32Array(weights),
    updates: 3,
  };
}

function drawn(name: string, shape: readonly [number, number], policy: string): NamedTensor {
  const rng = rngFrom('adapter for tests', policy, name);
  return { name, shape, data: Float32Array.from({ length: shape[0] * shape[1] }, () => 0.05 * rng.normal()) };
}
