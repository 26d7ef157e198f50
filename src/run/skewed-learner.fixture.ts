// A learner whose sampler is off: its log-probabilities are not those of the trainer, as a fault of a kernel would have
// it.
import type { Learner } from '../contract/learner';
export interface Skew {
  /** Added to every log-probability sampled. */
  readonly by: number;
  /** Asked at each sampling. */
  readonly when: () => boolean;
}

export function skewed(learner: Learner, { by, when }: Skew): Learner {
  return {
    ...learner,
    sample: async (groups) => {
      const answers = await learner.sample(groups);
      if (!when()) return answers;
      return answers.map((group) =>
        group.map((answer) => ({ ...answer, logp_T: answer.logp_T.map((logp) => logp + by) })),
      );
    },
  };
}
