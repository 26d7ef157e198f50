// Earlier checkpoints of a run's policies, frozen: a league of one run, for the steps whose games are played against
// them (learning/training/opponents.ts says which), and what the KL penalty holds them to (reference.ts). They lie in
// every checkpoint beside the policies themselves, so a run that is resumed meets the same ones (R2). In the learner
// they have a few names that are used again, since a learner never forgets a policy.
import { present } from '../basics/check';
import type { Learner, PolicyName, PolicySnapshot } from '../contract/learner';
import type { RunConfig } from '../learning/config/run-config';
import { pastPolicy } from '../learning/rollouts/past-policy';
import { frozenSteps } from '../learning/training/opponents';
import { referenceStep } from '../learning/training/reference';
import type { RunParts } from './run-parts';
import { addPolicies, policiesOf, type Snapshots, savePolicies } from './run-policies';

export interface PastSelves {
  /** The run's learner, in which the frozen policies speak and score by the names that records have for them. */
  readonly learner: Learner;
  /** Before step `step`: freezes the policies where that is due, and drops those that the step has no use for. */
  before(step: number): Promise<void>;
  /** The frozen policies by those names. */
  kept(): Snapshots;
}

/** Of a run whose policies are in the learner, as its last checkpoint has them. */
export async function pastSelves({ run: { id, config }, opened, runStore }: RunParts): Promise<PastSelves> {
  const { learner } = opened;
  const stored = wantedFor(config, 1).length > 0 ? (await runStore.checkpoints.load(id))?.policies : undefined;
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

  /** Here and now, or where a fork begins whose parent had no such reference. */
  const isDue = (at: number, step: number) =>
    at === step - 1 || (step - 1 === config.fork?.step && at === referenceStep(config, step) && !storedAt(at));
  const storedAt = (at: number) => policiesOf(config).every((policy) => stored?.[pastPolicy(at, policy)] !== undefined);

  const nameOf = (policy: PolicyName) => loadedAs.get(policy) ?? policy;
  return {
    learner: {
      ...learner,
      sample: (groups) => learner.sample(groups.map((group) => ({ ...group, policy: nameOf(group.policy) }))),
      logprobs: (policy, batch) => learner.logprobs(nameOf(policy), batch),
    },
    before: async (step) => {
      const wanted = wantedFor(config, step);
      for (const at of frozen.keys()) if (!wanted.includes(at)) frozen.delete(at);
      for (const at of wanted)
        if (!frozen.has(at)) await load(at, isDue(at, step) ? await asTheyAre(at) : (stored ?? {}));
    },
    kept: () => Object.assign({}, ...frozen.values()),
  };
}

/** After which steps the policies were frozen that step `step` needs. */
function wantedFor(config: RunConfig, step: number): number[] {
  const reference = referenceStep(config, step);
  const opponents = config.settings.pastOpponents > 0 ? frozenSteps(config, step) : [];
  return [...new Set([...opponents, ...(reference === undefined ? [] : [reference])])];
}
