// How many problems the run to come will ask for, and which of them were played here already.

export interface ProblemNeed {
  /** Problems that training will ask for: batch × steps. */
  readonly training: number;
  /** Steps of the run to come. */
  readonly steps: number;
  /** Steps that the run here has done: its problems are not asked again. */
  readonly afterStep: number;
}
