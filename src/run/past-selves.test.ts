// A run that is played against its own earlier checkpoints: who speaks for them, and that it can be interrupted (Z7).
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { present } from '../basics/check';
import type { PolicySnapshot } from '../contract/learner';
import { tableLearner } from '../contract/table-learner.fixture';
import { bundleFile, openBundle } from '../export/run-bundle';
import { openStorage } from '../files/storage/storage';
import { build } from '../learning/config/build';
import { frozenSteps } from '../learning/training/opponents';
import { weightlessBase } from '../models/weightless-base.test-data';
import { forkAt, forkedFrom } from './fork';
import type { LabKinds } from './run-store';
import { resumeSession, startSession } from './session';
import { hashOfConfig, type SessionParts } from './session-parts';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const few = { worldsPerStep: 8, branches: 3, turns: 2, validationWorlds: 4, testWorlds: 4 };
const small = { ...few, learningRate: 0.1, klWeight: 0 };
const config = build('kuhn-poker', { settings: { ...small, steps: 22, evaluateEvery: 2, pastOpponents: 0.5 } });

let database = 0;
async function lab() {
  const runStore = await openStorage<LabKinds>(`past-${database++}`);
  /** What each policy in the learner was last loaded with. */
  const loaded: [string, PolicySnapshot][] = [];
  const parts: SessionParts = {
    runStore,
    base,
    openLearner: async () => {
      const learner = tableLearner({ vocabulary, endToken: tokenizer.endToken });
      const load: typeof learner.load = async (name, snapshot) => {
        loaded.push([name, snapshot]);
        await learner.load(name, snapshot);
      };
      return { learner: { ...learner, load }, gpu: 'table', lost: new Promise<string>(() => {}) };
    },
    now: () => 0,
    announce: () => {},
  };
  const outcome = async (id: string) => ({
    reports: await runStore.metrics.list(id),
    checkpoint: await runStore.checkpoints.load(id),
    best: await runStore.checkpoints.load(id, 'best'),
    trees: await Promise.all([7, 15, 22].map((step) => runStore.trees.get(id, step))),
    after: (await runStore.runs.get(id))?.after,
  });
  return { runStore, parts, loaded, outcome };
}

async function whole(of = config) {
  const here = await lab();
  const { runId, rested } = await startSession(here.parts, { config: of, name: 'whole' });
  expect(await rested).toMatchObject({ status: 'finished' });
  const outcome = await here.outcome(runId);
  return { here, runId, outcome, checkpoint: present(outcome.checkpoint, 'a run that is done has a checkpoint') };
}

test('R2 Z7: a run against its earlier checkpoints that rests after every step equals the uninterrupted one', async () => {
  const { outcome } = await whole();
  const here = await lab();
  let session = await startSession(here.parts, { config, name: 'steps', extent: 'one step' });
  while ((await session.rested).status === 'paused')
    session = await resumeSession(here.parts, session.runId, 'one step');
  expect(await here.outcome(session.runId)).toEqual(outcome);
});

test('R2 Z7: and so does one that broke off between two checkpoints, whose frozen ones were others by then', async () => {
  const sparse = { ...config, settings: { ...config.settings, checkpointEvery: 1000 } };
  const { outcome } = await whole(sparse);
  const here = await lab();
  let broken = 0;
  const announce: SessionParts['announce'] = (event) => {
    if (event.kind !== 'step' || event.report.step !== 17 || broken++ > 0) return;
    throw new Error('the tab was closed');
  };
  const session = await startSession({ ...here.parts, announce }, { config: sparse, name: 'broken' });
  expect(await session.rested).toMatchObject({ status: 'failed', step: 17 });
  expect((await here.runStore.checkpoints.load(session.runId))?.step).toBe(16);
  expect((await (await resumeSession(here.parts, session.runId)).rested).status).toBe('finished');
  expect(await here.outcome(session.runId)).toEqual(outcome);
});

test('Z7: a checkpoint holds the frozen policies as they were, and the records say which of them answered', async () => {
  const { here, outcome } = await whole();
  const kept = outcome.checkpoint?.policies ?? {};
  expect(Object.keys(kept)).toEqual(['shared', ...frozenSteps(config, 22).map((step) => `past:${step}:shared`)]);
  const shared = kept['shared'];
  for (const [name, { updates, tensors }] of Object.entries(kept).slice(1)) {
    expect(updates).toBe(Number(name.split(':')[1]));
    expect(tensors).not.toEqual(shared?.tensors);
  }
  const groups = (outcome.trees[2]?.worlds ?? []).flatMap((world) => world.groups);
  const past = groups.filter(({ policy }) => policy.startsWith('past:'));
  expect(past.length).toBeGreaterThan(0);
  for (const { policy, branches, dropped } of past) {
    expect(Object.keys(kept)).toContain(policy);
    expect([branches.length, dropped]).toEqual([1, 'frozen']);
  }
  const frozen = new Set(here.loaded.map(([name]) => name).filter((name) => name.startsWith('frozen ')));
  expect(frozen.size).toBe(8); // names are used again
});

test('Z7: at a share of nothing no checkpoint is frozen, and a run is named as it was before there was such a share', async () => {
  const without = build('kuhn-poker', { settings: { ...small, steps: 3 } });
  const { here, runId } = await whole(without);
  expect(Object.keys((await here.runStore.checkpoints.load(runId))?.policies ?? {})).toEqual(['shared']);
  expect(here.loaded.filter(([name]) => name !== 'shared')).toEqual([]);
  const { pastOpponents: _, ...before } = without.settings;
  expect(await hashOfConfig({ ...without, settings: before as typeof without.settings })).toBe(
    await hashOfConfig(without),
  );
});

test('Z7: a fork begins its league with what it goes on from', async () => {
  const { here, runId, outcome } = await whole();
  const fork = await forkAt(here.runStore, runId, outcome.checkpoint?.step ?? 0);
  const own = { ...config, fork, settings: { ...config.settings, steps: 26 } };
  const forked = await forkedFrom(async () => here.runStore, own);
  const session = await startSession(here.parts, { config: own, name: 'fork', forked });
  expect((await session.rested).status).toBe('finished');
  const kept = (await here.runStore.checkpoints.load(session.runId))?.policies ?? {};
  expect(Object.keys(kept)).toEqual(['shared', 'past:22:shared', 'past:24:shared']);
  expect(kept['past:22:shared']).toEqual(outcome.checkpoint?.policies['shared']);
});

test('a whole run in one file takes its frozen checkpoints along, and none that are no policy of its own', async () => {
  const { here, runId, checkpoint } = await whole();
  const { bytes } = await bundleFile(here.runStore, runId, new Date(0));
  const { checkpoints } = await openBundle(bytes, 'run.zip');
  expect(checkpoints.current).toEqual(checkpoint);
  const shared = checkpoint.policies['shared'] as PolicySnapshot;
  await here.runStore.checkpoints.replace(runId, { ...checkpoint, policies: { shared, 'past:2:tool': shared } });
  const wrong = await bundleFile(here.runStore, runId, new Date(0));
  await expect(openBundle(wrong.bytes, 'run.zip')).rejects.toThrow('the checkpoint past:2:tool, shared');
});

test('a run whose frozen checkpoints were lost is not gone on with', async () => {
  const { here, runId, checkpoint } = await whole();
  const shared = checkpoint.policies['shared'] as PolicySnapshot;
  await here.runStore.checkpoints.replace(runId, { ...checkpoint, step: 11, policies: { shared } });
  const session = await resumeSession(here.parts, runId);
  expect((await session.rested).reason).toContain('does not hold policy "shared" as it was after step 0');
});

const held = build('kuhn-poker', { settings: { ...small, steps: 8, klWeight: 0.1, referenceEvery: 3 } });

test('R2 L6: the reference lies in the checkpoint as it was, and a run that rests after every step equals the other', async () => {
  const { here: once, outcome } = await whole(held);
  const frozen = once.loaded.filter(([name]) => name.startsWith('frozen '));
  expect(frozen.map(([, { updates }]) => updates)).toEqual([0, 3, 6]);
  const { outcome: free } = await whole({ ...held, settings: { ...held.settings, referenceEvery: 0 } });
  expect(free.reports[0]).toEqual(outcome.reports[0]); // until then both are held to the base, where they begin
  expect(free.checkpoint?.policies['shared']?.tensors).not.toEqual(outcome.checkpoint?.policies['shared']?.tensors);
  expect(Object.keys(outcome.checkpoint?.policies ?? {})).toEqual(['shared', 'past:6:shared']);
  expect(outcome.checkpoint?.policies['past:6:shared']?.updates).toBe(6);
  const here = await lab();
  let session = await startSession(here.parts, { config: held, name: 'steps', extent: 'one step' });
  while ((await session.rested).status === 'paused')
    session = await resumeSession(here.parts, session.runId, 'one step');
  expect(await here.outcome(session.runId)).toEqual(outcome);
});

test('L6: a fork keeps its parent’s reference, and begins with what it goes on from where that had none', async () => {
  for (const [parent, updates] of [
    [held, 6],
    [{ ...held, settings: { ...held.settings, referenceEvery: 0 } }, 8],
  ] as const) {
    const { here, runId } = await whole(parent);
    const fork = await forkAt(here.runStore, runId, 8);
    const own = { ...held, fork, settings: { ...held.settings, steps: 9 } };
    const forked = await forkedFrom(async () => here.runStore, own);
    const session = await startSession(here.parts, { config: own, name: 'fork', forked });
    expect((await session.rested).status).toBe('finished');
    const kept = (await here.runStore.checkpoints.load(session.runId))?.policies ?? {};
    expect(kept['past:6:shared']?.updates).toBe(updates);
  }
});
