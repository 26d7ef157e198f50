// A sampler that can be told to stop: what is asked afterwards fails with the reason, and so does whoever plays with
// it. Answers that are being written are written to their end, since the GPU cannot be called back.
import type { Sampler } from '../learning/rollouts/sampler';

/** Rejects with the signal's reason once it is aborted. */
export function stoppable(sampler: Sampler, signal: AbortSignal): Sampler {
  return {
    sample: async (groups) => {
      signal.throwIfAborted();
      const answers = await sampler.sample(groups);
      signal.throwIfAborted();
      return answers;
    },
  };
}
