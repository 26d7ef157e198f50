// What an update has done to one group of the step, the one that there is most to tell of: how likely every token of
// its answers is now. One forward pass over one group; it trains nothing and draws nothing.
import type { Learner, PolicyName } from '../../contract/learner';
import { type RunConfig, temperatureOf } from '../config/run-config';
import { tellingGroup } from '../rollouts/telling-group';
import type { StepTree } from '../rollouts/transcript';
import type { GroupWithAdvantages } from './assign-advantages';
import { trainingGroupOf } from './packing';

interface Learnt {
  readonly tree: StepTree;
  readonly groups: readonly GroupWithAdvantages[];
  /** Policies that were updated: of another there is nothing to tell. */
  readonly updated: readonly PolicyName[];
  readonly config: RunConfig;
}

/** The tree with its telling group's tokens as likely as they have become, at the temperature of the samples. */
export async function withAfterLearning(
  learner: Pick<Learner, 'logprobs'>,
  { tree, groups, updated, config }: Learnt,
): Promise<StepTree> {
  const at = tellingGroup(tree, config.settings);
  const told = at && groups.filter(({ world }) => world === at.world)[at.group];
  if (!at || !told || !updated.includes(told.policy)) return tree;
  const asked = trainingGroupOf([told], (role) => temperatureOf(config, role));
  const [logp_K_T = []] = await learner.logprobs(told.policy, [asked]);
  const worlds = tree.worlds.map((world, w) => {
    if (w !== at.world) return world;
    const records = world.groups.map((group, g) => {
      if (g !== at.group) return group;
      return { ...group, branches: group.branches.map((branch, k) => ({ ...branch, afterLogp_T: kept(logp_K_T[k]) })) };
    });
    return { ...world, groups: records };
  });
  return { ...tree, worlds };
}

/** To six digits: enough to look at, and half the bytes. */
const kept = (logp_T: readonly number[] = []) => logp_T.map((logp) => Number(logp.toPrecision(6)));
