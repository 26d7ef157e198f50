// A data set and a game are made in the sandbox and trained on with the model that ships. Where the wheels are not on
// this computer, that is said aloud.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lab } from '../../../headless/run-words.fixture';
import { images } from '../shared/images';
import { missingWheels, wheelsFolder } from './wheels';

const folder = mkdtempSync(join(tmpdir(), 'grove-python-worlds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const missing = (await Promise.all(images.map((image) => missingWheels(image)))).flat();
if (missing.length > 0)
  console.warn(`NOT RUN: training on Python worlds – ${wheelsFolder()} lacks ${missing.join(', ')}`);

test.skipIf(missing.length > 0).each([
  ['chain_sum', ['--ask', 'expression', '--config', 'max_terms=2', '--config', 'max_digits=1']],
  ['GuessTheNumber-v0', ['--players', '1', '--word', 'higher=U', '--word', 'lower=D']],
] as const)('two steps on %s', async (name, wishes) => {
  const world = join(folder, `${name}.world.json`);
  const made = await lab('python-worlds', 'make', '--name', name, '--size', '80', ...wishes, '--out', world);
  expect(made.status, made.err).toBe(0);
  const team = /--team (\S+)/.exec(made.out)?.[1] ?? '';
  const run = ['--preset', 'quick', '--world', world, '--team', team, '--steps', '2', '--out', join(folder, name)];
  const few = ['worldsPerStep=4', 'branches=4', 'validationWorlds=4', 'testWorlds=4'].flatMap((knob) => [
    '--set',
    knob,
  ]);
  const trained = await lab('train', ...run, ...few);
  console.info(made.out, trained.out);
  expect(trained.status, trained.err).toBe(0);
});
