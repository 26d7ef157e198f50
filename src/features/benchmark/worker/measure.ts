// How long a trial's runs take: one to warm up (kernels are compiled, buffers made), then several whose median counts.
import { present } from '../../../basics/check';
import type { Trial } from './contestant';

export interface MeasureTools {
  /** Milliseconds. */
  readonly now: () => number;
  /** True for an adapter that is a processor. */
  readonly software: boolean;
  readonly signal: AbortSignal;
  /** Milliseconds that this process has computed, all threads together, where that is known: what a step costs beside
   *  the GPU. */
  readonly cpuMs?: (() => number) | undefined;
}

export interface Measured<Outcome> {
  /** Of one run. */
  readonly medianMs: number;
  /** Runs that were timed; 0 where the first run, compilation and all, took so long that it has to do. */
  readonly runs: number;
  readonly outcome: Outcome;
  /** What the trial says of its runs. */
  readonly note: string | undefined;
  /** Of one processor's time while it ran; undefined where nobody counts, or the processor plays GPU. */
  readonly cpuShare?: number | undefined;
}

/** A measurement goes on until it has this many runs, or took this long and has one. */
const wantedRuns = 5;
const patienceMs = { software: 12_000, gpu: 2_000 };
/** A first run that takes longer is not repeated: compilation is a small part of it by then. */
const endlessMs = { software: 45_000, gpu: 10_000 };
/** Short tasks are repeated within a run until it takes this long, so that what is measured is not the waiting. */
const leastMs = 100;
const mostTimes = 32;

/** Runs a trial and closes it. Throws the signal's reason between runs when it is aborted. */
export async function measure<Outcome>(
  trial: Trial<Outcome>,
  { now, software, signal, cpuMs }: MeasureTools,
): Promise<Measured<Outcome>> {
  const timed = async (times: number) => {
    signal.throwIfAborted();
    const start = now();
    await trial.run(times);
    return (now() - start) / times;
  };
  try {
    const coldMs = await timed(1);
    const outcome = await trial.outcome();
    const kind = software ? 'software' : 'gpu';
    if (coldMs > endlessMs[kind]) return { medianMs: coldMs, runs: 0, outcome, note: trial.note?.() };
    const begunMs = now();
    const cpuBegunMs = cpuMs?.();
    const warmMs = [await timed(1)];
    let spent = present(warmMs[0], 'a first run');
    const times = Math.min(mostTimes, Math.ceil(leastMs / Math.max(0.01, Math.min(coldMs, spent))));
    if (times > 1) warmMs.length = 0; // one short run would mostly measure waiting
    while (warmMs.length === 0 || (warmMs.length < wantedRuns && spent < patienceMs[kind])) {
      warmMs.push(await timed(times));
      spent += present(warmMs.at(-1), 'a run') * times;
    }
    const cpuShare =
      software || !cpuMs || cpuBegunMs === undefined ? undefined : (cpuMs() - cpuBegunMs) / (now() - begunMs);
    return { medianMs: median(warmMs), runs: warmMs.length, outcome, note: trial.note?.(), cpuShare };
  } finally {
    await trial.close();
  }
}

/** The middle of the values in order; the mean of the two in the middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
