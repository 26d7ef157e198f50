import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openStorage } from '../../../files/storage/storage';
import type { RunConfig } from '../../../learning/config/run-config';
import type { LabKinds } from '../../../run/run-store';
import { config, small, tableTrainer } from '../../../run/table-trainer.test-data';
import type { CompareApi } from '../shared/compare-api';
import { feature } from './feature';

async function trained(changed: Partial<RunConfig['settings']> = {}) {
  const { trainer, events, database } = await tableTrainer({ features: [{ name: 'compare', feature }] });
  const own = { ...config, settings: { ...config.settings, ...changed } };
  const id = await trainer.start(own);
  await expect.poll(() => events.some((event) => event.kind === 'status' && event.status === 'finished')).toBe(true);
  const storage = await openStorage<LabKinds>(database);
  const ask = <Verb extends keyof CompareApi>(verb: Verb, ...given: Parameters<CompareApi[Verb]>) =>
    trainer.ask('compare', verb, given) as ReturnType<CompareApi[Verb]>;
  return { id, storage, ask, own };
}

test('the problems of an evaluation are those that the run was measured on', async () => {
  const { id, storage, ask, own } = await trained();
  const run = await storage.runs.get(id);
  const test = await ask('problems', { config: own, split: 'test' });
  expect(test.hash).toBe(run?.after?.solvedEach?.problems);
  expect(test.asked.map(({ environment }) => environment)).toEqual(Array(small.testWorlds).fill('sokoban'));
  const validation = await ask('problems', { config: own, split: 'validation' });
  expect(validation.hash).toBe((await storage.metrics.list(id)).at(-1)?.validation?.solvedEach?.problems);
  expect(validation.hash).not.toBe(test.hash);
});

test('two checkpoints on one prompt: the untrained one against the trained, token by token', async () => {
  const { id, storage, ask } = await trained();
  const prompt = (await storage.trees.get(id, 1))?.worlds[0]?.groups[0]?.prompt ?? '';
  const side = { run: id, role: 'plan' };
  const { pieces, probability, all } = await ask('nextTokens', {
    prompt,
    sides: [
      { ...side, step: 0 },
      { ...side, step: 4 },
    ],
  });
  expect(all).toBe(true);
  const [untrained = [], taught = []] = probability;
  expect(pieces.length).toBe(untrained.length);
  expect(untrained.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
  expect(taught.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 5);
  expect(Math.max(...taught)).toBeGreaterThan(Math.max(...untrained));
  const heights = pieces.map((_, at) => Math.max(untrained[at] ?? 0, taught[at] ?? 0));
  expect(heights).toEqual([...heights].sort((a, b) => b - a));
});

test('a checkpoint that is not kept, or a role that is not there, is named', async () => {
  const { id, ask } = await trained();
  const asked = (step: number, role: string) =>
    ask('nextTokens', {
      prompt: 'U',
      sides: [
        { run: id, step, role },
        { run: id, step: 0, role },
      ],
    });
  await expect(asked(1, 'plan')).rejects.toThrow('keeps no checkpoint of step 1');
  await expect(asked(4, 'critic')).rejects.toThrow('no role "critic"');
});
