// A learner together with the machine it runs on: what a session opens, and opens again when the machine was lost.
import { type Unless, unless } from '../basics/unless';
import { DeviceLostError, type Learner } from '../contract/learner';
import type { SelfTestReport } from '../contract/report';
import { lossGraceMs } from '../engine/gpu/device';

export interface OpenLearner {
  readonly learner: Learner;
  /** The GPU in words. */
  readonly gpu: string;
  /** Resolves with the reason when the GPU goes away; never, when all is well. */
  readonly lost: Promise<string>;
  /** Of a base kept in fewer bits. */
  readonly selfTest?: SelfTestReport;
}

/** One for each learner that is open. */
const guards = new WeakMap<OpenLearner, Unless>();

/** The work's result, or a DeviceLostError as soon as the GPU is lost – whichever comes first. */
export function unlessLost<T>(opened: OpenLearner, work: Promise<T>): Promise<T> {
  const guard = guards.get(opened) ?? unless(lossOf(opened));
  guards.set(opened, guard);
  // A lost GPU makes the work itself fail too, often a moment earlier. Wait for the loss: it gives the real reason.
  const patient = work.catch(async (error: unknown): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, lossGraceMs));
    throw error;
  });
  return guard(patient);
}

async function lossOf({ lost }: OpenLearner): Promise<never> {
  throw new DeviceLostError(await lost);
}
