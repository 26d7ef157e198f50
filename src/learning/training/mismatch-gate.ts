// The gate before an update (S2): sampler and trainer score the same tokens under the same weights. Where they disagree
// one of them is wrong, every ratio and gradient with it, and the step must not be applied.
import type { ObjectiveReport, PolicyName } from '../../contract/learner';
/**
 * Most that a token's two log-probabilities may differ. One figure for every precision of the base: it is packed once,
 * sampler and trainer unpack the same bits, and all arithmetic is f32, so what packing rounds off is in both. What
 * remains is the order of sums: 0 on the shipped models in f32, f16, int8 and int4 (mismatch.gpu.test.ts), below 1e-4
 * on a shape of 135M. A stale row is off by 1 and more.
 */
export const mismatchTolerance = 1e-3;

/** A step that the gate refused. Plain data: it is kept with the run. */
export interface Refusal {
  readonly step: number;
  readonly tolerance: number;
  /** Of every policy of the step, the good ones too. */
  readonly mismatches: Readonly<Record<PolicyName, number>>;
}

export class MismatchError extends Error {
  override name = 'MismatchError';
  constructor(
    readonly refusal: Refusal,
    policies: Readonly<Record<string, PolicyName>>,
  ) {
    const { step, tolerance, mismatches } = refusal;
    const wrong = Object.entries(mismatches).filter(([, mismatch]) => !within(tolerance, mismatch));
    const each = wrong.map(([policy, mismatch]) => {
      const roles = Object.keys(policies).filter((role) => policies[role] === policy);
      return `${mismatch.toPrecision(4)} in policy "${policy}" (${roles.length === 1 ? 'role' : 'roles'} ${roles.join(', ')})`;
    });
    super(
      `engine mismatch ${each.join(' and ')} at step ${step}, allowed is ${tolerance}: sampler and trainer disagree about the ` +
        'log-probabilities of the same tokens, so the step was not applied and the last checkpoint stays as it is. ' +
        'Run the self-test (lab gradcheck), update the graphics driver or take another GPU, then resume',
    );
  }
}

/** NaN is not within. */
const within = (tolerance: number, mismatch: number): boolean => mismatch <= tolerance;

/** Throws a MismatchError unless every policy's report, made before any update since sampling, is within the
 *  tolerance. */
export function checkMismatch(
  step: number,
  reports: ReadonlyMap<PolicyName, ObjectiveReport>,
  policies: Readonly<Record<string, PolicyName>>,
): void {
  const mismatches = Object.fromEntries([...reports].map(([policy, { mismatch }]) => [policy, mismatch]));
  if (Object.values(mismatches).every((mismatch) => within(mismatchTolerance, mismatch))) return;
  throw new MismatchError({ step, tolerance: mismatchTolerance, mismatches }, policies);
}
