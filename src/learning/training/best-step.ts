// Which step's checkpoint is reported: chosen on validation problems, and so measured on others (V5).
import type { Evaluation } from '../rollouts/transcript';
import type { StepReport } from './report';

export interface BestStep {
  readonly step: number;
  readonly validation: Evaluation;
}

/** Highest validation success, or the least of a figure that is computed of the policies, which no luck moves; of
 *  equals the latest, which has learned longest. */
export function bestStepOf(reports: readonly Pick<StepReport, 'step' | 'validation'>[]): BestStep | undefined {
  let best: BestStep | undefined;
  for (const { step, validation } of reports) {
    if (validation && (!best || worthOf(validation) >= worthOf(best.validation))) best = { step, validation };
  }
  return best;
}

/** An exact figure is a distance from what is right: exploitability. */
function worthOf({ rate, exact }: Evaluation): number {
  return exact === undefined ? rate : -exact.value;
}
