// How far the policies have come from the bare base model, in what they say: k3 per token over some of the step's
// answers. They are the policy's own samples, so the mean of k3 estimates KL(policy ‖ base); the policy's
// log-probabilities are the sampler's, so all it costs is one forward pass of the base over those answers, in one
// batch.
import { mean } from '../../basics/statistics';
import { basePolicy, type Learner, type PolicyName } from '../../contract/learner';
import { k3Of } from '../../contract/objective';
import { groupsBy } from '../algorithm/grouping';
import type { TrainingSettings } from '../config/run-config';
import { isOpponent } from '../rollouts/past-policy';
import type { RoleId } from '../rollouts/transcript';
import type { GroupWithAdvantages } from './assign-advantages';
import { trainingGroupOf } from './packing';

export interface BaseDistance {
  /** Mean over `tokens`; nats per token, at the temperature of the samples. */
  readonly k3: number;
  readonly tokens: number;
  readonly groups: number;
}

/** Groups of each policy that are measured, spread evenly over the step: flat ones too, which train nothing. */
const groupsMeasured = 8;

/** Where the team is evaluated too, which costs far more. */
export function measuresDistance({ evaluateEvery, steps }: TrainingSettings, step: number): boolean {
  return step % evaluateEvery === 0 || step === steps;
}

/** By policy, in nats per token; policies without a group are absent. */
export async function baseDistances(
  learner: Pick<Learner, 'logprobs'>,
  groups: readonly GroupWithAdvantages[],
  temperatureOf: (role: RoleId) => number,
): Promise<Record<PolicyName, BaseDistance>> {
  const ofPolicies = groupsBy(
    groups.filter(({ policy }) => policy !== basePolicy && !isOpponent(policy)),
    ({ policy }) => policy,
  ).map(spread);
  const chosen = ofPolicies.flat();
  if (chosen.length === 0) return {};
  const batch = chosen.map((group) => trainingGroupOf([group], temperatureOf));
  const logps = await learner.logprobs(basePolicy, batch);
  let first = 0;
  return Object.fromEntries(
    ofPolicies.map((own) => {
      const k3s = own.flatMap(({ branches }, g) =>
        branches.flatMap(({ logp_T }, k) =>
          logp_T.map((logp, t) => k3Of(logp, logps[first + g]?.[k]?.[t] ?? Number.NaN)),
        ),
      );
      first += own.length;
      return [own[0]?.policy ?? '', { k3: mean(k3s), tokens: k3s.length, groups: own.length }];
    }),
  );
}

function spread<Item>(items: readonly Item[]): Item[] {
  const count = Math.min(groupsMeasured, items.length);
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);
}
