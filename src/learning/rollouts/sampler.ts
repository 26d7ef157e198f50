// All that the play needs of a learner: K answers to each of many prompts. A worker's sampler passes the question on to
// the engine's.
import type { Completion, PromptGroup } from '../../contract/learner';
export interface Sampler {
  /** answers[g][k] to groups[g]. */
  sample(groups: readonly PromptGroup[]): Promise<readonly (readonly Completion[])[]>;
  /** Questions it is best asked at once, 1 where absent: while the answers to one are carried out, it computes
   *  another. */
  readonly lanes?: number;
}
