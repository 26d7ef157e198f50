// A run in a folder for tests: the run that ships with the page, its first steps only, with adapters made up for it.
import { readFileSync } from 'node:fs';
import { adapterOn } from '../../../export/take-home.test-data';
import { readRecordedRun } from '../../../files/formats/run-json';
import { type FolderRunStore, folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk } from '../../../headless/model-files';
import type { RunConfig } from '../../../learning/config/run-config';
import { completed } from '../../../learning/config/stored';
import { policiesOf } from '../../../run/run-policies';
import { hashOfConfig } from '../../../run/session-parts';

const recording = new URL('../../../../public/recorded-run.json', import.meta.url);
const steps = 3;

export async function trainedFolder(folder: string): Promise<FolderRunStore> {
  const { run, trees } = readRecordedRun(readFileSync(recording), 'recorded-run.json');
  const base = await baseModelFromDisk('sprout');
  const config = completed(run.config as unknown as RunConfig);
  const runStore = folderRunStore(folder);
  const { id } = await runStore.runs.create({
    name: 'Sokoban | by “two”',
    preset: config.preset,
    config,
    baseHash: base.hash,
    ...run.evaluations,
  });
  for (const report of run.steps.slice(0, steps)) await runStore.metrics.append(id, report);
  const [tree] = trees;
  if (tree) await runStore.trees.put(id, { ...tree, step: 1 });
  const policies = Object.fromEntries(
    policiesOf(config).map((policy) => [policy, adapterOn(base, config.settings.rank, policy)]),
  );
  await runStore.checkpoints.replace(id, { step: steps, configHash: await hashOfConfig(config), policies }, 'current');
  await runStore.runs.update(id, { status: 'finished' });
  return runStore;
}
