import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { presetById } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import type { StepTime, TrainerApi } from '../../run/trainer-api';
import { gpuShareStore } from './gpu-share-store';
import { provideTrainer } from './lab-client';
import { memoryStore } from './memory-store';
import { chooseModel, choosePreset, setKnob } from './setup-store';
import { stepTimeStore, watchStepTimes } from './step-time-store';
import { trainerStore } from './trainer-store';

const gpu = { available: true, name: 'card', vendor: '', architecture: '', software: false };
const right = { kind: 'done', report: { passed: true, checks: [], ms: 1 } } as const;
const time: StepTime = { step: 1, validation: 2, test: 3, rooms: 4 };
const times = () => Object.values(stepTimeStore.getState().times);

let asked: RunConfig[];
let stopped: number;
let answer: (given: StepTime | undefined) => void;
let page: EventTarget & { hidden: boolean };
let hands: EventTarget;
let kept: Map<string, string>;
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  stopped = 0;
  page = Object.assign(new EventTarget(), { hidden: false });
  hands = new EventTarget();
  kept = new Map();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', hands);
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => kept.set(key, value) });
  let refuse: (fault: Error) => void = () => undefined;
  provideTrainer(
    () =>
      ({
        timeStep: (config) => {
          asked.push(config);
          return new Promise((resolve, reject) => {
            answer = resolve;
            refuse = reject;
          });
        },
        stopTiming: async () => {
          stopped++;
          refuse(new Error('something else is to be done'));
        },
      }) as Partial<TrainerApi> as TrainerApi,
  );
  stepTimeStore.setState({ times: {} });
  memoryStore.setState({}, true);
  gpuShareStore.setState({ share: 1 });
  trainerStore.setState({ adapter: gpu, selfTest: right, live: undefined, wish: undefined });
  choosePreset('first-look');
  chooseModel(undefined);
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const rest = (ms = 2000) => vi.advanceTimersByTimeAsync(ms);
const hide = (hidden: boolean) => {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};

test('the preset is timed once, as it is, when its gradients are known to be right; and its time is kept', async () => {
  trainerStore.setState({ selfTest: { kind: 'running' } });
  stop = watchStepTimes();
  await rest();
  expect(asked).toEqual([]);
  trainerStore.setState({ selfTest: right });
  setKnob('steps', 40);
  await rest();
  expect(asked).toEqual([presetById('first-look').config]);
  answer(time);
  await rest();
  setKnob('steps', 50);
  await rest(20_000);
  expect(asked).toHaveLength(1);
  expect(times()).toEqual([time]);
  expect(Object.values(JSON.parse(kept.get('grove-step-times') ?? ''))).toEqual([time]);
  trainerStore.setState({ adapter: { ...gpu, name: 'another card' } });
  await rest();
  expect(asked).toHaveLength(2);
  answer({ ...time, rooms: 1 });
  await rest();
  expect(times()).toHaveLength(2);
  expect(Object.keys(JSON.parse(kept.get('grove-step-times') ?? ''))).toHaveLength(1); // a rough guess is for this visit
});

test('Train ends it at once, and so do a hidden page, another preset and leaving the Lab; it is tried again', async () => {
  stop = watchStepTimes();
  await rest();
  trainerStore.setState({ wish: 'starting' });
  expect(stopped).toBe(1);
  await rest();
  expect(asked).toHaveLength(1);
  trainerStore.setState({ wish: undefined });
  await rest();
  hide(true);
  expect(stopped).toBe(2);
  await rest();
  expect(asked).toHaveLength(2);
  hide(false);
  await rest();
  choosePreset('signals');
  expect(stopped).toBe(3);
  await rest();
  expect(asked.map(({ preset }) => preset)).toEqual(['first-look', 'first-look', 'first-look', 'signals']);
  stop();
  expect(stopped).toBe(4);
  await rest();
  expect(asked).toHaveLength(4);
  expect(times()).toEqual([]);
});

test('whoever works with the page is left alone, and what is too slow or keeps being cut off is not tried for ever', async () => {
  stop = watchStepTimes();
  for (let click = 0; click < 5; click++) {
    await rest(1000);
    hands.dispatchEvent(new Event('pointerdown'));
  }
  expect(asked).toEqual([]);
  await rest();
  answer(undefined);
  await rest(20_000);
  expect(asked).toHaveLength(1);
  choosePreset('signals');
  for (let cut = 0; cut < 6; cut++) {
    await rest();
    hide(true);
    await rest();
    hide(false);
  }
  await rest(20_000);
  expect(asked).toHaveLength(1 + 3);
});

test.each([
  ['in quiet mode', () => gpuShareStore.setState({ share: 0.5 })],
  ['of a model that does not ship', () => chooseModel({ model: 'other', wording: 'instruct' })],
  ['of a run that is refused', () => memoryStore.setState({ answer: { kind: 'refused', words: 'too large' } })],
  [
    'where gradients are wrong',
    () => trainerStore.setState({ selfTest: { ...right, report: { ...right.report, passed: false } } }),
  ],
  ['without a GPU', () => trainerStore.setState({ adapter: { ...gpu, available: false } })],
])('nothing is timed %s', async (_, change) => {
  change();
  stop = watchStepTimes();
  await rest(20_000);
  expect(asked).toEqual([]);
});
