// How many problems the run to come will ask for, where they come from, and which of them were played here already.
import type { Environment } from '../../../learning/environments/environment';

export interface ProblemNeed {
  /** The run's world. */
  readonly environment: Environment;
  /** Problems that training will ask for: batch × steps. */
  readonly training: number;
  /** Steps of the run to come. */
  readonly steps: number;
  /** Steps that the run here has done: its problems are not asked again. */
  readonly afterStep: number;
}
