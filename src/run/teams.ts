// Seats a team in a learner so that it can play: the untrained base, or a run's adapters as its reported checkpoint has them.
// Inference sessions never touch the policies of a run that trains.

import { present } from '../basics/check';
import type { Learner } from '../contract/learner';
import { checkBase, reportedCheckpoint, storedRun } from '../export/export';
import type { RunConfig } from '../learning/config/run-config';
import { swapped, untrained } from '../learning/training/evaluate';
import type { BaseModel } from '../models/base-model';
import { policiesOf } from './run-policies';
import type { RunStore } from './run-store';
import type { TeamOf } from './trainer-api';

export interface Seating {
  readonly learner: Learner;
  /** The base model in the learner. */
  readonly base: Pick<BaseModel, 'name' | 'hash'>;
  readonly runStore: RunStore;
  readonly team: TeamOf;
  readonly config: RunConfig;
  /** Roles exchange their policies. */
  readonly swap?: boolean;
  /** Guest policies the learner already has; new ones are noted here. */
  readonly added: Set<string>;
}

/** σ of the team inside the learner: role → guest policy. Throws when the run stands on another base model. */
export async function seatTeam(seating: Seating): Promise<Record<string, string>> {
  const { learner, base, runStore, team, config, swap, added } = seating;
  if (team.kind === 'untrained') return untrained(config);
  const { policies } = await reportedCheckpoint(runStore, team.runId);
  checkBase(await storedRun(runStore, team.runId), base);
  const { rank, loraAlpha: alpha } = config.settings;
  const guestOf = new Map<string, string>();
  for (const policy of policiesOf(config)) {
    const snapshot = present(
      policies[policy],
      `the run's checkpoint has no policy "${policy}": it has ${Object.keys(policies).join(', ')}`,
    );
    const guest = `guest ${policy} ${snapshot.kind} ${rank} ${alpha}`; // a learner never forgets a policy: few names, used again
    if (!added.has(guest)) await learner.addPolicy(guest, { kind: snapshot.kind, rank, alpha, seed: 0 });
    added.add(guest);
    await learner.load(guest, snapshot);
    guestOf.set(policy, guest);
  }
  const sigma = swap ? swapped(config) : config.policies;
  return Object.fromEntries(Object.entries(sigma).map(([role, policy]) => [role, guestOf.get(policy) ?? policy]));
}
