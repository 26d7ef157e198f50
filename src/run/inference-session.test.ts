import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Learner } from '../contract/learner';
import { presetById } from '../learning/config/presets';
import { inferenceSession } from './inference-session';

const { config } = presetById('quick');
const other = { ...config, model: 'other' };
const minute = 60_000;

interface FakeLearner extends Learner {
  readonly model: string;
  closed: number;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function place() {
  const opened: FakeLearner[] = [];
  const losses: ((reason: string) => void)[] = [];
  let refusal: Error | undefined;
  const inference = inferenceSession({
    open: async (model) => {
      if (refusal) throw refusal;
      const learner = { model, closed: 0, close: () => void learner.closed++ } as FakeLearner;
      opened.push(learner);
      return { learner, gpu: 'none', lost: new Promise<string>((lose) => losses.push(lose)) };
    },
  });
  const refuse = (why?: Error) => {
    refusal = why;
  };
  return { opened, inference, losses, refuse };
}

/** A game that lasts until it is ended. */
function game() {
  let end = (_: string) => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { end, play: () => ended };
}

test('the learner is kept from game to game, and closed when nobody plays for a minute; then it is opened again', async () => {
  const { opened, inference } = place();
  const play = () => inference.play(config, async ({ learner }) => learner);
  expect(await play()).toBe(opened[0]);
  await vi.advanceTimersByTimeAsync(0.8 * minute);
  expect(await play()).toBe(opened[0]);
  await vi.advanceTimersByTimeAsync(0.8 * minute);
  expect(opened.map(({ closed }) => closed)).toEqual([0]);
  await vi.advanceTimersByTimeAsync(0.3 * minute);
  expect(opened.map(({ closed }) => closed)).toEqual([1]);
  expect(await play()).toBe(opened[1]);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(opened.map(({ closed }) => closed)).toEqual([1, 1]);
});

test('it is never closed under a game, however long that lasts', async () => {
  const { opened, inference } = place();
  const [first, second] = [game(), game()];
  const playing = inference.play(config, first.play);
  await vi.advanceTimersByTimeAsync(3 * minute);
  inference.close();
  const next = inference.play(config, second.play);
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(opened.map(({ closed }) => closed)).toEqual([0]);
  first.end('won');
  expect(await playing).toBe('won');
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(opened.map(({ closed }) => closed)).toEqual([1, 0]); // it was asked for after the closing
  second.end('lost');
  expect(await next).toBe('lost');
});

test('closing before anyone played opens nothing; a game that fails keeps nobody from playing', async () => {
  const { opened, inference, refuse } = place();
  inference.close();
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(opened).toEqual([]);
  refuse(new Error('there is no memory left'));
  await expect(inference.play(config, async () => 1)).rejects.toThrow('there is no memory left');
  refuse();
  vi.useRealTimers();
  await expect(inference.play(config, () => Promise.reject(new Error('no team')))).rejects.toThrow('no team');
  expect(await inference.play(config, async () => 2)).toBe(2);
  expect(opened).toHaveLength(1);
});

test('another model takes the place of the one before; names belong to a learner', async () => {
  const { opened, inference } = place();
  const names = (which: typeof config) => inference.play(which, async ({ names }) => names.add(which.model).size);
  expect(await names(config)).toBe(1);
  expect(await names(other)).toBe(1);
  expect(await names(config)).toBe(1);
  expect(opened.map(({ model, closed }) => [model, closed])).toEqual([
    [config.model, 1],
    ['other', 1],
    [config.model, 0],
  ]);
});

test('on a GPU that was lost nobody plays again', async () => {
  const { opened, inference, losses } = place();
  await inference.play(config, async () => 1);
  losses[0]?.('unplugged');
  await vi.advanceTimersByTimeAsync(1);
  expect(await inference.play(config, async ({ learner }) => learner)).toBe(opened[1]);
});
