// From played worlds to groups with advantages: each sample's advantage, and why a group trains nothing when it does
// not.

import { check } from '../../basics/check';
import { deviation, mean } from '../../basics/statistics';
import { advantagesOfRole, isFlat, rewardsOfRole, runningBaseline } from '../algorithm/advantages';
import { filtered } from '../algorithm/filters';
import { groupGames, groupSamples, groupsBy } from '../algorithm/grouping';
import { returnOf } from '../algorithm/rewards';
import type { RunConfig } from '../config/run-config';
import { trainsNow } from '../config/who-trains';
import type { PlayedGroup, PlayedWorld } from '../rollouts/play-settings';
import type { RoleId } from '../rollouts/transcript';

export interface GroupWithAdvantages extends PlayedGroup {
  /** Index of the world in the step. */
  readonly world: number;
  /** The world's seed: games of one world share it. */
  readonly seed: number;
  readonly environment: string;
}

/** What a group's comparison came to. */
interface Comparison {
  readonly advantage_G: readonly number[];
  readonly flat: boolean;
  readonly filtered: boolean;
  readonly compared?: PlayedGroup['compared'];
}

/** Of an opponent's only answer (Z4). */
const nothingCompared: Comparison = { advantage_G: [0], flat: false, filtered: false };

export type Baselines = Readonly<Record<RoleId, number | undefined>>;

/** The running mean of each role's rewards over the steps before (Z3), read off their reports, so that a run which goes
 *  on has the same. */
export function baselinesFrom(
  reports: readonly { readonly roles: Readonly<Record<RoleId, { readonly reward: number }>> }[],
  { normalisation, baselineDecay }: Pick<RunConfig['settings'], 'normalisation' | 'baselineDecay'>,
): Baselines {
  if (normalisation !== 'running') return {};
  const roles = new Set(reports.flatMap((report) => Object.keys(report.roles)));
  const rewardsOf = (role: RoleId) => reports.flatMap((report) => report.roles[role]?.reward ?? []);
  return Object.fromEntries([...roles].map((role) => [role, runningBaseline(rewardsOf(role), baselineDecay)]));
}

/** Every group of the step, in order of world and time, with advantages. */
export function assignAdvantages(
  config: RunConfig,
  worlds: readonly PlayedWorld[],
  step = 1,
  baselines: Baselines = {},
): GroupWithAdvantages[] {
  const groups = worlds.flatMap((world, index) =>
    world.groups.map(
      (group): GroupWithAdvantages => ({ ...group, world: index, seed: world.seed, environment: world.environment }),
    ),
  );
  const { grouping } = config.settings;
  const comparisons =
    grouping === 'agent-and-turn'
      ? compareSamples(
          config,
          groups.filter((group) => group.branches.length > 1 || trainsNow(config, group, step)),
          baselines,
        )
      : compareGames(config, grouping, worlds, groups);
  return groups.map((group) => {
    const { advantage_G, flat, filtered, compared } = comparisons.get(group) ?? nothingCompared;
    const skipped = flat && config.settings.flatGroups === 'skip';
    const dropped = !trainsNow(config, group, step) ? 'frozen' : skipped ? 'flat' : filtered ? 'filtered' : undefined;
    return {
      ...group,
      branches: group.branches.map((branch, k) => ({ ...branch, advantage: advantage_G[k] ?? 0 })),
      ...(compared ? { compared } : {}),
      ...(dropped ? { dropped } : {}),
    };
  });
}

/** AT-GRPO: an answer is compared with its siblings, the answers to the same prompt. */
function compareSamples(
  { settings }: RunConfig,
  groups: readonly GroupWithAdvantages[],
  baselines: Baselines,
): Map<GroupWithAdvantages, Comparison> {
  const samples = groups.flatMap((group) =>
    group.branches.map(({ reward }) => ({
      group,
      reward,
      world: group.world,
      role: group.role,
      turn: group.turn,
      node: group.node,
      visit: group.visit,
      prompt_P: group.prompt_P,
    })),
  );
  const siblings = groupSamples(samples);
  check(
    siblings.length === groups.length,
    `two groups of one step share world, role, turn and prompt: ${groups.length} groups, ${siblings.length} keys`,
  );
  const comparisons = new Map<GroupWithAdvantages, Comparison>();
  // Rewards of different worlds are not measured on one scale.
  for (const ofRole of groupsBy(siblings, ([first]) => `${first?.role} ${first?.group.environment}`)) {
    const rewards = ofRole.map((sample_G) => sample_G.map(({ reward }) => reward));
    const dropped = filtered(settings, rewards);
    const baseline = baselines[ofRole[0]?.[0]?.role ?? ''];
    advantagesOfRole(settings, rewards, dropped, baseline).forEach((advantage_G, index) => {
      const group = ofRole[index]?.[0]?.group as GroupWithAdvantages;
      comparisons.set(group, {
        advantage_G,
        flat: isFlat(settings, rewards[index] ?? []),
        filtered: dropped.has(index),
      });
    });
  }
  return comparisons;
}

/** The baselines without a tree: a game's return is compared with other games' returns, and all its answers share the
 *  advantage. */
function compareGames(
  { settings }: RunConfig,
  grouping: 'world' | 'batch',
  worlds: readonly PlayedWorld[],
  groups: readonly GroupWithAdvantages[],
): Map<GroupWithAdvantages, Comparison> {
  const games = groupGames(
    grouping,
    worlds.map(({ environment, seed }, index) => ({ world: `${environment} ${seed}`, index })),
  );
  const returns = games.map((game_G) => game_G.map(({ index }) => gameReturn(settings, worlds[index] as PlayedWorld)));
  const dropped = filtered(settings, returns);
  const all = rewardsOfRole(settings, returns, dropped);
  const comparisonOfGame = new Map<number, Comparison>();
  advantagesOfRole(settings, returns, dropped).forEach((advantage_G, at) => {
    const return_G = returns[at] ?? [];
    const among = settings.normalisation === 'agent' ? all : return_G;
    return_G.forEach((value, g) => {
      comparisonOfGame.set(games[at]?.[g]?.index as number, {
        advantage_G: [advantage_G[g] ?? 0],
        flat: isFlat(settings, return_G),
        filtered: dropped.has(at),
        compared: {
          with: grouping === 'world' && settings.normalisation !== 'agent' ? 'world' : 'step',
          games: among.length,
          value,
          mean: mean(among),
          deviation: deviation(among),
        },
      });
    });
  });
  return new Map(groups.map((group) => [group, comparisonOfGame.get(group.world) as Comparison]));
}

/** A game's return: in each turn the mean reward of the roles that answered in it (algorithm/rewards.ts for what turns
 *  saved pay). */
export function gameReturn(settings: RunConfig['settings'], { groups, solved, turns }: PlayedWorld): number {
  const reward_T = Array.from({ length: turns }, (_, index) =>
    mean(groups.filter(({ turn }) => turn === index + 1).map(({ branches, trunk }) => branches[trunk]?.reward ?? 0)),
  );
  return returnOf(settings, { reward_T, solved, turns: settings.turns });
}
