// The engine in the Learner's coat, and the GPU it runs on: one device for everybody, opened on demand and again after it was lost.
// It does not know where the GPU comes from (a browser's worker, Dawn under Node): that is handed in.
import { Engine } from '../engine/engine';
import { type EngineDevice, requestEngineDevice } from '../engine/gpu/device';
import { runSelfTest } from '../engine/model/self-test';
import type { Learner } from '../learning/training/learner';
import type { BaseModel } from './base-model';
import type { LabEngine } from './trainer';

/** `findGpu` answers undefined where there is no WebGPU at all. */
export function engineIn(findGpu: () => GPU | undefined): LabEngine {
  let opening: Promise<EngineDevice> | undefined;
  const device = (): Promise<EngineDevice> => {
    if (opening) return opening;
    const present = openDevice(findGpu());
    opening = present;
    present
      .then(({ lost }) => lost)
      .catch(() => {
        if (opening === present) opening = undefined;
      });
    return present;
  };
  return {
    probe: async () => {
      const nothing = { available: false, name: '', vendor: '', architecture: '', software: false };
      if (!findGpu())
        return {
          ...nothing,
          missing: {
            what: 'This browser has no WebGPU.',
            todo: 'Open the page in a new Chrome, Edge or Chromium, from https or localhost.',
          },
        };
      try {
        const { adapter } = await device();
        return { available: true, name: adapter.name, vendor: adapter.vendor, architecture: '', software: adapter.software };
      } catch (error) {
        const todo = 'Update the browser and the graphics driver, switch on hardware acceleration in its settings, then reload.';
        return {
          ...nothing,
          missing: { what: `No GPU could be opened: ${error instanceof Error ? error.message : String(error)}`, todo },
        };
      }
    },
    selfTest: async () => runSelfTest(await device()),
    open: async (base) => {
      const gpu = await device();
      const lost = gpu.lost.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      return { learner: engineLearner(gpu, base), gpu: nameOf(gpu), lost };
    },
  };
}

function engineLearner(gpu: EngineDevice, base: BaseModel): Learner {
  const engine = new Engine(gpu, { config: base.config, tensors: base.tensors, stopToken: base.tokenizer.endToken });
  let turn: Promise<unknown> = Promise.resolve();
  /** The engine does one thing at a time: its buffers are shared by all verbs. */
  const inTurn = <T>(work: () => T | Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    addPolicy: (name, options) => inTurn(() => engine.addPolicy(name, options)),
    sample: (groups) => inTurn(() => engine.sample(groups)),
    accumulate: (policy, batch, objective) => inTurn(() => engine.accumulate(policy, batch, objective)),
    update: (policy, knobs) => inTurn(() => engine.update(policy, knobs)),
    logprobs: (policy, batch) => inTurn(() => engine.logprobs(policy, batch)),
    save: (policy) => inTurn(() => engine.save(policy)),
    load: (policy, snapshot) => inTurn(() => engine.load(policy, snapshot)),
    close: () => void inTurn(() => engine.close()),
  };
}

async function openDevice(gpu: GPU | undefined): Promise<EngineDevice> {
  if (!gpu) throw new Error('there is no WebGPU here');
  return requestEngineDevice(gpu);
}

function nameOf({ adapter }: EngineDevice): string {
  return `${adapter.name}${adapter.software && !/software/i.test(adapter.name) ? ' (software)' : ''}`;
}
