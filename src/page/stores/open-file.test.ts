// Whatever is dropped on the page goes to what opens it, or it is said what it is.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToldFile } from '../../export/brought-file';
import { build } from '../../learning/config/build';
import type { OpenedTeam } from '../../run/team-player';
import type { TrainerApi } from '../../run/trainer-api';
import { provideFeatures } from '../features';
import { scriptedStorage } from '../harness/scripted-storage';
import { provideTrainer } from './lab-client';
import { levelsStore } from './levels-store';
import { noticesStore } from './notices-store';
import { mayBeWritten, openable, openFile } from './open-file';
import { keepRecordedRun, recordedRun } from './recorded-run';
import { currentRoute } from './route';
import { choosePreset, configFrom, setupStore } from './setup-store';
import { refusedSetup } from './shared-setup';
import { provideStorage } from './storage-client';
import { provideTeamPlayer } from './team-player';
import { trainerStore } from './trainer-store';
import { closeTeam, visitingTeamStore } from './visiting-team';

const taken: string[] = [];
let told: ToldFile | undefined;

beforeEach(() => {
  taken.length = 0;
  told = undefined;
  const location = { hash: '#/runs', href: 'https://a.b/#/runs' };
  vi.stubGlobal('window', {
    location,
    addEventListener: () => undefined,
    dispatchEvent: () => true,
    history: { replaceState: (_: unknown, __: string, hash: string) => void Object.assign(location, { hash }) },
  });
  vi.stubGlobal('HashChangeEvent', Event);
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
    { name: 'models', feature: { takeModels: async ({ name }) => void taken.push(`models ${name}`) } },
    { name: 'any', feature: { takeFile: ({ name }) => /\.(csv|json)$/.test(name) && taken.push(`any ${name}`) > 0 } },
    {
      name: 'own',
      feature: { ownFile: { name: /\.team\.json$/, open: async ({ name }) => void taken.push(`own ${name}`) } },
    },
  ]);
  trainerStore.setState({ faults: [] });
  refusedSetup.setState({ refused: undefined });
  noticesStore.setState({ notices: [] });
});
afterEach(() => {
  closeTeam();
  choosePreset('sokoban');
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
  told = { told: 'is a table of a run’s steps: pandas reads it' };
  await open('run-steps.csv');
  expect(taken).toEqual([]);
  expect(trainerStore.getState().faults[0]).toMatchObject({
    what: 'run-steps.csv is not opened here.',
    why: `it ${told.told}`,
  });
  told = { told: 'holds event files: TensorBoard shows them' };
  await open('run-events.zip');
  expect(taken).toEqual([]);
  expect(trainerStore.getState().faults).toEqual([
    {
      kind: 'file',
      what: 'run-events.zip is not opened here.',
      why: `it ${told.told}`,
      now: 'Nothing was stored.',
    },
  ]);
  told = undefined;
  await open('sums.csv');
  expect(trainerStore.getState().faults).toEqual([]);
});

const team: OpenedTeam = { id: 1, name: 'Mine', config: build('quick') };
const asTeam: ToldFile = { told: 'is a trained team to play with: Play opens it', opens: 'play' };

test('a team goes on to Play, in the world that it was trained in', async () => {
  told = asTeam;
  choosePreset('sudoku');
  const asked: unknown[] = [];
  provideTeamPlayer(() => ({
    play: () => Promise.reject(new Error('nothing is played')),
    openTeam: async (files, otherwise) => {
      asked.push(
        files.map(({ name }) => name),
        otherwise,
      );
      expect(currentRoute()).toEqual({ screen: 'play', preset: 'sudoku' });
      return team;
    },
  }));
  await open('mine-team.zip');
  expect(asked).toEqual([['mine-team.zip'], configFrom(setupStore.getState())]);
  expect(visitingTeamStore.getState()).toEqual({ kind: 'open', from: 'mine-team.zip', team });
  expect(currentRoute()).toEqual({ screen: 'play', preset: 'quick' });
  expect(taken).toEqual([]);
  expect(trainerStore.getState().faults).toEqual([]);
});

test('in Play the room stays as long as the team plays its world', async () => {
  told = asTeam;
  provideTeamPlayer(() => ({
    play: () => Promise.reject(new Error('nothing is played')),
    openTeam: async () => team,
  }));
  window.location.hash = '#/play/sokoban/7';
  await openFile(new File([], 'mine.zip'), undefined, build('sokoban'));
  expect(currentRoute()).toEqual({ screen: 'play', preset: 'sokoban', seed: 7 });
  await openFile(new File([], 'mine.zip'), undefined, build('sudoku'));
  expect(currentRoute()).toEqual({ screen: 'play', preset: 'quick' });
});

test('a team that cannot be read is said to be so under Play, and nobody is led on', async () => {
  told = asTeam;
  provideTeamPlayer(() => ({
    play: () => Promise.reject(new Error('nothing is played')),
    openTeam: () => Promise.reject(new Error('mine.zip: has no adapter')),
  }));
  await open('mine.zip');
  expect(visitingTeamStore.getState()).toMatchObject({ kind: 'failed', reason: 'mine.zip: has no adapter' });
  expect(currentRoute()).toEqual({ screen: 'play', preset: 'sokoban' });
});

test('merged models are loaded; where nothing loads models, it is said who does', async () => {
  told = { told: 'holds merged models: transformers loads them', opens: 'model' };
  await open('run-merged.zip');
  expect(taken).toEqual(['models run-merged.zip']);
  provideFeatures([]);
  await open('run-merged.zip');
  expect(taken).toHaveLength(1);
  expect(trainerStore.getState().faults[0]?.why).toBe(`it ${told.told}`);
});

test('the settings of a run as JSON fill the setup, and it is said what they come without', async () => {
  told = { told: 'is a run as JSON: Setup takes its settings', opens: 'setup' };
  const recorded = JSON.parse(readFileSync(new URL('../../../public/recorded-run.json', import.meta.url), 'utf8'));
  const config = build('quick', { settings: { seed: 9 } });
  await open('one.run.json', JSON.stringify({ ...recorded.run, config }));
  expect(refusedSetup.getState().refused).toBeUndefined();
  expect(configFrom(setupStore.getState())).toEqual(config);
  expect(noticesStore.getState().notices.map(({ text }) => text)).toEqual([
    'The settings of one.run.json are in Setup now. Curves and checkpoints travel in the whole run (.grove.zip) only.',
  ]);
  expect(currentRoute().screen).toBe('lab');
  expect(trainerStore.getState().faults).toEqual([]);
});

test('a recorded run is shown in place of the one that ships, and one that is none is named', async () => {
  told = { told: 'is a recorded run: the Lab, Rollouts and Play show it', opens: 'recorded' };
  const shipped = JSON.parse(readFileSync(new URL('../../../public/recorded-run.json', import.meta.url), 'utf8'));
  await open('theirs.json', JSON.stringify({ ...shipped, run: { ...shipped.run, id: 'theirs' } }));
  expect(recordedRun()?.view.id).toBe('theirs');
  expect(currentRoute()).toEqual({ screen: 'lab', runId: 'theirs' });
  expect(trainerStore.getState().faults).toEqual([]);
  await open('cut.json', '{"format": "grove-recorded-run", "version": 1');
  expect(trainerStore.getState().faults[0]).toMatchObject({ kind: 'file', what: 'cut.json is not opened here.' });
  expect(trainerStore.getState().faults[0]?.why).toContain('cut.json');
  expect(recordedRun()?.view.id).toBe('theirs');
  keepRecordedRun(undefined);
});

test('every ending that a run is taken home with can be chosen', () => {
  for (const ending of ['.zip', '.json', '.jsonl', '.csv', '.parquet']) {
    expect(openable.split(',')).toContain(ending);
    expect(mayBeWritten({ name: `x${ending}` })).toBe(true);
  }
  expect(openable.split(',')).toContain('.xsb');
});

test('what nobody knows is refused by name', async () => {
  await open('notes.docx');
  expect(trainerStore.getState().faults[0]?.why).toContain('notes.docx is no .zip');
});
