import { describe, expect, test } from 'vitest';
import { presetById } from '../../learning/config/presets';
import { evaluationOf, referencesOf, reportOf } from '../harness/scripted-runs';
import type { RunView } from './run-view';
import { withReport } from './run-view';
import { addFault, afterEvent, dismissFileFaults, shownRun, type TrainerState, trainerStore } from './trainer-store';

const { config } = presetById('quick');
const run: RunView = { id: 'a', name: 'a', config, status: 'running', step: 0, reports: [], recorded: false };
const state: TrainerState = { selfTest: { kind: 'waiting' }, boards: [], faults: [], recovering: false, live: run };

describe('the trainer’s events', () => {
  test('add steps to the live run', () => {
    const first = afterEvent(state, { kind: 'step', runId: 'a', report: reportOf(1, config), secondsLeft: 30 });
    const second = afterEvent(first, { kind: 'step', runId: 'a', report: reportOf(2, config), secondsLeft: 20 });
    expect(second.live?.reports.map(({ step }) => step)).toEqual([1, 2]);
    expect(second.live).toMatchObject({ step: 2, secondsLeft: 20 });
  });

  test('of another run change nothing', () => {
    expect(afterEvent(state, { kind: 'step', runId: 'b', report: reportOf(1, config), secondsLeft: 1 })).toBe(state);
  });

  test('keep evaluations that come one by one', () => {
    const before = afterEvent(state, {
      kind: 'tested',
      runId: 'a',
      before: evaluationOf(0.1, 20),
      references: referencesOf(20),
    });
    const after = afterEvent(before, { kind: 'tested', runId: 'a', after: evaluationOf(0.9, 20) });
    expect(after.live?.before?.rate).toBeCloseTo(0.1);
    expect(after.live?.after?.rate).toBeCloseTo(0.9);
  });

  test('forget the first half of a test that was cut off, when the run goes on', () => {
    const [before, after] = [evaluationOf(0.1, 20), evaluationOf(0.9, 20)];
    const begun = { kind: 'references', runId: 'a', validation: referencesOf(20) } as const;
    const half = afterEvent(state, { kind: 'tested', runId: 'a', before });
    expect(afterEvent(half, begun).live?.before).toBeUndefined();
    expect(afterEvent(afterEvent(half, { kind: 'tested', runId: 'a', after }), begun).live).toMatchObject({
      before,
      after,
    });
  });

  test('of a failure stop the stages and say what can be done', () => {
    const working = afterEvent(state, { kind: 'stage', runId: 'a', step: 1, stage: 'play', done: 1, total: 4 });
    const failed = afterEvent(working, { kind: 'status', runId: 'a', status: 'failed', step: 3, reason: 'not finite' });
    expect(failed.stage).toBeUndefined();
    expect(failed.faults).toEqual([expect.objectContaining({ kind: 'run', why: 'not finite', resumes: 'a' })]);
  });

  test('of a lost GPU that recovers say so until the next sign of work', () => {
    const lost = afterEvent(state, { kind: 'device-lost', runId: 'a', reason: 'reset', recovering: true });
    expect(lost.recovering).toBe(true);
    expect(lost.faults).toEqual([]);
    expect(afterEvent(lost, { kind: 'stage', runId: 'a', step: 1, stage: 'play', done: 0, total: 1 }).recovering).toBe(
      false,
    );
  });

  test('of a lost GPU that stays lost offer to resume', () => {
    const lost = afterEvent(state, { kind: 'device-lost', runId: 'a', reason: 'reset', recovering: false });
    expect(lost.faults).toEqual([expect.objectContaining({ kind: 'device', resumes: 'a' })]);
  });

  test('of a GPU out of memory say that the run goes on with half the room, or nothing that the failed run does not say', () => {
    const short = { kind: 'out-of-memory', runId: 'a', reason: 'the GPU has no memory left' } as const;
    const halved = afterEvent(state, { ...short, recovering: true });
    expect(halved.faults).toEqual([expect.objectContaining({ kind: 'memory', why: short.reason })]);
    expect(halved.faults[0]?.now).toContain('half the room');
    expect(afterEvent(state, { ...short, recovering: false }).faults).toEqual([]);
  });

  test('say the same storage trouble once', () => {
    const once = afterEvent(state, { kind: 'storage', message: 'quota exceeded' });
    const twice = afterEvent(once, { kind: 'storage', message: 'quota exceeded again' });
    expect(twice.faults).toHaveLength(1);
    expect(twice.faults[0]?.what).toContain('no room');
  });
});

test('a resumed run goes back: a report replaces its step and all later ones', () => {
  const reports = [1, 2, 3].map((step) => reportOf(step, config));
  expect(withReport(reports, reportOf(2, config)).map(({ step }) => step)).toEqual([1, 2]);
});

test('a run that was opened hides the live one', () => {
  expect(shownRun({ ...state, opened: { ...run, id: 'b' } })?.id).toBe('b');
  expect(shownRun(state)?.id).toBe('a');
});

test('what was wrong with a file stays on its screen; other faults go along', () => {
  const fault = (kind: 'file' | 'storage') => ({ kind, what: kind, why: 'it is cut off', now: '' });
  trainerStore.setState({ faults: [] }); // files of tests share a store
  addFault(fault('file'));
  addFault(fault('storage'));
  dismissFileFaults();
  expect(trainerStore.getState().faults.map(({ kind }) => kind)).toEqual(['storage']);
  trainerStore.setState({ faults: [] });
});
