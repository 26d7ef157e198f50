// From groups with advantages to one batch per policy. A sample trains exactly the policy that spoke it (P1); frozen
// roles and flat groups train nothing (P2, A2). Samples of one prompt make one training group, whichever games they
// come from: the prompt is computed once. Groups keep the order of the play, so that sums are made in the same order
// every time.
import { present } from '../../basics/check';
import type { Learner, PolicyName, TrainingGroup } from '../../contract/learner';
import { groupKey, groupsBy } from '../algorithm/grouping';
import type { RoleId } from '../rollouts/transcript';
import type { GroupWithAdvantages } from './assign-advantages';

/** Batches by policy, policies in alphabetical order. `temperatureOf`: at which a role's answers were sampled. */
export function batchesOf(
  groups: readonly GroupWithAdvantages[],
  temperatureOf: (role: RoleId) => number,
): Map<PolicyName, TrainingGroup[]> {
  const trained = groups.filter(({ dropped }) => dropped === undefined);
  const ofPolicies = groupsBy(trained, ({ policy }) => policy).map((ofPolicy) => {
    const ofPrompts = groupsBy(ofPolicy, (group) => groupKey({ ...group, world: group.seed }));
    return [
      ofPolicy[0]?.policy as PolicyName,
      ofPrompts.map((samePrompt) => trainingGroupOf(samePrompt, temperatureOf)),
    ] as const;
  });
  return new Map(ofPolicies.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Groups of one prompt as one. */
export function trainingGroupOf(
  samePrompt: readonly GroupWithAdvantages[],
  temperatureOf: (role: RoleId) => number,
): TrainingGroup {
  const branches = samePrompt.flatMap((group) => group.branches);
  const { prompt_P, role } = present(samePrompt[0], 'a group has samples');
  return {
    prompt_P,
    temperature: temperatureOf(role),
    completions: branches.map(({ token_T, logp_T, advantage }) => ({ token_T, oldLogp_T: logp_T, advantage })),
  };
}

/** The batch with the reference's log-probabilities beside the policy's, for the KL penalty. */
export async function withReference(
  learner: Learner,
  batch: readonly TrainingGroup[],
  reference: PolicyName,
): Promise<TrainingGroup[]> {
  const logps = await learner.logprobs(reference, batch);
  return batch.map((group, g) => ({
    ...group,
    completions: group.completions.map((completion, k) => ({ ...completion, refLogp_T: logps[g]?.[k] ?? [] })),
  }));
}
