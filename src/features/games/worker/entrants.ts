// Who plays in a league: a run's kept checkpoints, as a learner speaks for them, the untrained team and the scripts.
import { check } from '../../../basics/check';
import { basePolicy, type Learner } from '../../../contract/learner';
import { seesPictures } from '../../../contract/patches';
import type { RunConfig } from '../../../learning/config/run-config';
import { pastOf } from '../../../learning/rollouts/past-policy';
import { asIn, policiesOf, type Snapshots } from '../../../run/run-policies';
import type { RunStore } from '../../../run/run-store';
import type { Entrant } from '../shared/league';

/** Every state of the policies that the run keeps, by the steps done then, ascending. Throws where there is none. */
export async function checkpointsOf(
  { checkpoints }: Pick<RunStore, 'checkpoints'>,
  runId: string,
): Promise<ReadonlyMap<number, Snapshots>> {
  const found = new Map<number, Record<string, Snapshots[string]>>();
  for (const slot of ['current', 'best'] as const) {
    const { step: now = 0, policies = {} } = (await checkpoints.load(runId, slot)) ?? {};
    for (const [name, snapshot] of Object.entries(policies)) {
      const { step, policy } = pastOf(name) ?? { step: now, policy: name };
      found.set(step, { ...found.get(step), [policy]: snapshot });
    }
  }
  check(found.size > 0, 'the run has no checkpoint yet: let it train for a step first');
  return new Map([...found].sort(([one], [other]) => one - other));
}

/** The untrained team and the checkpoints, loaded into the learner. `added`: policies that it has already; new ones are
 *  noted there. */
export async function trainedEntrants(
  learner: Learner,
  config: RunConfig,
  kept: ReadonlyMap<number, Snapshots>,
  added = new Set<string>(),
): Promise<Entrant[]> {
  const entrants: Entrant[] = kept.has(0) ? [] : [{ name: 'untrained', speaks: () => basePolicy }];
  const { rank, loraAlpha: alpha } = config.settings;
  for (const [index, [step, policies]] of [...kept].entries()) {
    const loadedAs = new Map<string, string>();
    for (const policy of policiesOf(config)) {
      const snapshot = policies[policy];
      check(snapshot, `the checkpoint of step ${step} has no policy "${policy}"`);
      // a learner never forgets a policy: few names, used again by the next league
      const loaded = `league ${index} ${policy} ${snapshot.kind} ${rank} ${alpha}${seesPictures(snapshot.tensors) ? ' seeing' : ''}`;
      if (!added.has(loaded)) await learner.addPolicy(loaded, asIn(snapshot, { rank, alpha }));
      added.add(loaded);
      await learner.load(loaded, snapshot);
      loadedAs.set(policy, loaded);
    }
    entrants.push({
      name: `step ${step}`,
      speaks: (role) => loadedAs.get(config.policies[role] ?? role) ?? basePolicy,
    });
  }
  return entrants;
}
