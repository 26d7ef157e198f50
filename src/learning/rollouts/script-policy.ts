// The names of policies that are scripts of a world: they need no model, train nothing and generate nothing.
import type { PolicyName } from '../../contract/learner';

const prefix = 'script:';

/** The policy that stands for a script of the world: "script:minimax". */
export const scriptPolicy = (script: string): PolicyName => `${prefix}${script}`;

/** The script that the policy stands for; undefined of a model's. */
export function scriptOf(policy: PolicyName): string | undefined {
  return policy.startsWith(prefix) ? policy.slice(prefix.length) : undefined;
}
