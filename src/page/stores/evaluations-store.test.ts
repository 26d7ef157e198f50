import { beforeEach, expect, test } from 'vitest';
import { presetById } from '../../learning/config/presets';
import type { TrainerApi } from '../../run/trainer-api';
import { evaluationOf } from '../harness/scripted-runs';
import { scriptedStorage } from '../harness/scripted-storage';
import {
  cancelEvaluation,
  canSwap,
  evaluateRun,
  evaluationsStore,
  hearEvaluation,
  readEvaluations,
  removeEvaluation,
  rolesAlone,
  wishInWords,
} from './evaluations-store';
import { provideTrainer } from './lab-client';
import { noticesStore } from './notices-store';
import { provideStorage } from './storage-client';

const { config } = presetById('quick');
const run = { id: 'a', config, step: 10 };
const state = () => evaluationsStore.getState();
const told = (runId: string, done: number, step = 0) =>
  ({ kind: 'stage', runId, step, stage: 'evaluate', done, total: 20 }) as const;

let kept = scriptedStorage([]);
beforeEach(() => {
  evaluationsStore.setState({ measured: {}, faults: {} }, true);
  kept = scriptedStorage([]);
  provideStorage(async () => kept);
});

function labThat(does: Partial<TrainerApi>): void {
  provideTrainer(() => does as TrainerApi);
}

test('an evaluation asks for the players, tells how far it is, and keeps what came of it', async () => {
  const asked: unknown[] = [];
  labThat({
    evaluate: async (request) => {
      asked.push(request);
      expect(hearEvaluation(told('a', 0), 1000)).toBe(true);
      expect(hearEvaluation(told('a', 5), 3000)).toBe(true);
      expect(state().atWork).toMatchObject({ runId: 'a', done: 5, secondsLeft: 6 });
      expect(hearEvaluation(told('b', 6), 3000)).toBe(false); // of another run
      expect(hearEvaluation(told('a', 6, 12), 3000)).toBe(false); // the run's own, while it trains
      return evaluationOf(0.5, 20);
    },
  });
  await evaluateRun(run, { players: 'swapped', n: 20 });
  const search = { branches: 4, by: 'team' } as const;
  await evaluateRun(run, { players: 'trained', n: 20, search });
  await evaluateRun(run, { players: 'alone tool', n: 20 });
  const team = { kind: 'run', runId: 'a' };
  expect(asked).toEqual([
    { team, config, n: 20, references: false, swap: true },
    { team, config, n: 20, references: false, search },
    { team, config, n: 20, references: false, alone: 'tool' },
  ]);
  expect(state().measured['a']?.map(({ wish }) => wishInWords(wish))).toEqual([
    'roles swapped',
    'trained, best of 4 by team reward',
    'tool alone',
  ]);
  expect(state().atWork).toBeUndefined();
  expect(hearEvaluation(told('a', 6), 3000)).toBe(false);
});

test('it is kept with its run, and read again; where it cannot be kept, it stands there and that is said', async () => {
  labThat({ evaluate: async () => evaluationOf(0.5, 20) });
  await evaluateRun(run, { players: 'trained', n: 20 });
  evaluationsStore.setState({ measured: {} }); // as after a reload
  await readEvaluations('a');
  const wish = { players: 'trained', n: 20 };
  expect(state().measured['a']).toMatchObject([{ wish, step: 10, evaluation: { solved: 10 } }]);
  provideStorage(async () => ({ ...kept, keepEvaluation: () => Promise.reject(new Error('the disk is full')) }));
  await evaluateRun({ ...run, step: 12 }, { players: 'untrained', n: 20 });
  expect(state().measured['a']?.map(({ step }) => step)).toEqual([10, 12]);
  expect(state().faults['a']).toBe('It was measured, but could not be kept: the disk is full');
});

test('one that was kept can be deleted, and that can be undone', async () => {
  noticesStore.setState({ notices: [] });
  for (const [at, players] of (['trained', 'swapped', 'untrained'] as const).entries())
    await kept.keepEvaluation('a', { wish: { players, n: 20 }, evaluation: evaluationOf(0.5, 20), step: 10, at });
  await readEvaluations('a');
  const before = state().measured['a'] ?? [];
  await removeEvaluation('a', before[1]!);
  expect(state().measured['a']).toEqual([before[0], before[2]]);
  expect(await kept.evaluations('a')).toEqual([before[0], before[2]]);
  noticesStore.getState().notices[0]?.action?.run();
  await expect.poll(() => state().measured['a']).toEqual(before);
  expect(await kept.evaluations('a')).toEqual(before);
  provideStorage(async () => ({ ...kept, removeEvaluation: () => Promise.reject(new Error('the disk is gone')) }));
  await removeEvaluation('a', before[1]!);
  expect(state().measured['a']).toEqual(before);
  expect(state().faults['a']).toBe('What was measured could not be deleted: the disk is gone');
});

test('a role may be asked for alone where it can play alone, and is not alone anyway', () => {
  expect(rolesAlone(config)).toEqual(['tool', 'plan']);
  expect(rolesAlone({ ...config, team: 'maths-solvers-and-judge' })).toEqual(['one', 'two']);
  expect(rolesAlone({ ...config, team: 'plan-alone' })).toEqual([]);
});

test('the untrained team’s evaluation belongs to the run it was asked for', async () => {
  labThat({
    evaluate: async ({ team }) => {
      expect(team).toEqual({ kind: 'untrained' });
      expect(hearEvaluation(told('', 3), 0)).toBe(true);
      return evaluationOf(0.1, 20);
    },
  });
  await evaluateRun(run, { players: 'untrained', n: 20 });
  expect(state().measured['a']).toHaveLength(1);
});

test('one that fails says why until the next begins; one that is cancelled leaves nothing', async () => {
  labThat({ evaluate: () => Promise.reject(new Error('there is no model')) });
  await evaluateRun(run, { players: 'trained', n: 20 });
  expect(state()).toMatchObject({ faults: { a: 'It could not be evaluated: there is no model' }, measured: {} });
  let stop: (fault: Error) => void = () => undefined;
  labThat({
    evaluate: () =>
      new Promise((_, reject) => {
        stop = reject;
      }),
    cancelEvaluation: async () => stop(new Error('the evaluation was cancelled')),
  });
  const going = evaluateRun(run, { players: 'trained', n: 20 });
  await evaluateRun({ ...run, id: 'b' }, { players: 'trained', n: 20 }); // one at a time
  expect(state().atWork?.runId).toBe('a');
  await cancelEvaluation();
  await going;
  expect(state()).toEqual({ measured: {}, faults: {}, atWork: undefined });
});

test('roles that share a policy cannot swap', () => {
  expect(canSwap({ ...config, policies: { tool: 'tool', plan: 'plan' } })).toBe(true);
  expect(canSwap({ ...config, policies: { tool: 'shared', plan: 'shared' } })).toBe(false);
});
