// How long the chosen preset's steps take on this machine, timed by the lab before a run: once its gradients are right,
// the page is in front, nothing is at work, and the person has rested. Kept in this browser for each preset and GPU, so
// that it is not done again at every visit. Train never waits for it.

import { create } from 'zustand';
import { seedFrom } from '../../basics/rng';
import { presetById } from '../../learning/config/presets';
import { isShipped } from '../../learning/config/shipped-models';
import type { StepTime } from '../../run/trainer-api';
import { gpuShareStore } from './gpu-share-store';
import { lab } from './lab-client';
import { memoryStore } from './memory-store';
import { setupFaults, setupStore, useSetup } from './setup-store';
import { trainerStore, useTrainer } from './trainer-store';

type Times = Readonly<Record<string, StepTime>>;

const keptAs = 'grove-step-times';
/** No more are kept. */
const most = 40;
const restMs = 1500;
/** A preset that something else came in between of so often is left alone until the next visit. */
const mostTries = 3;

export const stepTimeStore = create<{ readonly times: Times }>()(() => ({ times: kept() }));

/** Of the chosen preset, on this GPU; undefined where that is not known. */
export function useStepTime(): StepTime | undefined {
  const preset = useSetup((state) => state.preset);
  const gpu = useTrainer(({ adapter }) => adapter?.name);
  return stepTimeStore(({ times }) => (gpu === undefined ? undefined : times[keyOf(preset, gpu)]));
}

/** A preset that is changed in a later version is timed again. */
const keyOf = (preset: string, gpu: string) => `${seedFrom(gpu, JSON.stringify(presetById(preset).config))}`;

/** Times what has no time yet, from now on. Returns how to stop. */
export function watchStepTimes(): () => void {
  const tries = new Map<string, number>();
  let asking: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const question = () => (over ? undefined : questionOf());
  const wanted = () => {
    const asked = question();
    const known = asked && (stepTimeStore.getState().times[asked.key] || (tries.get(asked.key) ?? 0) >= mostTries);
    return known ? undefined : asked;
  };
  const look = () => {
    clearTimeout(timer);
    if (asking === undefined) timer = wanted() && setTimeout(ask, restMs);
    else if (question()?.key !== asking) void lab().stopTiming();
  };
  const ask = async () => {
    const next = wanted();
    if (!next || asking !== undefined) return;
    const { key, preset } = next;
    asking = key;
    tries.set(key, (tries.get(key) ?? 0) + 1);
    try {
      const time = await lab().timeStep(presetById(preset).config);
      if (time) keep(key, time);
      else tries.set(key, mostTries); // too slow here
    } catch {
      // something came in between
    }
    asking = undefined;
    look();
  };
  const input = () => asking === undefined && look(); // whoever is at it is not disturbed
  const unsubscribe = [
    setupStore.subscribe(look),
    trainerStore.subscribe((now, before) => {
      if (now.adapter !== before.adapter || now.selfTest !== before.selfTest) look();
      else if (now.wish !== before.wish || now.live?.status !== before.live?.status) look();
    }),
    memoryStore.subscribe(look),
    gpuShareStore.subscribe(look),
  ];
  document.addEventListener('visibilitychange', look);
  for (const kind of ['pointerdown', 'keydown']) window.addEventListener(kind, input);
  look();
  return () => {
    over = true;
    look();
    for (const stop of unsubscribe) stop();
    document.removeEventListener('visibilitychange', look);
    for (const kind of ['pointerdown', 'keydown']) window.removeEventListener(kind, input);
  };
}

/** None while something is at work or the GPU is not known to be right, and where the preset's run could not start. */
function questionOf(): { readonly key: string; readonly preset: string } | undefined {
  const { adapter, selfTest, live, wish } = trainerStore.getState();
  if (!adapter?.available || selfTest.kind !== 'done' || !selfTest.report.passed) return undefined;
  if (gpuShareStore.getState().share < 1) return undefined; // quiet mode: as long as a person wants it to take
  if (wish !== undefined || live?.status === 'running' || document.hidden) return undefined;
  const setup = setupStore.getState();
  const { preset } = setup;
  if (!isShipped(presetById(preset).config.model) || setup.model !== undefined) return undefined;
  if (setupFaults(setup).length > 0 || memoryStore.getState().answer?.kind === 'refused') return undefined;
  return { key: keyOf(preset, adapter.name), preset };
}

function keep(key: string, time: StepTime): void {
  const { [key]: _, ...others } = stepTimeStore.getState().times;
  const times = Object.fromEntries([...Object.entries(others), [key, time] as const].slice(-most));
  stepTimeStore.setState({ times });
  const good = Object.entries(times).filter(([, { rooms }]) => rooms > 1); // a guess from one room is soon bettered
  try {
    localStorage.setItem(keptAs, JSON.stringify(Object.fromEntries(good)));
  } catch {
    // Storage is forbidden: it lasts until the page is closed.
  }
}

function kept(): Times {
  try {
    const all: Record<string, Partial<StepTime>> = JSON.parse(localStorage.getItem(keptAs) ?? '{}');
    const whole = ([, { step, validation, test, rooms }]: [string, Partial<StepTime>]) =>
      [step, validation, test, rooms].every(Number.isFinite);
    return Object.fromEntries(Object.entries(all).filter(whole)) as Times;
  } catch {
    return {};
  }
}
