import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from './when-idle';

let frames: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what waits until the page is drawn comes behind a frame, however late that is', async () => {
  vi.stubGlobal('document', { hidden: false });
  const seen = vi.fn();
  void drawn().then(seen);
  await vi.advanceTimersByTimeAsync(10_000);
  for (const frame of frames) frame();
  expect(seen).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toHaveBeenCalled();
});

test('a tab that nobody sees has no frames, and does not wait for one', async () => {
  vi.stubGlobal('document', { hidden: true });
  const seen = vi.fn();
  void drawn().then(seen);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toHaveBeenCalled();
});
