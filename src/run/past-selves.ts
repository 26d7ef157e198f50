// A league of one run: earlier checkpoints of its policies, frozen, for the steps whose games are played against them
// (learning/training/opponents.ts says which). They lie in every checkpoint beside the policies themselves, so a run
// that is resumed meets the same opponents (R2). In the learner they have a few names that are used again, since a
// learner never forgets a policy.
import { present } from '../basics/check';
import type { Learner, PolicyName, PolicySnapshot } from '../contract/learner';
import { pastPolicy } from '../learning/rollouts/past-policy';
import { frozenSteps } from '../learning/training/opponents';
import type { RunParts } from './run-parts';
import { addPolicies, policiesOf, type Snapshots, savePolicies } from './run-policies';

export interface PastSelves {
  /** The run's learner, in which the frozen policies speak by the names that records have for them. */
  readonly learner: Learner;
  /** Before step `step`: freezes the policies where that is due, and drops whom the step is not played against. */
  before(step: number): Promise<void>;
  /** The frozen policies by those names; none where nobody plays against them. */
  kept(): Snapshots;
}

/** Of a run whose policies are in the learner, as its last checkpoint has them. */
export async function pastSelves({ run: { id, config }, opened, runStore }: RunParts): Promise<PastSelves> {
  const { learner } = opened;
  const plays = config.settings.pastOpponents > 0;
  const stored = plays ? (await runStore.checkpoints.load(id))?.policies : undefined;
  const frozen = new Map<number, Snapshots>();
  const loadedAs = new Map<PolicyName, PolicyName>();
  /** Of each number that names have in the learner, the step whose policies have it. */
  const stepOf: number[] = [];

  const numbered = (number: number) => (policy: PolicyName) => `frozen ${number} ${policy}`;
  const load = async (step: number, policies: Snapshots) => {
    const free = stepOf.findIndex((other) => !frozen.has(other));
    const number = free < 0 ? stepOf.length : free;
    if (free < 0) await addPolicies(learner, config, numbered(number));
    stepOf[number] = step;
    const own: Record<PolicyName, PolicySnapshot> = {};
    for (const policy of policiesOf(config)) {
      const name = pastPolicy(step, policy);
      const why = `the checkpoint does not hold policy "${policy}" as it was after step ${step}: start a new run`;
      own[name] = present(policies[name], why);
      await learner.load(numbered(number)(policy), own[name]);
      loadedAs.set(name, numbered(number)(policy));
    }
    frozen.set(step, own);
  };
  const asTheyAre = async (step: number): Promise<Snapshots> => {
    const policies = Object.entries(await savePolicies(learner, config));
    return Object.fromEntries(policies.map(([policy, snapshot]) => [pastPolicy(step, policy), snapshot]));
  };

  return {
    learner: {
      ...learner,
      sample: (groups) =>
        learner.sample(groups.map((group) => ({ ...group, policy: loadedAs.get(group.policy) ?? group.policy }))),
    },
    before: async (step) => {
      const wanted = plays ? frozenSteps(config, step) : [];
      for (const at of frozen.keys()) if (!wanted.includes(at)) frozen.delete(at);
      for (const at of wanted)
        if (!frozen.has(at)) await load(at, at === step - 1 ? await asTheyAre(at) : (stored ?? {}));
    },
    kept: () => Object.assign({}, ...frozen.values()),
  };
}
