import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableLearner } from '../../../contract/table-learner.fixture';
import { reportedCheckpoint } from '../../../export/export';
import { presetById } from '../../../learning/config/presets';
import { settingsFrom } from '../../../learning/config/run-config';
import { weightlessBase } from '../../../models/weightless-base.test-data';
import type { RunStore } from '../../../run/run-store';
import { startSession } from '../../../run/session';
import { studyFolder } from './study-folder';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);

const openLearner = async () => ({
  learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
  gpu: 'table',
  lost: new Promise<string>(() => {}),
});
const small = { worldsPerStep: 1, branches: 2, turns: 1, validationWorlds: 4, testWorlds: 4 };

async function trained(runStore: RunStore, steps: number) {
  const config = { ...presetById('quick').config, settings: settingsFrom({ ...small, steps }) };
  const session = await startSession(
    { runStore, base, openLearner, now: () => 0, announce: () => {} },
    { config, name: 'a' },
  );
  return session.rested;
}

test('studies that keep their runs in the same folder find each other’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-studies-'));
  const runs = join(folder, 'runs');
  const identity = 'a'.repeat(64);
  const [one, other, alone] = [
    studyFolder(join(folder, 'one'), runs),
    studyFolder(join(folder, 'other'), runs),
    studyFolder(join(folder, 'alone')),
  ];
  const { runStore } = await one.runStoreFor(identity);
  await trained(runStore, 1);
  await one.close();
  expect((await other.runStoreFor(identity)).run?.status).toBe('finished');
  expect((await alone.runStoreFor(identity)).run).toBeUndefined();
  rmSync(folder, { recursive: true });
});

test('what a run leaves in memory is on disk as soon as its study goes on; a finished run is found again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-study-'));
  const study = studyFolder(folder);
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];
  const treesOf = (identity: string) => readdirSync(join(folder, 'runs', identity.slice(0, 16), 'trees')).sort();
  const all = [1, 2, 3, 4, 5].map((step) => `step-000${step}.json`);
  await trained((await study.runStoreFor(first)).runStore, 5);
  expect(treesOf(first)).toEqual(all.slice(0, 3));
  await study.write({
    id: 's',
    wishes: { plan: 'table3', seeds: [1] },
    cells: [],
    status: 'running',
    createdAt: 0,
    changedAt: 0,
  });
  expect(treesOf(first)).toEqual(all); // without close: a crash from here on loses none of them
  await trained((await study.runStoreFor(second)).runStore, 5);
  expect((await study.runStoreFor(third)).run).toBeUndefined();
  expect(treesOf(second)).toEqual(all);
  const { runStore, run } = await study.runStoreFor(first);
  expect(run).toMatchObject({ status: 'finished', step: 5 });
  expect(await runStore.metrics.list(run?.id ?? '')).toHaveLength(5);
  expect(Object.keys((await reportedCheckpoint(runStore, run?.id ?? '')).policies).sort()).toEqual(['plan', 'tool']);
  expect((await runStore.trees.get(run?.id ?? '', 5))?.step).toBe(5);
  rmSync(folder, { recursive: true });
});
