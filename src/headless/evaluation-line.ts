// An evaluation as one line: rate, interval, n (V3).
import type { Evaluation } from '../learning/rollouts/transcript';
import { percent } from './progress';

export function evaluationLine(who: string, { rate, low, high, n, solved, turnsMean }: Evaluation): string {
  const turns = solved > 0 ? `, ${turnsMean.toFixed(2)} turns to solve` : '';
  return `${`${who}:`.padEnd(11)} ${percent(rate)} of ${n} solved (95 % interval ${percent(low)} – ${percent(high)})${turns}`;
}
