// What one AT-GRPO step asks of a GPU, counted in a real step of a preset's run, and what that would take on three
// machines: a model of costs whose parameters stand here with their sources. Counts are those of a card or of a
// processor that plays one (they queue differently), whatever the machine that counts.
import type { GpuWork } from '../../../contract/learner';
import type { EngineDevice } from '../../../engine/gpu/device';
import { SubmissionBudget } from '../../../engine/gpu/submission-budget';
import { build } from '../../../learning/config/build';
import { trainingStep } from '../../../learning/training/step';
import type { BaseModel } from '../../../models/base-model';
import { engineLearner } from '../../../run/engine-learner';
import { showsPictures } from '../../../run/run-policies';

/** A machine to reckon with. What a dispatch and a wait cost there was measured by others; a card reaches a quarter of
 *  its peak with kernels like these, so what comes out is true within a factor of two. */
interface ReferenceMachine {
  readonly name: string;
  readonly dispatchUs: number;
  readonly waitMs: number;
  /** Peaks of its data sheet: 10⁹ operations and bytes a second. */
  readonly gigaflops: number;
  readonly gigabytes: number;
}

/** Completion latency: gpuweb issue 4432 (5–15 ms on Intel and NVIDIA under Windows, under half a millisecond in Chrome
 *  on Apple). Dispatches: 7–15 µs each where thousands lie in one pass. Peaks: the vendors' data sheets. */
export const referenceMachines: readonly ReferenceMachine[] = [
  { name: 'Intel Iris Xe', dispatchUs: 15, waitMs: 5, gigaflops: 2_070, gigabytes: 68 },
  { name: 'Apple M2', dispatchUs: 8, waitMs: 0.5, gigaflops: 3_600, gigabytes: 100 },
  { name: 'NVIDIA RTX 4060', dispatchUs: 7, waitMs: 5, gigaflops: 15_100, gigabytes: 272 },
];
const reached = 0.25;

/** Milliseconds by cause that this work takes there, beside what JavaScript does. */
export function reckoned(gpu: GpuWork, { dispatchUs, waitMs, gigaflops, gigabytes }: ReferenceMachine) {
  const dispatching = (gpu.dispatches * dispatchUs) / 1000;
  const waiting = gpu.waits * waitMs;
  const computing = Math.max(gpu.operations / gigaflops, gpu.productBytes / gigabytes) / reached / 1e6;
  return { dispatching, waiting, computing, total: dispatching + waiting + computing };
}

export interface StepWork {
  readonly step: number;
  readonly gpu: GpuWork;
  /** Milliseconds of the whole step, and of the thread that JavaScript runs on; under Node it asks every
   *  millisecond whether the GPU is done, which is most of it on a slow GPU. */
  readonly totalMs: number;
  readonly mainThreadMs: number;
}

/** The first steps of a preset's run with seed 1. `as`: how the engine queues. */
export async function stepsCounted(
  gpu: EngineDevice,
  base: BaseModel,
  {
    preset,
    steps,
    as,
    now,
    busyMs,
  }: { preset: string; steps: number; as: 'card' | 'software'; now: () => number; busyMs: () => number },
): Promise<StepWork[]> {
  const config = build(preset, { settings: { firstWorlds: 0 } }); // whole steps from the first
  const played: EngineDevice = { ...gpu, adapter: { ...gpu.adapter, software: as === 'software' } };
  // submissions of a size that a card comes to, whatever this machine's own speed
  const budget = new SubmissionBudget(as === 'card' ? 2e10 : 4e8, () => 0, 1);
  const learner = engineLearner(played, base, 'f32', { submissionBudget: budget });
  try {
    const { rank, loraAlpha: alpha, seed, loraNoise: noise } = config.settings;
    for (const name of new Set(Object.values(config.policies)))
      await learner.addPolicy(name, { kind: 'adapter', rank, alpha, seed, noise, pictures: showsPictures(config) });
    const counted: StepWork[] = [];
    for (let step = 1; step <= steps; step++) {
      const before = busyMs();
      const { report } = await trainingStep({ config, step, learner, tokenizer: base.tokenizer, now });
      const { gpu: work, timeMs } = report;
      if (work) counted.push({ step, gpu: work, totalMs: timeMs.total, mainThreadMs: busyMs() - before });
    }
    return counted;
  } finally {
    learner.close();
  }
}
