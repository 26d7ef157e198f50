// Whatever is dropped on the page goes to what opens it, or it is said what it is.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { build } from '../../learning/config/build';
import type { TrainerApi } from '../../run/trainer-api';
import { provideFeatures } from '../features';
import { scriptedStorage } from '../harness/scripted-storage';
import { provideTrainer } from './lab-client';
import { levelsStore } from './levels-store';
import { openFile } from './open-file';
import { refusedSetup } from './shared-setup';
import { provideStorage } from './storage-client';
import { trainerStore } from './trainer-store';

const taken: string[] = [];
let told: string | undefined;

beforeEach(() => {
  taken.length = 0;
  told = undefined;
  vi.stubGlobal('window', {
    location: { hash: '#/runs', href: 'https://a.b/#/runs' },
    addEventListener: () => undefined,
  });
  provideStorage(async () => scriptedStorage([]));
  const trainer: Partial<TrainerApi> = {
    tellFile: async () => told,
    openRun: async ({ name }) => {
      taken.push(`run ${name}`);
      return { kind: 'new', id: 'a', idInFile: 'a', name };
    },
  };
  provideTrainer(() => trainer as TrainerApi);
  provideFeatures([
    { name: 'any', feature: { takeFile: ({ name }) => /\.(csv|json)$/.test(name) && taken.push(`any ${name}`) > 0 } },
    {
      name: 'own',
      feature: { ownFile: { name: /\.team\.json$/, open: async ({ name }) => void taken.push(`own ${name}`) } },
    },
  ]);
  trainerStore.setState({ faults: [] });
  refusedSetup.setState({ refused: undefined });
});
afterEach(() => {
  provideFeatures([]);
  vi.unstubAllGlobals();
});

const open = (name: string, text = '{}') => openFile(new File([text], name));

test.each([
  ['first.grove.zip', 'run first.grove.zip'],
  ['anything.zip', 'run anything.zip'],
  ['sums.csv', 'any sums.csv'],
  ['sums.json', 'any sums.json'],
  ['mine.team.json', 'own mine.team.json'],
])('%s goes to what opens it', async (name, where) => {
  await open(name);
  expect(taken).toEqual([where]);
});

test('levels are played, and settings of any name fill the setup', async () => {
  await open('small.xsb', '#####\n#@$.#\n#####\n');
  expect(levelsStore.getState().collection?.name).toBe('small');
  const settings = { format: 'grove-settings', version: 1, config: build('quick', { settings: { seed: 9 } }) };
  await open('renamed.json', JSON.stringify(settings));
  expect(refusedSetup.getState().refused).toBeUndefined();
  expect(taken).toEqual([]);
});

test('a file that Grove wrote for others goes to nobody, and it is said who reads it', async () => {
  told = 'is a table of a run’s steps: pandas reads it';
  await open('run-steps.csv');
  expect(taken).toEqual([]);
  expect(trainerStore.getState().faults[0]).toMatchObject({
    what: 'run-steps.csv is not opened here.',
    why: `it ${told}`,
  });
});

test('what nobody knows is refused by name', async () => {
  await open('notes.docx');
  expect(trainerStore.getState().faults[0]?.why).toContain('notes.docx is no .zip');
});
