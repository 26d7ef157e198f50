// What the next run would take of the GPU's memory, asked of the lab while its setup is edited: once the person rests,
// and one question at a time. Silent where no run could start anyway. It does not know how the lab finds out, and never
// stands in the way of Train for a setup it has no answer to.

import { create, useStore } from 'zustand';
import type { RunConfig } from '../../learning/config/run-config';
import { isShipped } from '../../learning/config/shipped-models';
import type { AdapterReport, MemoryAnswer } from '../../run/trainer-api';
import { gpuMemory } from './gpu-memory-store';
import { lab } from './lab-client';
import { type ModelAtHand, modelsAtHand } from './models-at-hand';
import { configFrom, type SetupState, setupFaults, setupStore, useSetup } from './setup-store';
import { trainerStore, useTrainer } from './trainer-store';

/** The last answer, and which setup it is of. */
export const memoryStore = create<{ readonly about?: string; readonly answer?: MemoryAnswer }>()(() => ({}));

export interface ShownMemory extends MemoryAnswer {
  /** False after a change that has no answer yet: this one is of the setup before. */
  readonly current: boolean;
}

/** Undefined where there is nothing to say. */
export function useMemory(): ShownMemory | undefined {
  const setup = useSetup((state) => state);
  const adapter = useTrainer((state) => state.adapter);
  const { kept } = useStore(modelsAtHand);
  gpuMemory.use();
  const { about, answer } = useStore(memoryStore);
  const question = questionOf({ setup, adapter, kept });
  return question && answer && { ...answer, current: question.about === about };
}

const restMs = 400;

/** Asks from now on, about the setup as it stands and after every change. Returns how to stop. */
export function watchMemory(): () => void {
  let wanted: Question | undefined;
  let asking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const { adapter, drawn } = trainerStore.getState();
    const [setup, { kept }] = [setupStore.getState(), modelsAtHand.getState()];
    const question = drawn ? questionOf({ setup, adapter, kept }) : undefined;
    if (question?.about === wanted?.about) return;
    wanted = question;
    askSoon();
  };
  const askSoon = () => {
    clearTimeout(timer);
    if (wanted && wanted.about !== memoryStore.getState().about) timer = setTimeout(ask, restMs);
  };
  const ask = async () => {
    if (asking || !wanted) return;
    const { about, config } = wanted;
    asking = true;
    const answer = await lab()
      .planMemory(config)
      .catch(() => undefined); // the model cannot be read, say: Train says so
    asking = false;
    if (wanted?.about === about) memoryStore.setState(answer ? { about, answer } : {}, true);
    else askSoon();
  };
  const unsubscribe = [
    setupStore.subscribe(look),
    trainerStore.subscribe((now, before) => (now.adapter !== before.adapter || now.drawn !== before.drawn) && look()),
    modelsAtHand.subscribe(({ kept }, before) => kept !== before.kept && look()),
    gpuMemory.subscribe(look),
  ];
  look();
  return () => {
    wanted = undefined;
    clearTimeout(timer);
    for (const stop of unsubscribe) stop();
  };
}

interface Question {
  /** Names the configuration, the files of its model – another one may be loaded under the same name –, and the memory
   *  there is for it. */
  readonly about: string;
  readonly config: RunConfig;
}

interface Asker {
  readonly setup: SetupState;
  readonly adapter: AdapterReport | undefined;
  readonly kept: readonly ModelAtHand[];
}

/** None where no run could start: no GPU, a setup at fault, a model that is not here. */
function questionOf({ setup, adapter, kept }: Asker): Question | undefined {
  if (!adapter?.available || setupFaults(setup).length > 0) return undefined;
  const config = configFrom(setup);
  const loaded = kept.find(({ name }) => name === config.model);
  if (!isShipped(config.model) && !loaded) return undefined;
  return { about: JSON.stringify([config, loaded?.addedAt, gpuMemory.now()]), config };
}
