// The one thing the viewer needs of a run's trees, wherever they are kept.
import type { StepTree } from '../../../learning/rollouts/transcript';

export interface TreeSource {
  /** Steps whose trees can be shown, ascending. */
  steps(): Promise<readonly number[]>;
  /** Undefined when it is not kept (any more). */
  tree(step: number): Promise<StepTree | undefined>;
}
