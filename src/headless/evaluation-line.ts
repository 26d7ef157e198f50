// An evaluation as one line: rate, interval, n (V3); of several worlds, a line for each of them below.
import type { Evaluation } from '../learning/rollouts/transcript';
import { percent } from './progress';

export function evaluationLine(
  who: string,
  { rate, low, high, n, solved, turnsMean, tokens, seconds, worlds }: Evaluation,
): string {
  const turns = solved > 0 ? `, ${turnsMean.toFixed(2)} turns to solve` : '';
  const cost = [tokens === undefined ? '' : `, ${tokens} tokens`, seconds === undefined ? '' : `, ${seconds.toFixed(1)} s`].join(
    '',
  );
  const each = Object.entries(worlds ?? {}).map(([name, world]) => `\n${evaluationLine(`  ${name}`, world)}`);
  return `${`${who}:`.padEnd(11)} ${percent(rate)} of ${n} solved (95 % interval ${percent(low)} – ${percent(high)})${turns}${cost}${each.join('')}`;
}
