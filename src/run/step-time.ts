// How long a run's steps take on this machine, before there is a run: whole steps of few rooms and evaluations of few
// problems are made and timed, each of twice as many as the one before, until the time for it is spent. They have a
// learner of their own, which is closed, and a learning rate of 0; nothing of them is kept. A fast GPU comes to a whole
// step in that time; for a slow one the rest is a straight line.

import type { Learner } from '../contract/learner';
import { evaluateTeam } from '../evaluation/team-evaluation';
import type { RunConfig } from '../learning/config/run-config';
import { trainingStep } from '../learning/training/step';
import { basePrecisionOf } from '../models/base-precision';
import { unlessLost } from './open-learner';
import { playedWith } from './run-parts';
import { addPolicies } from './run-policies';
import type { SessionParts } from './session-parts';
import type { StepTime } from './trainer-api';

export interface StepTimer {
  /** Rejects when it is stopped; undefined where not even a step of one room is done in time. */
  time(config: RunConfig): Promise<StepTime | undefined>;
  /** What the GPU has been given it ends; no more is given to it. */
  stop(): void;
}

/** By then no step, and by then no evaluation is begun that would end later, from when the GPU's programs are made; and
 *  by then all ends, from the opening of the learner. */
const [stepsMs, evaluationsMs, endMs] = [2200, 3400, 9000];

export function stepTimer(partsOf: (config: RunConfig) => Promise<SessionParts>): StepTimer {
  let stopping = new AbortController();
  const stop = () => stopping.abort(new Error('something else is to be done'));
  return {
    time: async (config) => {
      stop();
      const mine = new AbortController();
      stopping = mine;
      const parts = await partsOf(config);
      mine.signal.throwIfAborted();
      return timed(parts, config, mine.signal);
    },
    stop,
  };
}

async function timed(parts: SessionParts, given: RunConfig, stopped: AbortSignal): Promise<StepTime | undefined> {
  const { now, base } = parts;
  const config = timeable(given);
  const { worldsPerStep, validationWorlds, testWorlds } = config.settings;
  const startedMs = now();
  const opened = await parts.openLearner(basePrecisionOf(config));
  const late = new AbortController();
  const ending = setTimeout(() => late.abort(new Error('it takes too long here')), startedMs + endMs - now());
  const learner = halting(opened.learner, AbortSignal.any([stopped, late.signal]));
  const shared = { learner, tokenizer: base.tokenizer, ...playedWith(parts), now };
  let madeMs = startedMs;
  const doubling = async (most: number, untilMs: number, work: (count: number) => Promise<unknown>) => {
    const points: Timed[] = [];
    for (let count = 1; count <= most; count = Math.min(2 * count, most)) {
      let ms = Number.POSITIVE_INFINITY;
      try {
        for (let again = 0; again < 2; again++) {
          const begunMs = now();
          await unlessLost(opened, work(count)); // the first may wait for the GPU's programs of its size
          ms = Math.min(ms, now() - begunMs);
        }
      } catch (error) {
        if (late.signal.aborted) return points;
        throw error;
      }
      points.push({ count, ms });
      if (count === most || now() + 4 * ms > madeMs + untilMs) return points;
    }
    return points;
  };
  try {
    await addPolicies(learner, config);
    const step = (changes: Partial<RunConfig['settings']>) =>
      trainingStep({ ...shared, config: { ...config, settings: { ...config.settings, ...changes } }, step: 1 });
    const warm = await doubling(1, stepsMs, () => step({ worldsPerStep: 1, branches: 2 })); // the GPU's programs are made
    if (warm.length === 0) return undefined;
    madeMs = now();
    const steps = await doubling(worldsPerStep, stepsMs, (rooms) => step({ worldsPerStep: rooms }));
    const task = { ...shared, config, sampler: learner, split: 'validation' } as const;
    const evaluations = await doubling(validationWorlds, evaluationsMs, (n) => evaluateTeam({ ...task, n }));
    stopped.throwIfAborted();
    if (steps.length === 0 || evaluations.length === 0) return undefined;
    return {
      step: secondsOf(steps, worldsPerStep),
      validation: secondsOf(evaluations, validationWorlds),
      test: secondsOf(evaluations, testWorlds),
      rooms: steps.at(-1)?.count ?? 1,
    };
  } finally {
    clearTimeout(ending);
    opened.learner.close();
  }
}

/** A step that changes no weights takes as long. The base is as good a reference as any. Where the number of problems
 *  grows, the first step is as large as the last. */
function timeable(config: RunConfig): RunConfig {
  return { ...config, settings: { ...config.settings, learningRate: 0, referenceEvery: 0, firstWorlds: 0 } };
}

export interface Timed {
  readonly count: number;
  readonly ms: number;
}

/** For as many, on the straight line through the last two times: never less than the last, and never more than in
 *  proportion to it. */
export function secondsOf(times: readonly Timed[], count: number): number {
  const [before, last] = [times.at(-2), times.at(-1)];
  if (!last) return Number.NaN;
  const share = last.ms / last.count;
  const oneMore = before ? (last.ms - before.ms) / (last.count - before.count) : share;
  return Math.max(0, last.ms + Math.min(share, Math.max(0, oneMore)) * (count - last.count)) / 1000;
}

/** The learner, whose verbs reject with the signal's reason once it is aborted. */
function halting(learner: Learner, signal: AbortSignal): Learner {
  const until =
    <Given extends readonly unknown[], Answer>(verb: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      signal.throwIfAborted();
      const answer = await verb(...given);
      signal.throwIfAborted();
      return answer;
    };
  return {
    ...learner,
    sample: until(learner.sample),
    accumulate: until(learner.accumulate),
    update: until(learner.update),
    logprobs: until(learner.logprobs),
  };
}
