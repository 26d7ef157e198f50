import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableLearner } from '../contract/table-learner.fixture';
import { presetById } from '../learning/config/presets';
import { settingsFrom } from '../learning/config/run-config';
import { weightlessBase } from '../models/weightless-base.test-data';
import { startSession } from '../run/session';
import type { SessionParts } from '../run/session-parts';
import { flagsFrom } from './arguments';
import { type FolderRunStore, folderRunStore } from './folder-run-store';
import { planOfFork } from './fork-command';
import { train } from './verbs/train';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);
const small = {
  steps: 5,
  worldsPerStep: 2,
  branches: 2,
  turns: 1,
  validationWorlds: 4,
  testWorlds: 4,
  evaluateEvery: 2,
  learningRate: 0.1,
};
const config = { ...presetById('quick').config, settings: settingsFrom(small) };
const folder = mkdtempSync(join(tmpdir(), 'grove-fork-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const partsOf = (runStore: FolderRunStore, announce: SessionParts['announce'] = () => {}): SessionParts => ({
  runStore,
  base,
  openLearner: async () => ({
    learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
    gpu: 'table',
    lost: new Promise<string>(() => {}),
  }),
  now: () => 0,
  announce,
});

async function trained(name: string, until: number): Promise<void> {
  const runStore = folderRunStore(at(name));
  let wish = () => {};
  const announce: SessionParts['announce'] = (event) => {
    if (event.kind === 'step' && event.report.step === until) wish();
  };
  const session = await startSession(partsOf(runStore, announce), { config, name });
  wish = () => void session.pause();
  await session.rested;
  await runStore.close();
}

const plan = (...words: readonly string[]) =>
  planOfFork(flagsFrom(['--fork', at('parent'), '--out', at('new'), ...words], train({}).flags, 'train'), {});

beforeAll(() => trained('parent', 3));

test('R2: a fork from a folder with nothing changed leaves the same reports, weights and trees, to the byte', async () => {
  await trained('whole', 99);
  const runStore = folderRunStore(at('fork'));
  const { config: own, name, forked } = await plan('--at', '3');
  const session = await startSession(partsOf(runStore), { config: own, name, forked });
  expect(await session.rested).toMatchObject({ status: 'finished', step: 5, name: 'parent, from step 3' });
  await runStore.close();
  const read = (run: string, file: string) => readFileSync(join(at(run), file));
  expect(read('fork', 'metrics.jsonl')).toEqual(read('whole', 'metrics.jsonl'));
  const whole = folderRunStore(at('whole'));
  const tensors = async (store: FolderRunStore, id: string) => (await store.checkpoints.load(id))?.policies;
  expect(await tensors(runStore, session.runId)).toEqual(await tensors(whole, await whole.runId()));
  for (const tree of readdirSync(at('fork/trees')))
    expect(read('fork', `trees/${tree}`)).toEqual(read('whole', `trees/${tree}`));
});

test('what is named is changed, all else is the other run’s', async () => {
  const words = ['--set', 'learningRate=0.01', '--set', 'credit=own', '--set', 'branches=4', '--freeze', 'plan'];
  const { config: own } = await plan(...words, '--seed', '4', '--steps', '9');
  const { fork, ...others } = own;
  const changed = { learningRate: 0.01, credit: 'own', branches: 4, seed: 4, steps: 9 };
  expect(others).toEqual({ ...config, frozen: ['plan'], settings: { ...config.settings, ...changed } });
  expect(fork).toMatchObject({ step: 3, seed: 1 });
});

test('what a fork cannot do is said', async () => {
  await expect(plan('--at', '1')).rejects.toThrow('keeps no checkpoint of step 1: it keeps 2 and 3');
  await expect(plan('--set', 'rank=4')).rejects.toThrow('a fork keeps');
  await expect(plan('--set', 'size=7')).rejects.toThrow('a fork keeps the worlds');
  await expect(plan('--steps', '3')).rejects.toThrow('3 are done there');
  await expect(plan('--world', 'sudoku')).rejects.toThrow('leave --world away');
  await expect(plan('--trainable', 'none')).rejects.toThrow('leave --trainable away');
});
