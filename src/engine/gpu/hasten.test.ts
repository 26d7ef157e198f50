import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasten } from './hasten';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue that looks at what is done only when something is submitted. */
function lateQueue() {
  const submit = vi.fn();
  const done = new Promise<string>((resolve) => submit.mockImplementation(() => resolve('done')));
  return { device: { queue: { submit } as unknown as GPUQueue }, submit, done };
}

test('a wait in Firefox ends by an empty submission, and nothing is submitted behind it', async () => {
  const { device, submit, done } = lateQueue();
  const waited = hasten(device, done, firefox);
  await vi.advanceTimersByTimeAsync(10);
  expect(await waited).toBe('done');
  const { length } = submit.mock.calls;
  expect(submit).toHaveBeenCalledWith([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(submit).toHaveBeenCalledTimes(length);
});

test('a wait that fails is over, too', async () => {
  const { device, submit } = lateQueue();
  await expect(hasten(device, Promise.reject(new Error('lost')), firefox)).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(100);
  expect(submit).not.toHaveBeenCalled();
});

test('elsewhere nothing is added', async () => {
  const { device, submit } = lateQueue();
  const waited = hasten(device, new Promise((resolve) => setTimeout(resolve, 50)), chrome);
  await vi.advanceTimersByTimeAsync(60);
  await waited;
  expect(submit).not.toHaveBeenCalled();
});
