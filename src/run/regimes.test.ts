import { tableLearner } from '../contract/table-learner.fixture';
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openStorage } from '../files/storage/storage';
import { presetById } from '../learning/config/presets';
import { type RunConfig, settingsFrom } from '../learning/config/run-config';
import { weightlessBase } from '../models/weightless-base.test-data';
import { policyStart, startsOf } from './policy-starts';
import type { LabKinds } from './run-store';
import { resumeSession, startSession } from './session';
import { hashOfConfig, type SessionParts } from './session-parts';
import type { TrainerEvent } from './trainer-api';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const small = {
  steps: 3,
  worldsPerStep: 4,
  branches: 3,
  turns: 2,
  validationWorlds: 4,
  testWorlds: 4,
  learningRate: 0.1,
};
const configOf = (given: Readonly<Record<string, unknown>>): RunConfig => ({
  ...presetById('quick').config,
  settings: settingsFrom({ ...small, ...given }),
});

let database = 0;
async function lab() {
  const runStore = await openStorage<LabKinds>(`regimes-${database++}`);
  const events: TrainerEvent[] = [];
  const parts: SessionParts = {
    runStore,
    base,
    openLearner: async () => ({
      learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
      gpu: 'table',
      lost: new Promise<string>(() => {}),
    }),
    now: () => 0,
    announce: (event) => events.push(event),
  };
  return { parts, runStore, events };
}

test('R2 runs that were stored before there were more settings keep their names', async () => {
  const stored = JSON.parse(readFileSync(new URL('stored-config.test-data.json', import.meta.url), 'utf8'));
  expect(await hashOfConfig(stored)).toBe('16e68f09906a803e1fd4c9433a0edb0010cf98c4bb29f05c655cdc92b430450e');
  const ofSteps = (id: string, steps: number, settings: Partial<RunConfig['settings']> = {}): RunConfig => {
    const { config } = presetById(id);
    return { ...config, settings: { ...config.settings, ...settings, steps } };
  };
  expect(await hashOfConfig(ofSteps('sokoban', 240, { firstWorlds: 0, growthSteps: 0 }))).toBe(
    '65465202c12faeef0aeb6078b7b73aa9ee5dd16cf037340214fd2645ce1432f6',
  );
  expect(await hashOfConfig(ofSteps('plan-path', 80, { worldsPerStep: 32, learningRate: 1e-3 }))).toBe(
    'fc9330dbed9ac49c4d3679e649f3a4f8cc994e01a017e58c65237cb3f4aec7e7',
  );
});

test('R2 a run is named with its steps where a schedule goes over them', async () => {
  const named = (changes: object, steps: number) => hashOfConfig(configOf({ ...changes, steps }));
  expect(await named({}, 20)).toBe(await named({}, 10));
  for (const changes of [{ schedule: 'linear' }, { entropyChange: 0.05 }])
    expect(await named(changes, 20)).not.toBe(await named(changes, 10));
});

test('a budget of tokens ends a run before its steps, and its last checkpoint is of that step', async () => {
  const { parts, runStore } = await lab();
  const session = await startSession(parts, { config: configOf({ steps: 500, tokenBudget: 600 }), name: 'budget' });
  const run = await session.rested;
  const reports = await runStore.metrics.list(run.id);
  const tokens = reports.map(({ generatedTokens }) => generatedTokens);
  const total = tokens.reduce((sum, count) => sum + count, 0);
  expect(run).toMatchObject({ status: 'finished', step: reports.length });
  expect(total).toBeGreaterThanOrEqual(600);
  expect(total - (tokens.at(-1) ?? 0)).toBeLessThan(600);
  expect((await runStore.checkpoints.load(run.id))?.step).toBe(run.step);
});

test('R2 a cold start is done once, whatever stops the run, and counts as generated', async () => {
  const config = configOf({ coldStartSteps: 3, coldStartWorlds: 60, coldStartRate: 0.1, branches: 8, turns: 4 });
  const whole = await lab();
  const run = await (await startSession(whole.parts, { config, name: 'whole' })).rested;
  expect(run).toMatchObject({ status: 'finished', coldStart: { worlds: 60, updates: 3 } });
  expect(run.coldStart?.solved).toBeGreaterThan(0);
  expect(run.coldStart?.tokens).toBeGreaterThan(0);
  const stages = new Set(whole.events.flatMap((event) => (event.kind === 'stage' ? [event.stage] : [])));
  expect(stages).toContain('collect');
  expect(stages).toContain('fine-tune');

  const here = await lab();
  let session = await startSession(here.parts, { config, name: 'parts' });
  let rest = await session.pause();
  for (let visit = 0; rest.status === 'paused' && visit < 20; visit++) {
    session = await resumeSession(here.parts, session.runId);
    if (visit < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    rest = visit < 2 ? await session.pause() : await session.rested;
  }
  expect(rest.coldStart).toEqual(run.coldStart);
  expect(await here.runStore.metrics.list(session.runId)).toEqual(await whole.runStore.metrics.list(run.id));
  expect(await here.runStore.checkpoints.load(session.runId)).toEqual(await whole.runStore.checkpoints.load(run.id));
});

test('R2 roles trained alone and joined: the new run begins with their weights and needs those runs no more', async () => {
  const here = await lab();
  const alone = await (await startSession(here.parts, { config: configOf({}), name: 'alone' })).rested;
  const start = { plan: await policyStart(here.runStore, alone.id, 'plan') };
  const config = { ...configOf({ steps: 2, learningRate: 1e-7 }), start };
  const starts = await startsOf(async () => here.runStore, config);
  const session = await startSession(here.parts, { config, name: 'joined', starts });
  await here.runStore.runs.erase(alone.id);
  const joined = await session.rested;
  expect(joined.status).toBe('finished');
  const [weights] = (await here.runStore.checkpoints.load(joined.id))?.policies['plan']?.tensors ?? [];
  const [begun] = starts['plan']?.tensors ?? [];
  weights?.data.forEach((value, index) => expect(value).toBeCloseTo(begun?.data[index] ?? 0, 4));
  const reports = await here.runStore.metrics.list(joined.id);
  expect(reports.at(-1)?.updates['plan']?.weightDistance ?? 1).toBeLessThan(1e-4); // P4 measures from where it began
  const stranger = { ...config, start: { critic: start.plan } };
  await expect(startSession(here.parts, { config: stranger, name: 'x', starts })).rejects.toThrow(
    "this run's policies are",
  );
});

test.each(['world', 'batch'] as const)('a run without a tree (%s) trains from start to test', async (grouping) => {
  const { parts, runStore } = await lab();
  const session = await startSession(parts, { config: configOf({ grouping, alternateEvery: 1 }), name: grouping });
  const run = await session.rested;
  expect(run).toMatchObject({ status: 'finished', step: 3, after: { n: 4 } });
  const reports = await runStore.metrics.list(run.id);
  for (const { updates } of reports) expect(Object.keys(updates).length).toBeLessThanOrEqual(1);
});
