import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scriptedRuns } from '../harness/scripted-runs';
import { scriptedStorage } from '../harness/scripted-storage';
import { noticesStore } from './notices-store';
import { refreshRuns, removeRun, runsStore, runToResume, undoMs } from './runs-store';
import { provideStorage } from './storage-client';

const names = () => runsStore.getState().runs.map(({ view }) => view.id);
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  noticesStore.setState({ notices: [] });
  const storage = scriptedStorage(scriptedRuns('many'));
  provideStorage(async () => storage);
  await refreshRuns();
});
afterEach(() => vi.useRealTimers());

test('a deletion can be undone', async () => {
  const before = names();
  const first = runsStore.getState().runs[0];
  if (!first) throw new Error('no run');
  await removeRun(first);
  expect(names()).not.toContain(first.view.id);
  noticesStore.getState().notices[0]?.action?.run();
  await settled();
  await vi.advanceTimersByTimeAsync(2 * undoMs);
  expect(names()).toEqual(before);
});

test('a deletion is for good when its notice has gone', async () => {
  const first = runsStore.getState().runs[0];
  if (!first) throw new Error('no run');
  const purge = vi.fn();
  const storage = { ...scriptedStorage(scriptedRuns('many')), purge };
  provideStorage(async () => storage);
  await removeRun(first);
  await vi.advanceTimersByTimeAsync(2 * undoMs);
  expect(noticesStore.getState().notices).toEqual([]);
  expect(purge).toHaveBeenCalledOnce();
});

test('what storage cannot do is said, and the list stays', async () => {
  const before = names();
  provideStorage(() => Promise.reject(new Error('the browser closed the storage')));
  await refreshRuns();
  expect(runsStore.getState().reason).toContain('closed');
  expect(names()).toEqual(before);
});

test('a run that was cut off is the one to resume, else the newest when it was paused', async () => {
  const state = runsStore.getState();
  expect(runToResume(state)).toBeUndefined();
  const [cutOff] = scriptedRuns('cut-off');
  if (!cutOff) throw new Error('no run');
  expect(runToResume({ ...state, runs: [...state.runs, cutOff] })?.view.id).toBe(cutOff.view.id);
  const paused = { ...cutOff, view: { ...cutOff.view, status: 'paused' as const } };
  expect(runToResume({ ...state, runs: [paused, ...state.runs] })?.view.id).toBe(cutOff.view.id);
});

test('a run that trains in another tab is not one to resume', () => {
  const [cutOff] = scriptedRuns('cut-off');
  if (!cutOff) throw new Error('no run');
  const state = { ...runsStore.getState(), runs: [cutOff] };
  expect(runToResume({ ...state, elsewhere: [cutOff.view.id] })).toBeUndefined();
});
