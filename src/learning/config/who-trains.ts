// Which roles' samples train in a step: not those of frozen roles (P2) or of the bare base model, and, where roles
// alternate, only those of the role whose turn it is to learn.

import { basePolicy, type PolicyName } from '../../contract/learner';
import type { RunConfig } from './run-config';

/** Roles that learn at some time, in alphabetical order: the same for equal configurations, however they were written
 *  down. */
export function learningRoles({
  policies,
  frozen,
  trainable,
}: Pick<RunConfig, 'policies' | 'frozen' | 'trainable'>): string[] {
  if (trainable === 'none') return [];
  return Object.keys(policies)
    .filter((role) => policies[role] !== basePolicy && !frozen.includes(role))
    .sort();
}

/** Whether this role, spoken by this policy, learns in step `step` (from 1); another policy that speaks for it now and
 *  then is an opponent (Z4). */
export function trainsNow(
  config: RunConfig,
  { role, policy }: { readonly role: string; readonly policy: PolicyName },
  step: number,
): boolean {
  const roles = learningRoles(config);
  if (policy === basePolicy || policy !== config.policies[role] || !roles.includes(role)) return false;
  const { alternateEvery } = config.settings;
  if (alternateEvery === 0) return true;
  return roles[Math.floor((step - 1) / alternateEvery) % roles.length] === role;
}
