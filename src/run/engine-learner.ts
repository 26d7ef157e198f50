// The engine as a Learner, on the one GPU device that everybody shares.
// It does not know where the GPU comes from (a browser's worker, Dawn under Node): that is handed in.
import { check } from '../basics/check';
import { cardsGib } from '../contract/card-fit';
import type { Learner } from '../contract/learner';
import { readConfig } from '../contract/model-config';
import { Engine } from '../engine/engine';
import type { EngineDevice } from '../engine/gpu/device';
import { GpuShare } from '../engine/gpu/gpu-share';
import type { SubmissionBudget } from '../engine/gpu/submission-budget';
import { halvedRooms, type MemoryPlan, planMemory, type Rooms, usualBudget } from '../engine/model/memory-plan';
import { usualModel } from '../engine/model/self-test-subject';
import { type Precision, precisions } from '../engine/model/stored-sections';
import { whatFits } from '../engine/model/what-fits';
import type { Workbench } from '../engine/tuner';
import type { BaseModel } from '../models/base-model';
import { probe } from './probe';
import { passedPacked, selfTests } from './self-test';
import { type SharedDevice, sharedDevice } from './shared-device';
import type { LabEngine } from './trainer';

/** Bytes: with less not even the smallest model trains. */
const leastMemory = 2 ** 28;

/** The least that is worth training on a language model: one group of four, its prompt in full words. */
const smallestBatch = { groups: 1, branches: 4, promptTokens: 512, answerTokens: 40 };
const usualPolicies = [
  { kind: 'adapter', rank: 16 },
  { kind: 'adapter', rank: 16 },
] as const;

/** `findGpu` answers undefined where there is no WebGPU at all. Without a workbench kernels are used as they are,
 *  untuned. */
export function engineIn(findGpu: () => GPU | undefined, workbench?: Workbench): LabEngine {
  return engineOn(findGpu, sharedDevice(findGpu, workbench));
}

/** The same on a device that others share as well. */
export function engineOn(findGpu: () => GPU | undefined, device: SharedDevice): LabEngine {
  const tests = selfTests();
  const share = new GpuShare();
  let memory: number | undefined;
  const planned = async () => {
    const { device: gpu, adapter } = await device.plain();
    return { limits: gpu.limits, budget: memory ?? usualBudget(gpu.limits, adapter.software) };
  };
  return {
    probe: () => probe(findGpu, device),
    setGpuShare: (wish) => share.set(wish),
    setGpuMemory: (bytes) => {
      check(bytes === undefined || bytes >= leastMemory, `expected at least 256 MiB of GPU memory, got ${bytes} bytes`);
      memory = bytes;
    },
    selfTest: async (model = usualModel) => tests.again(await device.tuned(), model), // the kernels that train
    memoryFor: async (json) => {
      const { limits, budget } = await planned();
      const config = readConfig(json);
      return fitOf((precision) =>
        planMemory({ config, limits, precision, budget, policies: usualPolicies, batch: smallestBatch }),
      );
    },
    fitsOnCards: async (json) => {
      const { limits } = await planned();
      return cardsGib.map((card) => whatFits(readConfig(json), limits, card * 2 ** 30));
    },
    planFor: async (base, precision, run, rooms) => {
      const { limits, budget } = await planned();
      const wishes = { config: readConfig(base.config), limits, precision, budget, rooms, ...run };
      return { sentence: planMemory(wishes).sentence, half: () => halvedRooms(wishes) };
    },
    open: async (base, precision = 'f32', rooms = undefined, purpose = 'to play') => {
      const budget = memory; // of now, as the plan was
      const gpu = await device.tuned();
      const tested =
        purpose === 'to train' || precision !== 'f32' ? await tests.of(gpu, base.config, precision) : undefined;
      const selfTest = tested && precision !== 'f32' ? passedPacked(tested, precision) : tested;
      const lost = gpu.lost.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      return {
        learner: engineLearner(gpu, base, precision, { rooms, memory: budget, gpuShare: share }),
        gpu: nameOf(gpu),
        lost,
        ...(selfTest ? { selfTest } : {}),
      };
    },
  };
}

/** The plan of the finest base that fits, and the size of the model in the precisions below it. */
function fitOf(planOf: (precision: Precision) => MemoryPlan): string {
  const plans = precisions.map((precision) => {
    try {
      return { precision, plan: planOf(precision) };
    } catch (refusal) {
      return { precision, refusal };
    }
  });
  const fitting = plans.flatMap(({ precision, plan }) => (plan ? [{ precision, plan }] : []));
  const [finest, ...below] = fitting;
  if (!finest) throw plans.at(-1)?.refusal;
  const others = below.map(({ precision, plan }) => `${precision} ${inMib(plan.weights)}`);
  const only = finest.precision === 'f32' ? '' : `too large as f32; with base precision ${finest.precision} it `;
  return `${only}${finest.plan.sentence}${others.length > 0 ? `; the model as ${others.join(', ')} MiB` : ''}`;
}

const inMib = (bytes: number): string => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0);

interface LearnerWishes {
  /** Where sampling and training are to take less than there is. */
  readonly rooms?: Rooms | undefined;
  /** Bytes of the GPU's memory that all of it may take; where absent, as much as is usual. */
  readonly memory?: number | undefined;
  readonly submissionBudget?: SubmissionBudget | undefined;
  readonly gpuShare?: GpuShare | undefined;
}

/** The engine on one device, for as long as that lasts. */
export function engineLearner(
  gpu: EngineDevice,
  base: BaseModel,
  precision: Precision,
  { rooms, memory, submissionBudget, gpuShare }: LearnerWishes = {},
): Learner {
  const { config, tensors, tokenizer } = base;
  const engine = new Engine(gpu, {
    config,
    tensors,
    stopToken: tokenizer.endToken,
    precision,
    rooms,
    submissionBudget,
    gpuShare,
    memory,
  });
  let turn: Promise<unknown> = Promise.resolve();
  /** The engine is asked for one thing at a time, since its buffers are shared by all verbs: for the next when what was
   *  asked is done, or when all of it is with the GPU, which takes everything in order. */
  const inTurn = <T>(work: (queued: () => void) => T | Promise<T>): Promise<T> => {
    let queued = () => {};
    const before = turn;
    turn = new Promise((resolve) => {
      queued = () => resolve(undefined);
    });
    return before.then(() => work(queued)).finally(queued);
  };
  return {
    addPolicy: (name, options) => inTurn(() => engine.addPolicy(name, options)),
    sample: (groups) => inTurn((queued) => engine.sample(groups, queued)),
    accumulate: (policy, batch, objective) => inTurn((queued) => engine.accumulate(policy, batch, objective, queued)),
    update: (policy, knobs) => inTurn((queued) => engine.update(policy, knobs, queued)),
    logprobs: (policy, batch) => inTurn(() => engine.logprobs(policy, batch)),
    save: (policy) => inTurn(() => engine.save(policy)),
    load: (policy, snapshot) => inTurn(() => engine.load(policy, snapshot)),
    lanes: gpu.adapter.software ? 1 : 2,
    work: () => engine.work,
    close: () => void inTurn(() => engine.close()),
  };
}

function nameOf({ adapter }: EngineDevice): string {
  return `${adapter.name}${adapter.software && !/software/i.test(adapter.name) ? ' (software)' : ''}`;
}
