import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSession } from '../lab/session';
import { tableLearner } from '../lab/table-learner';
import { weightlessBase } from '../lab/weightless-base.test-data';
import { settingsFrom } from '../learning/training/config';
import { presetById } from '../learning/training/presets';
import { studyFolder } from './study-folder';

const { base, tokenizer, vocabulary } = weightlessBase(
  JSON.parse(readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8')),
);

test('studies that keep their runs in the same folder find each other’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'grove-studies-'));
  const runs = join(folder, 'runs');
  const identity = 'a'.repeat(64);
  const [one, other, alone] = [
    studyFolder(join(folder, 'one'), runs),
    studyFolder(join(folder, 'other'), runs),
    studyFolder(join(folder, 'alone')),
  ];
  const { shelf } = await one.shelfFor(identity);
  const openLearner = async () => ({
    learner: tableLearner({ vocabulary, endToken: tokenizer.endToken }),
    gpu: 'table',
    lost: new Promise<string>(() => {}),
  });
  const config = {
    ...presetById('quick').config,
    settings: settingsFrom({ steps: 1, worldsPerStep: 1, branches: 2, turns: 1, validationWorlds: 4, testWorlds: 4 }),
  };
  const session = await startSession({ shelf, base, openLearner, now: () => 0, announce: () => {} }, { config, name: 'a' });
  await session.rested;
  await one.close();
  expect((await other.shelfFor(identity)).run?.status).toBe('finished');
  expect((await alone.shelfFor(identity)).run).toBeUndefined();
  rmSync(folder, { recursive: true });
});
