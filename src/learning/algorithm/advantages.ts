// From rewards to advantages: how much better an answer was than its siblings.
import { deviation, mean } from '../../basics/statistics';

export type Normalisation = 'deviation' | 'none' | 'agent' | 'running';

export interface AdvantageSettings {
  readonly normalisation: Normalisation;
  /** Added to the deviation. */
  readonly advantageEpsilon: number;
  /** Groups with a deviation at or below this are flat: they train nothing (A2). */
  readonly minimumDeviation: number;
  /** Under "agent", a flat group that is kept is compared like any other: all its answers did better or worse than the
   *  role does (A5). */
  readonly flatGroups?: 'skip' | 'keep';
}

/** Equal rewards, up to rounding, tell nothing apart (A2). */
const rounding = 1e-9;

export function isFlat(settings: AdvantageSettings, reward_G: readonly number[]): boolean {
  return deviation(reward_G) <= Math.max(rounding, settings.minimumDeviation);
}

/** Whether answers are compared with others than their siblings. */
const looksBeyond = ({ normalisation }: AdvantageSettings): boolean =>
  normalisation === 'agent' || normalisation === 'running';

const comparesNothing = (settings: AdvantageSettings, reward_G: readonly number[]): boolean =>
  isFlat(settings, reward_G) && !(looksBeyond(settings) && settings.flatGroups === 'keep');

/**
 * Role-conditioned baseline (RAE of SPIRAL, arXiv 2506.24119): an exponential mean of a role's mean rewards step by
 * step, the latest last; `decay` in [0, 1) is what a step leaves of it (Z3). Undefined before the first step.
 */
export function runningBaseline(reward_S: readonly number[], decay: number): number | undefined {
  return reward_S.reduce<number | undefined>(
    (baseline, reward) => (baseline === undefined ? reward : decay * baseline + (1 - decay) * reward),
    undefined,
  );
}

/** The rewards that a group is normalised by under "agent": those of all of the role's samples that train. Flat groups,
 *  unless kept, and those `leftOut` train nothing. */
export function rewardsOfRole(
  settings: AdvantageSettings,
  groups: readonly (readonly number[])[],
  leftOut: ReadonlySet<number> = nothing,
): number[] {
  return groups.flatMap((reward_G, index) =>
    leftOut.has(index) || comparesNothing(settings, reward_G) ? [] : reward_G,
  );
}

const nothing: ReadonlySet<number> = new Set();

/**
 * advantage_G of each group of ONE role. "deviation" and "none" look at the group alone; "agent" (Dr. MAS) subtracts
 * the mean and divides by the deviation over the role's samples of the step that train, so over those its advantages
 * sum to zero. "running" subtracts the role's `baseline` of the steps before – in the first the mean of this one –, so
 * that they need not (Z3). Flat groups that compare nothing get zeros; the groups `leftOut`, by index, are dropped by a
 * filter: their advantages are only looked at.
 */
export function advantagesOfRole(
  settings: AdvantageSettings,
  groups: readonly (readonly number[])[],
  leftOut: ReadonlySet<number> = nothing,
  baseline?: number,
): number[][] {
  const { normalisation, advantageEpsilon } = settings;
  const all = rewardsOfRole(settings, groups, leftOut);
  const shared = { centre: mean(all), scale: deviation(all) + advantageEpsilon };
  return groups.map((reward_G) => {
    if (comparesNothing(settings, reward_G)) return reward_G.map(() => 0);
    if (normalisation === 'running') return reward_G.map((reward) => reward - (baseline ?? shared.centre));
    if (normalisation === 'agent') return reward_G.map((reward) => (reward - shared.centre) / shared.scale);
    const centre = mean(reward_G);
    const scale = normalisation === 'deviation' ? deviation(reward_G) + advantageEpsilon : 1;
    return reward_G.map((reward) => (reward - centre) / scale);
  });
}
