import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunConfig } from '../../learning/config/run-config';
import type { MemoryAnswer, TrainerApi } from '../../run/trainer-api';
import { setGpuMemory } from './gpu-memory-store';
import { provideTrainer } from './lab-client';
import { memoryStore, watchMemory } from './memory-store';
import { modelsAtHand } from './models-at-hand';
import { chooseModel, choosePreset, configFrom, setKnob, setupStore } from './setup-store';
import { trainerStore } from './trainer-store';

const gpu = { available: true, name: 'card', vendor: '', architecture: '', software: false };
const fits = (words: string): MemoryAnswer => ({ kind: 'fits', words });
const answer = () => memoryStore.getState().answer;

let asked: RunConfig[];
/** Answers the first question that has none yet. */
let answers: ((answer: MemoryAnswer | Error) => void)[];
/** Bytes of GPU memory that the lab was told of. */
let told: (number | undefined)[];
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  told = [];
  answers = [];
  provideTrainer(
    () =>
      ({
        setGpuMemory: async (bytes) => void told.push(bytes),
        planMemory: (config) => {
          asked.push(config);
          return new Promise((resolve, reject) =>
            answers.push((given) => (given instanceof Error ? reject(given) : resolve(given))),
          );
        },
      }) as Partial<TrainerApi> as TrainerApi,
  );
  memoryStore.setState({}, true);
  modelsAtHand.setState({ kept: [] });
  trainerStore.setState({ adapter: gpu, drawn: true });
  choosePreset('quick');
  chooseModel(undefined);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const rest = (ms = 500) => vi.advanceTimersByTimeAsync(ms);

test('the setup is asked about once the person rests, not at every key', async () => {
  stop = watchMemory();
  for (const steps of [2, 20, 200]) {
    await rest(100);
    setKnob('steps', steps);
  }
  expect(asked).toEqual([]);
  await rest();
  expect(asked).toEqual([configFrom(setupStore.getState())]);
  expect(asked[0]?.settings.steps).toBe(200);
  answers[0]?.(fits('needs 1'));
  await rest();
  expect(answer()).toEqual(fits('needs 1'));
  chooseModel(undefined); // nothing is different
  await rest();
  expect(asked).toHaveLength(1);
});

test('one question at a time; an answer that comes too late is not shown, and the last setup is asked about', async () => {
  stop = watchMemory();
  await rest();
  setKnob('branches', 8);
  await rest();
  setKnob('branches', 16);
  await rest();
  expect(asked).toHaveLength(1);
  answers[0]?.(fits('of the setup before'));
  await rest();
  expect(answer()).toBeUndefined();
  expect(asked.map(({ settings }) => settings.branches)).toEqual([4, 16]);
  answers[1]?.({ kind: 'refused', words: 'too large' });
  await rest();
  expect(answer()).toEqual({ kind: 'refused', words: 'too large' });
  setKnob('branches', 8);
  setKnob('branches', 16); // as it was
  await rest();
  expect(asked).toHaveLength(2);
});

test('with more memory the same setup is asked about again, after the lab was told', async () => {
  stop = watchMemory();
  await rest();
  answers[0]?.({ kind: 'refused', words: 'needs 9 GiB, there are 4' });
  await rest();
  await setGpuMemory('16');
  await rest();
  expect(told).toEqual([16 * 2 ** 30]);
  expect(asked).toHaveLength(2);
  answers[1]?.(fits('needs 9 GiB'));
  await rest();
  expect(answer()).toEqual(fits('needs 9 GiB'));
  await setGpuMemory('usual');
  expect(told).toEqual([16 * 2 ** 30, undefined]);
});

test('nothing is asked before Train is drawn, without a GPU, of a bad setup, an absent model, or when nobody looks', async () => {
  trainerStore.setState({ adapter: undefined });
  stop = watchMemory();
  await rest();
  trainerStore.setState({ adapter: gpu, drawn: false });
  await rest();
  trainerStore.setState({ adapter: { ...gpu, available: false }, drawn: true });
  await rest();
  setKnob('branches', 1000);
  trainerStore.setState({ adapter: gpu });
  await rest();
  setKnob('branches', 8);
  chooseModel({ model: 'mine', wording: 'instruct' });
  await rest();
  expect(asked).toEqual([]);
  modelsAtHand.setState({ kept: [{ name: 'mine', addedAt: 7 }] });
  await rest();
  expect(asked.map(({ model }) => model)).toEqual(['mine']);
  stop();
  answers[0]?.(fits('nobody looks'));
  setKnob('branches', 16);
  await rest();
  expect(asked).toHaveLength(1);
  expect(answer()).toBeUndefined();
});

test('another model under the same name is asked about again', async () => {
  const kept = { name: 'mine', origin: 'files', wording: 'instruct', bytes: 1, addedAt: 7 } as const;
  modelsAtHand.setState({ kept: [kept] });
  chooseModel({ model: 'mine', wording: 'instruct' });
  stop = watchMemory();
  await rest();
  answers[0]?.(fits('needs 1'));
  await rest();
  modelsAtHand.setState({ kept: [{ ...kept, addedAt: 8 }] });
  await rest();
  expect(asked).toHaveLength(2);
});

test('what cannot be known is not shown, and is asked again when the setup is looked at again', async () => {
  stop = watchMemory();
  await rest();
  answers[0]?.(new Error('the server answered 500'));
  await rest();
  expect(memoryStore.getState()).toEqual({});
  expect(asked).toHaveLength(1);
  stop();
  stop = watchMemory();
  await rest();
  expect(asked).toHaveLength(2);
});
