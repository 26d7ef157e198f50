// An evaluation as one line: rate, interval, n and whether there are no more (V3), and whether roles were told verdicts
// (V8); what the last role makes of proposals, and of several worlds each of them, in lines below.
import { passThroughInWords } from '../learning/rollouts/pass-through';
import type { Evaluation } from '../learning/rollouts/transcript';
import { percent } from './progress';

export function evaluationLine(
  who: string,
  {
    rate,
    low,
    high,
    n,
    all,
    solved,
    turnsMean,
    tokens,
    seconds,
    worlds,
    passThrough,
    exact,
    verdicts,
    sameProblems,
  }: Evaluation,
): string {
  const turns = solved > 0 ? `, ${turnsMean.toFixed(2)} turns to solve` : '';
  const cost = [
    tokens === undefined ? '' : `, ${tokens} tokens`,
    seconds === undefined ? '' : `, ${seconds.toFixed(1)} s`,
  ].join('');
  const each = Object.entries(worlds ?? {}).map(([name, world]) => `\n${evaluationLine(`  ${name}`, world)}`);
  const told = `${verdicts ? ', with verdicts' : ''}${sameProblems ? ', on the problems it was trained on' : ''}`;
  const figure = exact ? `, ${exact.name} ${exact.value.toFixed(4)}` : '';
  const passed = passThrough ? `\n${' '.repeat(12)}${passThroughInWords(passThrough)}` : '';
  return `${`${who}:`.padEnd(11)} ${percent(rate)} of ${all ? `all ${n}` : n} solved (95 % interval ${percent(low)} – ${percent(high)})${told}${figure}${turns}${cost}${passed}${each.join('')}`;
}
