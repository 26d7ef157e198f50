// A newer page is told of, and comes with a reload that is asked for – never while a run trains.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticesStore } from './notices-store';
import { keepOffline } from './offline';
import type { RunView } from './run-view';
import { trainerStore } from './trainer-store';

/** A browser that keeps a page, and has a newer one waiting. */
function browser({ controlled = true } = {}) {
  const said: unknown[] = [];
  const heard: (() => void)[] = [];
  const reload = vi.fn();
  const waiting = { postMessage: (message: unknown) => said.push(message) };
  const serviceWorker = {
    controller: controlled ? {} : null,
    register: async () => ({ waiting, addEventListener: () => {} }),
    addEventListener: (_: string, listener: () => void) => heard.push(listener),
  };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { reload });
  return { said, reload, takeOver: () => heard.forEach((listener) => listener()) };
}

const notices = () => noticesStore.getState().notices;
const click = async () => {
  notices().at(-1)?.action?.run();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  noticesStore.setState({ notices: [] });
  trainerStore.setState({ live: undefined, wish: undefined });
});
afterEach(() => {
  trainerStore.setState({ live: undefined });
  noticesStore.setState({ notices: [] });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a newer page takes over when the person says so, and the page is loaded anew then', async () => {
  const { said, reload, takeOver } = browser();
  keepOffline('./offline.js');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notices().map(({ text }) => text)).toEqual(['A new version is ready.']);
  await click();
  expect(said).toEqual(['take over']);
  expect(reload).not.toHaveBeenCalled();
  takeOver();
  expect(reload).toHaveBeenCalledOnce();
});

test('while a run trains nothing is loaded anew: it says so, and offers it again', async () => {
  const { said, reload } = browser();
  trainerStore.setState({ live: { status: 'running' } as RunView });
  keepOffline('./offline.js');
  await vi.advanceTimersByTimeAsync(10_000);
  await click();
  expect(said).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
  expect(notices().at(-1)?.text).toContain('pause it');
  trainerStore.setState({ live: { status: 'paused' } as RunView });
  await click();
  expect(said).toEqual(['take over']);
});

test('with the first visit there is nothing to tell', async () => {
  browser({ controlled: false });
  keepOffline('./offline.js');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notices()).toEqual([]);
});

test('a browser that keeps no pages is left alone', () => {
  vi.stubGlobal('navigator', {});
  expect(() => keepOffline('./offline.js')).not.toThrow();
});
