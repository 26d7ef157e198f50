// The names of policies that are earlier checkpoints of the same run: what spoke for a role some steps ago, frozen.
// They generate tokens as any model does, and train nothing.
import type { PolicyName } from '../../contract/learner';
import { scriptOf } from './script-policy';

/** The policy as it was after `step` steps: "past:10:shared". */
export const pastPolicy = (step: number, policy: PolicyName): PolicyName => `past:${step}:${policy}`;

export interface PastPolicy {
  /** Steps done when it was frozen. */
  readonly step: number;
  /** What it was then. */
  readonly policy: PolicyName;
}

/** What the name stands for; undefined of any other policy. */
export function pastOf(name: PolicyName): PastPolicy | undefined {
  const [, step, policy] = /^past:(\d+):(.+)$/.exec(name) ?? [];
  return step === undefined || policy === undefined ? undefined : { step: Number(step), policy };
}

/** “shared” after step 10; undefined of a policy that is no earlier one. */
export function pastInWords(name: PolicyName): string | undefined {
  const past = pastOf(name);
  return past && `“${past.policy}” after step ${past.step}`;
}

/** Whether who speaks is nobody whom the run trains or measures (Z6, Z7). */
export const isOpponent = (policy: PolicyName): boolean =>
  scriptOf(policy) !== undefined || pastOf(policy) !== undefined;
