// From judged groups to one batch per policy. A sample trains exactly the policy that spoke it (P1); frozen roles and flat groups
// train nothing (P2, A2). Groups keep the order of the play, so that sums are made in the same order every time.
import type { JudgedGroup } from './judge';
import { basePolicy, type Learner, type PolicyName, type TrainingGroup } from './learner';

/** Batches by policy, policies in alphabetical order. */
export function batchesOf(groups: readonly JudgedGroup[]): Map<PolicyName, TrainingGroup[]> {
  const batches = new Map<PolicyName, TrainingGroup[]>();
  for (const group of groups) {
    if (group.dropped !== undefined) continue;
    const batch = batches.get(group.policy) ?? [];
    batch.push({
      prompt_P: group.prompt_P,
      completions: group.branches.map(({ token_T, logp_T, advantage }) => ({ token_T, oldLogp_T: logp_T, advantage })),
    });
    batches.set(group.policy, batch);
  }
  return new Map([...batches].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The batch with the base model's log-probabilities beside the policy's, for the KL penalty. */
export async function withReference(learner: Learner, batch: readonly TrainingGroup[]): Promise<TrainingGroup[]> {
  const logps = await learner.logprobs(basePolicy, batch);
  return batch.map((group, g) => ({
    ...group,
    completions: group.completions.map((completion, k) => ({ ...completion, refLogp_T: logps[g]?.[k] ?? [] })),
  }));
}
