import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openStorage } from '../../files/storage/storage';
import { presetById } from '../../learning/config/presets';
import type { LabKinds } from '../../run/run-store';
import type { AskedEvaluation } from '../../run/trainer-api';
import { evaluationOf } from '../harness/scripted-runs';
import { pageStorage } from './browser-storage';

const { config } = presetById('quick');
const asked = (at: number): AskedEvaluation => ({
  ...{ wish: { players: 'trained', n: 20 }, evaluation: evaluationOf(0.5, 20), step: 3, at },
});

test('notes are kept with the run until they are emptied', async () => {
  const stored = await openStorage<LabKinds>('notes');
  const page = pageStorage(stored);
  const { id } = await stored.runs.create({ name: 'Monday', preset: config.preset, config, baseHash: '' });
  await page.setNotes(id, 'The guide\nstayed silent.');
  expect((await page.runs())[0]?.notes).toBe('The guide\nstayed silent.');
  await page.setNotes(id, '');
  expect(await stored.runs.get(id)).not.toHaveProperty('notes');
});

test('evaluations that a person asked for are kept with the run, go with it and come back with it', async () => {
  const stored = await openStorage<LabKinds>('kept with a run');
  const page = pageStorage(stored);
  const { id } = await stored.runs.create({ name: 'Monday', preset: config.preset, config, baseHash: '' });
  expect(await page.evaluations(id)).toEqual([]);
  await page.keepEvaluation(id, asked(1));
  await stored.metrics.append(id, { step: 1 } as never); // the run goes on
  expect(await page.keepEvaluation(id, asked(2))).toEqual([asked(1), asked(2)]);
  await page.keepEvaluation(id, asked(3));
  expect(await page.removeEvaluation(id, 2)).toEqual([asked(1), asked(3)]);
  expect(await page.keepEvaluation(id, asked(2))).toEqual([asked(1), asked(2), asked(3)]); // undone: where it was
  expect(await page.removeEvaluation(id, 3)).toEqual([asked(1), asked(2)]);
  await page.remove(id);
  expect(await page.evaluations(id)).toEqual([]);
  await page.restore(id);
  expect(await page.evaluations(id)).toEqual([asked(1), asked(2)]);
  await page.remove(id);
  await page.purge(-1);
  await expect(page.keepEvaluation(id, asked(3))).rejects.toThrow('it was deleted');
  await expect(page.removeEvaluation(id, 1)).rejects.toThrow('it was deleted');
});
