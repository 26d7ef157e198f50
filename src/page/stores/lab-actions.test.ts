import { beforeEach, expect, test } from 'vitest';
import { presetById } from '../../learning/config/presets';
import type { TrainerApi, TrainerEvent } from '../../run/trainer-api';
import { reportOf } from '../harness/scripted-runs';
import { scriptedStorage } from '../harness/scripted-storage';
import { followRun, hear, pause, train } from './lab-actions';
import { provideTrainer } from './lab-client';
import { provideStorage } from './storage-client';
import { trainerStore } from './trainer-store';

const { config } = presetById('quick');

beforeEach(() => {
  provideStorage(async () => scriptedStorage([]));
  trainerStore.setState({ selfTest: { kind: 'waiting' }, boards: [], faults: [], recovering: false }, true);
});

function labThat(does: Partial<TrainerApi>): void {
  provideTrainer(() => does as TrainerApi);
}

test('events that come before the run’s id is known are not lost', async () => {
  const early: TrainerEvent[] = [
    { kind: 'status', runId: 'a', status: 'running', step: 0 },
    { kind: 'step', runId: 'a', report: reportOf(1, config), secondsLeft: 9 },
  ];
  labThat({
    start: async () => {
      early.forEach(hear);
      return 'a';
    },
  });
  await train();
  expect(trainerStore.getState().live).toMatchObject({ id: 'a', step: 1, status: 'running' });
  expect(trainerStore.getState().wish).toBeUndefined();
});

test('a run that cannot start says why, and the button is free again', async () => {
  labThat({ start: () => Promise.reject(new Error('the model is missing')) });
  await train();
  expect(trainerStore.getState().faults[0]?.why).toBe('the model is missing');
  expect(trainerStore.getState().wish).toBeUndefined();
});

test('a pause waits for the step and then for no one', async () => {
  let saved: () => void = () => undefined;
  labThat({
    start: async () => 'a',
    pause: () =>
      new Promise<void>((resolve) => {
        saved = resolve;
      }),
  });
  await train();
  const pausing = pause();
  expect(trainerStore.getState().wish).toBe('pausing');
  hear({ kind: 'status', runId: 'a', status: 'paused', step: 3 });
  saved();
  await pausing;
  expect(trainerStore.getState().live).toMatchObject({ status: 'paused', step: 3 });
  expect(trainerStore.getState().wish).toBeUndefined();
});

test('a run that a study began is followed, with what happened while it was read; one that is opened stays in front', async () => {
  const view = {
    id: 'a',
    name: 'of a study',
    config,
    status: 'running',
    step: 2,
    reports: [],
    recorded: false,
  } as const;
  const opened = { ...view, id: 'b' };
  trainerStore.setState({ opened });
  provideStorage(async () => ({ ...scriptedStorage([]), run: async () => view }));
  const following = followRun('a');
  hear({ kind: 'step', runId: 'a', report: reportOf(3, config), secondsLeft: 9 });
  await following;
  expect(trainerStore.getState().live).toMatchObject({ id: 'a', step: 3, status: 'running' });
  expect(trainerStore.getState().opened).toBe(opened);
});
