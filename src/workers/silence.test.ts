import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSilence } from './silence';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const minute = 60_000;

test('a worker that answers is never called silent', async () => {
  const silent = vi.fn();
  const ping = vi.fn(async () => undefined);
  watchSilence(ping, silent);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(silent).not.toHaveBeenCalled();
  expect(ping.mock.calls.length).toBeGreaterThan(20);
});

test('one that stands still is told of once, after a minute, and again when it stands still again', async () => {
  const silent = vi.fn();
  const answers: (() => void)[] = [];
  watchSilence(() => new Promise<void>((resolve) => void answers.push(resolve)), silent);
  await vi.advanceTimersByTimeAsync(minute);
  expect(silent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(silent).toHaveBeenCalledTimes(1);
  answers.at(-1)?.();
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(silent).toHaveBeenCalledTimes(2);
});

test('nobody asks a worker that broke', async () => {
  const silent = vi.fn();
  const ping = vi.fn(() => Promise.reject(new Error('the lab broke')));
  watchSilence(ping, silent);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(silent).not.toHaveBeenCalled();
});
