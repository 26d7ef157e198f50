import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { openStorage } from '../files/storage/storage';
import { presetById } from '../learning/config/presets';
import type { LabKinds } from './run-store';
import { secondsOf } from './step-time';
import { config, learners, prompts, tableTrainer } from './table-trainer.test-data';
import type { TrainerApi, TrainerEvent } from './trainer-api';

let trainer: TrainerApi;
let events: TrainerEvent[];
let database: string;
beforeEach(async () => {
  ({ trainer, events, database } = await tableTrainer());
});

const trained = async (id: string) => {
  await expect.poll(() => events.findLast(({ kind }) => kind === 'status')).toMatchObject({ status: 'finished' });
  const { steps } = JSON.parse(new TextDecoder().decode((await trainer.exportRun(id, { format: 'run' })).bytes));
  return steps;
};

test('a timed step has a learner of its own, closes it and keeps nothing', async () => {
  const before = { ...learners };
  expect(await trainer.timeStep(config)).toEqual({ step: 0, validation: 0, test: 0, rooms: 2 });
  expect(learners).toEqual({ opened: before.opened + 1, closed: before.closed + 1 });
  expect(await (await openStorage<LabKinds>(database)).runs.list()).toEqual([]);
  expect(events).toEqual([]);
});

test('a run behind timed steps is the same to the digit', async () => {
  const plain = await trained(await trainer.start(config));
  ({ trainer, events, database } = await tableTrainer());
  await trainer.timeStep(config);
  expect(await trained(await trainer.start(config))).toEqual(plain);
  expect(plain).toHaveLength(4);
});

test('whoever begins something ends it at once, and so does stopTiming; while a run trains it is refused', async () => {
  const closed = learners.closed;
  const refused = [expect(trainer.timeStep(config)).rejects.toThrow('something else is to be done')];
  const run = trainer.start(config);
  refused.push(expect(trainer.timeStep(config)).rejects.toThrow('nothing else is at work'));
  await Promise.all(refused);
  await trained(await run);
  const stopped = expect(trainer.timeStep(config)).rejects.toThrow('something else is to be done');
  await trainer.stopTiming();
  await stopped;
  const played = expect(trainer.timeStep(config)).rejects.toThrow('something else is to be done');
  await trainer.play({ team: { kind: 'untrained' }, config, seed: 1 });
  await played;
  expect(learners.closed).toBeGreaterThan(closed);
});

test('games against oneself, and a reference that is oneself, are timed, too', async () => {
  const { settings, ...kuhn } = presetById('kuhn-poker').config;
  const few = { ...settings, worldsPerStep: 2, branches: 2, validationWorlds: 2, testWorlds: 2 };
  expect(settings.referenceEvery).toBeGreaterThan(0);
  expect(await trainer.timeStep({ ...kuhn, settings: few })).toMatchObject({ rooms: 2 });
});

test('a whole step is timed where the number of problems grows', async () => {
  const settings = { ...config.settings, worldsPerStep: 8, firstWorlds: 1, growthSteps: 4, validationWorlds: 2 };
  prompts.most = 0;
  expect(await trainer.timeStep({ ...config, settings })).toMatchObject({ rooms: 8 });
  expect(prompts.most).toBe(8);
});

test('what was not timed lies on a straight line through the last two times', () => {
  const card = [
    { count: 1, ms: 190 },
    { count: 2, ms: 200 },
    { count: 4, ms: 220 },
  ];
  expect(secondsOf(card, 16)).toBeCloseTo(0.34);
  const processor = [
    { count: 1, ms: 350 },
    { count: 2, ms: 600 },
    { count: 4, ms: 1200 },
  ];
  expect(secondsOf(processor, 16)).toBeCloseTo(4.8);
  expect(secondsOf(processor, 4)).toBeCloseTo(1.2);
});

test('chance in the times bends it neither down nor above proportion, and of one time it is in proportion', () => {
  expect(
    secondsOf(
      [
        { count: 2, ms: 500 },
        { count: 4, ms: 400 },
      ],
      8,
    ),
  ).toBeCloseTo(0.4);
  expect(
    secondsOf(
      [
        { count: 2, ms: 100 },
        { count: 4, ms: 400 },
      ],
      8,
    ),
  ).toBeCloseTo(0.8);
  expect(secondsOf([{ count: 1, ms: 900 }], 8)).toBeCloseTo(7.2);
});
