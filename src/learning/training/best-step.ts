// Which step's checkpoint is reported: chosen on validation problems, and so measured on others (V5).
import type { Evaluation } from '../rollouts/transcript';
import type { StepReport } from './report';

export interface BestStep {
  readonly step: number;
  readonly validation: Evaluation;
}

/** Highest validation success; of equals the latest, which has learned longest. */
export function bestStepOf(reports: readonly Pick<StepReport, 'step' | 'validation'>[]): BestStep | undefined {
  let best: BestStep | undefined;
  for (const { step, validation } of reports) {
    if (validation && validation.rate >= (best?.validation.rate ?? 0)) best = { step, validation };
  }
  return best;
}
