// What the KL penalty holds a policy to: the base model, or the policy itself as it was some steps ago. Where two sides
// learn against each other, the second lets play settle that would else go round and round: each stretch of steps seeks
// the equilibrium of the game with the penalty, and the next begins from there (R-NaD: arXiv 2206.15378; magnetic
// mirror descent: arXiv 2206.05825; TRL calls it sync_ref_model).
import { basePolicy, type PolicyName } from '../../contract/learner';
import type { RunConfig } from '../config/run-config';
import { pastPolicy } from '../rollouts/past-policy';

/** After which step the reference of step `step` (from 1) was frozen; undefined where it is the base model. */
export function referenceStep({ settings }: Pick<RunConfig, 'settings'>, step: number): number | undefined {
  const { klWeight, referenceEvery } = settings;
  if (klWeight === 0 || referenceEvery === 0) return undefined;
  return step - 1 - ((step - 1) % referenceEvery);
}

/** By which name the reference of the policy is in the learner. */
export function referenceOf(config: Pick<RunConfig, 'settings'>, step: number, policy: PolicyName): PolicyName {
  const frozen = referenceStep(config, step);
  return frozen === undefined ? basePolicy : pastPolicy(frozen, policy);
}
