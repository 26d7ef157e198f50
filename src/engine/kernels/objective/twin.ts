// Log-softmax, entropy and objective of one row, in plain numbers. What one target costs is contract/objective.ts.
import {
  entropyOf,
  logitsGradient,
  logSoftmax,
  objectiveOfRow,
  type RowResult,
  type TokenObjective,
} from '../../../contract/objective';

export interface Target {
  readonly token: number;
  readonly oldLogp: number;
  readonly refLogp: number;
  readonly advantage: number;
  readonly weight: number;
  /** Of the softmax; the same for all targets of a row. */
  readonly temperature: number;
}

interface Scored {
  readonly logp_V: Float64Array;
  readonly entropy: number;
  readonly results: readonly RowResult[];
}

/** Loss of all targets of a row of logits [V], and their log-probabilities. */
export function objective(
  settings: TokenObjective,
  logits: ArrayLike<number>,
  targets: readonly Target[],
): { loss: number; logps: number[]; entropy: number } {
  const { logp_V, entropy, results } = scored(settings, logits, targets);
  const logps = targets.map(({ token }) => logp_V[token] as number);
  return { loss: results.reduce((sum, { loss }) => sum + loss, 0), logps, entropy };
}

/** ∂loss/∂logits of the row: [V]. */
export function objectiveGradient(
  settings: TokenObjective,
  logits: ArrayLike<number>,
  targets: readonly Target[],
): Float64Array {
  const { logp_V, entropy, results } = scored(settings, logits, targets);
  const { temperature = 1 } = targets[0] ?? {};
  const gradient = new Float64Array(logits.length);
  for (const [index, result] of results.entries())
    for (const [v, part] of logitsGradient({ logp_V, entropy }, (targets[index] as Target).token, result).entries())
      gradient[v] = (gradient[v] as number) + part / temperature;
  return gradient;
}

function scored(settings: TokenObjective, logits: ArrayLike<number>, targets: readonly Target[]): Scored {
  const logp_V = logSoftmax(logits, targets[0]?.temperature);
  const entropy = entropyOf(logp_V);
  const results = targets.map((target) =>
    objectiveOfRow(settings, { ...target, logp: logp_V[target.token] as number, entropy }),
  );
  return { logp_V, entropy, results };
}
