// An evaluation as one line: rate, interval, n (V3).
import type { Evaluation } from '../learning/rollouts/transcript';
import { percent } from './progress';

export function evaluationLine(who: string, { rate, low, high, n, solved, turnsMean, tokens, seconds }: Evaluation): string {
  const turns = solved > 0 ? `, ${turnsMean.toFixed(2)} turns to solve` : '';
  const cost = [tokens === undefined ? '' : `, ${tokens} tokens`, seconds === undefined ? '' : `, ${seconds.toFixed(1)} s`].join(
    '',
  );
  return `${`${who}:`.padEnd(11)} ${percent(rate)} of ${n} solved (95 % interval ${percent(low)} – ${percent(high)})${turns}${cost}`;
}
