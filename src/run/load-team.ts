// Loads a team into a learner so that it can play: the untrained base, or a run's adapters as its reported checkpoint
// has them. Inference sessions never touch the policies of a run that trains.

import { check } from '../basics/check';
import { basePolicy, type Learner, type PolicyName } from '../contract/learner';
import { seesPictures } from '../contract/patches';
import { checkBase, reportedCheckpoint, storedRun } from '../export/export';
import { type AdapterWeights, tensorsFor } from '../files/formats/peft';
import type { RunConfig } from '../learning/config/run-config';
import { swapped, untrained } from '../learning/training/evaluate';
import type { BaseModel } from '../models/base-model';
import { asIn, policiesOf, type Snapshots } from './run-policies';
import type { RunStore } from './run-store';
import type { TeamOf } from './trainer-api';

export interface TeamLoading {
  readonly learner: Learner;
  /** The base model in the learner. */
  readonly base: Pick<BaseModel, 'name' | 'hash'>;
  readonly runStore: RunStore;
  readonly team: TeamOf;
  readonly config: RunConfig;
  /** Roles exchange their policies. */
  readonly swap?: boolean;
  /** Policies loaded into the learner before; new ones are noted here. */
  readonly added: Set<string>;
}

/** σ of the team inside the learner: role → loaded policy. Throws when the run stands on another base model. */
export async function loadTeam(loading: TeamLoading): Promise<Record<string, string>> {
  const { base, runStore, team, config, swap } = loading;
  if (team.kind === 'untrained') return untrained(config);
  const { policies } = await reportedCheckpoint(runStore, team.runId);
  checkBase(await storedRun(runStore, team.runId), base);
  for (const policy of policiesOf(config))
    check(
      policies[policy],
      `the run's checkpoint has no policy "${policy}": it has ${Object.keys(policies).join(', ')}`,
    );
  return loadSnapshots(loading, policies, swap ? swapped(config) : config.policies);
}

/** A new policy of the learner's with an adapter's weights. Throws where they do not fit its model. */
export async function addPeft(learner: Learner, policy: PolicyName, adapter: AdapterWeights): Promise<void> {
  const { rank, alpha, tensors } = adapter;
  const pictures = seesPictures(tensors) ? { pictures: true } : {};
  await learner.addPolicy(policy, { kind: 'adapter', rank, alpha, seed: 0, ...pictures });
  const fresh = await learner.save(policy);
  await learner.load(policy, { ...fresh, tensors: tensorsFor(fresh.tensors, adapter) });
}

/** σ inside the learner, of a run's weights; the base model speaks for policies that are not among them. */
export async function loadSnapshots(
  { learner, config, added }: Pick<TeamLoading, 'learner' | 'config' | 'added'>,
  policies: Snapshots,
  sigma = config.policies,
): Promise<Record<string, string>> {
  const { rank, loraAlpha: alpha } = config.settings;
  const loadedAs = new Map<string, string>();
  for (const policy of policiesOf(config)) {
    const snapshot = policies[policy];
    if (!snapshot) continue;
    // a learner never forgets a policy: few names, used again
    const loaded = `loaded ${policy} ${snapshot.kind} ${rank} ${alpha}${seesPictures(snapshot.tensors) ? ' seeing' : ''}`;
    if (!added.has(loaded)) await learner.addPolicy(loaded, asIn(snapshot, { rank, alpha }));
    added.add(loaded);
    await learner.load(loaded, snapshot);
    loadedAs.set(policy, loaded);
  }
  return Object.fromEntries(Object.entries(sigma).map(([role, policy]) => [role, loadedAs.get(policy) ?? basePolicy]));
}
