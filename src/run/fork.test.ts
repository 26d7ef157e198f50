import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableLearner } from '../contract/table-learner.fixture';
import { bundleFile, openBundle } from '../export/run-bundle';
import { openStorage } from '../files/storage/storage';
import { keptByFork } from '../learning/config/fork';
import { presetById } from '../learning/config/presets';
import { type RunConfig, settingsFrom, type TrainingSettings } from '../learning/config/run-config';
import { weightlessBase } from '../models/weightless-base.test-data';
import { forkAt, forkedFrom, forksOf } from './fork';
import type { LabKinds } from './run-store';
import { resumeSession, startSession } from './session';
import type { SessionParts } from './session-parts';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const quick = presetById('quick').config;
const small = {
  steps: 6,
  worldsPerStep: 3,
  branches: 3,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 2,
  learningRate: 0.1,
};
const config: RunConfig = { ...quick, settings: settingsFrom(small) };

let database = 0;
async function lab() {
  const runStore = await openStorage<LabKinds>(`fork-${database++}`);
  const parts: SessionParts = {
    runStore,
    base,
    openLearner: async () => ({
      learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
      gpu: 'table',
      lost: new Promise<string>(() => {}),
    }),
    now: () => 0,
    announce: () => {},
  };
  const outcome = async (id: string) => {
    const run = await runStore.runs.get(id);
    return {
      reports: await runStore.metrics.list(id),
      policies: (await runStore.checkpoints.load(id))?.policies,
      best: (await runStore.checkpoints.load(id, 'best'))?.policies,
      trees: await Promise.all([5, 6].map((step) => runStore.trees.get(id, step))),
      references: run?.references,
      before: run?.before,
      after: run?.after,
    };
  };
  /** The run, paused after `step` steps. */
  const pausedAfter = async (step: number) => {
    let wish = () => {};
    const announce: SessionParts['announce'] = (event) => {
      if (event.kind === 'step' && event.report.step === step) wish();
    };
    const session = await startSession({ ...parts, announce }, { config, name: 'parent' });
    wish = () => void session.pause();
    await session.rested;
    return session.runId;
  };
  const forked = async (parent: string, step: number, changed: Partial<TrainingSettings> = {}) => {
    const fork = await forkAt(runStore, parent, step);
    const own = { ...config, fork, settings: settingsFrom({ ...config.settings, ...changed }) };
    const session = await startSession(parts, {
      config: own,
      name: 'fork',
      forked: await forkedFrom(async () => runStore, own),
    });
    expect((await session.rested).status).toBe('finished');
    return session.runId;
  };
  return { parts, runStore, outcome, pausedAfter, forked };
}

test('R2: a fork in which nothing is changed equals the uninterrupted run', async () => {
  const { parts, runStore, outcome, pausedAfter, forked } = await lab();
  const whole = await startSession(parts, { config, name: 'whole' });
  expect((await whole.rested).status).toBe('finished');
  const parent = await pausedAfter(4);
  expect(await runStore.runs.get(parent)).toMatchObject({ status: 'paused', step: 4 });
  const id = await forked(parent, 4);
  expect(await outcome(id)).toEqual(await outcome(whole.runId));
  expect(await runStore.runs.get(id)).toMatchObject({ config: { fork: { run: parent, step: 4, seed: 1 } } });
  // The parent is as it was, and goes on to the same end.
  await (await resumeSession(parts, parent)).rested;
  expect(await outcome(parent)).toEqual(await outcome(whole.runId));
});

test('with another rate the steps before the fork are its parent’s, those after it its own', async () => {
  const { runStore, outcome, pausedAfter, forked } = await lab();
  const parent = await pausedAfter(4);
  const before = await runStore.metrics.list(parent);
  const same = await outcome(await forked(parent, 4));
  const other = await outcome(await forked(parent, 4, { learningRate: 0.01, branches: 4 }));
  expect(other.reports.slice(0, 4)).toEqual(before);
  expect(other.reports.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(other.reports[5]).not.toEqual(same.reports[5]);
  expect(other.references).toEqual(same.references);
});

test('another seed changes what is played after the fork, not how the policies began', async () => {
  const { outcome, pausedAfter, forked } = await lab();
  const parent = await pausedAfter(4);
  const [same, other] = [await outcome(await forked(parent, 4)), await outcome(await forked(parent, 4, { seed: 9 }))];
  expect(other.reports.slice(0, 4)).toEqual(same.reports.slice(0, 4));
  expect(other.trees[0]?.worlds[0]?.seed).not.toBe(same.trees[0]?.worlds[0]?.seed);
});

test('every kept checkpoint can be forked, and a fork of a fork', async () => {
  const { runStore, pausedAfter, forked, outcome } = await lab();
  const parent = await pausedAfter(5);
  const steps = (await forksOf(runStore, parent)).map(({ step }) => step);
  expect(steps).toContain(5);
  await expect(forkAt(runStore, parent, 1)).rejects.toThrow(/keeps no checkpoint of step 1: it keeps .*5/);
  const first = await forked(parent, 5, { steps: 7 });
  const second = await forked(first, 7, { steps: 8 });
  expect((await outcome(second)).reports.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('what the weights are of and what success is measured on cannot be changed, and it is said why', async () => {
  const { runStore, pausedAfter } = await lab();
  const fork = await forkAt(runStore, await pausedAfter(2), 2);
  const asked = (changed: Partial<RunConfig>) =>
    forkedFrom(async () => runStore, { ...config, fork, ...changed } as RunConfig);
  const settings = (changed: Partial<TrainingSettings>) => asked({ settings: { ...config.settings, ...changed } });
  await expect(asked({ model: 'another' })).rejects.toThrow('a fork keeps the base model');
  await expect(asked({ policies: { tool: 'one', plan: 'one' } })).rejects.toThrow('who speaks with which policy');
  await expect(asked({ team: 'other' })).rejects.toThrow('a fork keeps the team');
  await expect(settings({ rank: 4 })).rejects.toThrow(/\(rank\) at 16, got 4, because the kept weights would not fit/);
  await expect(settings({ turns: 5 })).rejects.toThrow(/\(turns\) at 2, got 5/);
  await expect(settings({ steps: 2 })).rejects.toThrow('2 are done there, give more than 2, got 2');
  await expect(asked({ frozen: ['tool', 'plan'] })).rejects.toThrow('nobody would learn');
  await expect(asked({ fork: { ...fork, hash: 'f'.repeat(64) } })).rejects.toThrow(/fork it anew/);
  expect(await asked({ frozen: ['plan'] })).toBeDefined();
  expect(keptByFork.has('learningRate')).toBe(false);
});

test('a bundle of a fork says where it comes from, and opens again', async () => {
  const { runStore, pausedAfter, forked } = await lab();
  const parent = await pausedAfter(4);
  const id = await forked(parent, 4);
  const { bytes, fileName } = await bundleFile(runStore, id, new Date(0));
  const opened = await openBundle(bytes, fileName);
  expect(opened.run.config.fork).toMatchObject({ run: parent, step: 4 });
  expect(opened.reports.length).toBe(6);
});

test('a fork whose weights were lost does not begin at the base instead', async () => {
  const { parts, runStore, pausedAfter } = await lab();
  const fork = await forkAt(runStore, await pausedAfter(2), 2);
  const own = { ...config, fork };
  await expect(startSession(parts, { config: own, name: 'x' })).rejects.toThrow('what the run goes on from is missing');
  const { id } = await runStore.runs.create({ name: 'x', preset: 'quick', config: own, baseHash: base.hash });
  const run = await (await resumeSession(parts, id)).rested;
  expect(run).toMatchObject({ status: 'failed', reason: expect.stringContaining('were not kept') });
});
