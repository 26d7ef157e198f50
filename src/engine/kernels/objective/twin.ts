// Log-softmax, entropy and objective of one row, in plain numbers. What one target costs is learning/algorithm/objective.ts once more:
// the two rooms do not import each other; run/objective-twins.test.ts holds them together.
import type { Objective } from './objective';

export interface Target {
  readonly token: number;
  readonly oldLogp: number;
  readonly refLogp: number;
  readonly advantage: number;
  readonly weight: number;
  /** Of the softmax; the same for all targets of a row. */
  readonly temperature: number;
}

/** Loss of all targets of a row of logits. */
export function objective(
  settings: Pick<Objective, 'kind' | 'clipLow' | 'clipHigh' | 'kl' | 'entropy'>,
  logits: Float64Array,
  targets: readonly Target[],
): { loss: number; logps: number[]; entropy: number } {
  const { temperature = 1 } = targets[0] ?? {};
  const scaled = logits.map((value) => value / temperature);
  const highest = scaled.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const total = scaled.reduce((sum, value) => sum + Math.exp(value - highest), 0);
  const logpOf = (value: number) => value - highest - Math.log(total);
  const entropy = -scaled.reduce((sum, value) => sum + Math.exp(logpOf(value)) * logpOf(value), 0);
  const logps = targets.map(({ token }) => logpOf(scaled[token] as number));
  const loss = targets.reduce(
    (sum, target, index) => sum + lossOf(settings, target, { logp: logps[index] as number, entropy }),
    0,
  );
  return { loss, logps, entropy };
}

/** As in the kernel, where exponentials must stay finite. */
const largestLogRatio = 60;

function lossOf(
  settings: Pick<Objective, 'kind' | 'clipLow' | 'clipHigh' | 'kl' | 'entropy'>,
  target: Target,
  { logp, entropy }: { logp: number; entropy: number },
): number {
  if (settings.kind === 'sft') return -target.weight * logp;
  const ratio = Math.exp(Math.min(logp - target.oldLogp, largestLogRatio));
  const held = Math.min(Math.max(ratio, 1 - settings.clipLow), 1 + settings.clipHigh);
  const gain = Math.min(ratio * target.advantage, held * target.advantage);
  const r = Math.min(target.refLogp - logp, largestLogRatio);
  return target.weight * (-gain + settings.kl * (Math.expm1(r) - r) - settings.entropy * entropy);
}
