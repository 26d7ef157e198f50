// What a tour says of a kept step: which group it looks at, its different answers, and the numbers of every stop. Pure:
// records and settings in, plain data out.
import { mean } from '../../../basics/statistics';
import type { TrainingSettings } from '../../../learning/config/run-config';
import {
  type Answer,
  answersOf,
  type GroupPlace,
  nextGroup,
  tellingGroup,
} from '../../../learning/rollouts/telling-group';
import type { GroupRecord, StepTree, WorldRecord } from '../../../learning/rollouts/transcript';
import { advantageReading, type RewardPart, rewardParts } from '../../../page/screens/rollouts/reading';

export interface Tour {
  readonly tree: StepTree;
  /** Where its group stands, from 0. */
  readonly at: GroupPlace;
  readonly world: WorldRecord;
  readonly asked: GroupRecord;
  readonly answers: readonly Answer[];
  /** Highest reward, the first of equals. */
  readonly best: Answer;
  /** The answer whose advantage is followed: the most frequent that has one. */
  readonly example: Answer;
  /** The strongest on the other side of the mean. */
  readonly opposite?: Answer;
  readonly trunk: Answer;
  /** Who was asked after it; absent where the game ended. */
  readonly next?: GroupRecord;
}

/** Numbers smaller than this are rounding. */
const rounding = 1e-6;

/** The tour of a tree; undefined where no group of it has two answers that earned differently. */
export function tourOf(tree: StepTree, settings: TrainingSettings): Tour | undefined {
  const at = tellingGroup(tree, settings);
  const world = at && tree.worlds[at.world];
  const asked = at && world?.groups[at.group];
  if (!world || !asked) return undefined;
  const answers = answersOf(asked);
  const [first] = answers as [Answer];
  const example = answers.find(({ record }) => Math.abs(record.advantage) > rounding) ?? first;
  const opposite = strongest(answers.filter(({ record }) => record.advantage * example.record.advantage < 0));
  const next = nextGroup(world, at.group);
  return {
    tree,
    at,
    world,
    asked,
    answers,
    best: answers.reduce((best, one) => (one.record.reward > best.record.reward ? one : best), first),
    example,
    ...(opposite ? { opposite } : {}),
    trunk: answers.find(({ branches }) => branches.includes(asked.trunk)) ?? first,
    ...(next ? { next } : {}),
  };
}

const strongest = (answers: readonly Answer[]): Answer | undefined =>
  [...answers].sort((one, other) => Math.abs(other.record.advantage) - Math.abs(one.record.advantage))[0];

/** The different answers that a question offers: the right one and the most frequent others, in the order of their
 *  numbers. */
export function offered(answers: readonly Answer[], right: Answer, most = 5): readonly Answer[] {
  const others = answers.filter((answer) => answer !== right).slice(0, most - 1);
  return answers.filter((answer) => answer === right || others.includes(answer));
}

export interface GrowingPart extends RewardPart {
  /** The sum up to this term. */
  readonly sum: number;
}

/** A reward as it grows term by term. */
export interface RewardSum {
  readonly parts: readonly GrowingPart[];
  readonly reward: number;
  /** Whether the terms add up to the stored reward: they may not where a run's settings were changed by hand. */
  readonly fits: boolean;
}

export function rewardSum({ record }: Answer, settings: TrainingSettings): RewardSum {
  let sum = 0;
  const parts = rewardParts(record, settings).map((part) => {
    sum += part.earned;
    return { ...part, sum };
  });
  return { parts, reward: record.reward, fits: Math.abs(sum - record.reward) < 0.005 };
}

/** The term that sets the best answer apart from the one that comes next: what it earned more by it. */
export function decidingTerm(tour: Tour, settings: TrainingSettings) {
  const { best, answers } = tour;
  const lower = answers.filter(({ record }) => record.reward < best.record.reward - rounding);
  const rival = lower.reduce<Answer | undefined>(
    (found, one) => (found && found.record.reward >= one.record.reward ? found : one),
    undefined,
  );
  if (!rival) return undefined;
  const theirs = rewardParts(rival.record, settings);
  const [deciding] = rewardParts(best.record, settings)
    .map(({ term, earned }) => ({ rival, term, more: earned - (theirs.find((one) => one.term === term)?.earned ?? 0) }))
    .sort((one, other) => other.more - one.more);
  return deciding;
}

/** An advantage with the numbers it was computed from. */
export interface AdvantageNumbers {
  readonly reward: number;
  readonly mean: number;
  /** Whose mean and deviation: "the group", or "all plan answers of the step". */
  readonly among: string;
  /** Absent where nothing is divided by. */
  readonly deviation?: number;
  readonly epsilon: number;
  /** As stored. */
  readonly advantage: number;
  /** Whether the numbers give what is stored: over a role's answers they do not where some worlds are not kept. */
  readonly fits: boolean;
  /** Why it trains nothing, in a sentence. */
  readonly silenced?: string;
}

export function advantageNumbers(tour: Tour, { record }: Answer, settings: TrainingSettings): AdvantageNumbers {
  const { tree, asked } = tour;
  const { reward, centre, centreName, scale, advantage, silenced } = advantageReading({
    tree,
    group: asked,
    branch: record,
    settings,
  });
  const computed = (reward - centre) / (scale ?? 1);
  return {
    reward,
    mean: centre,
    among: centreName.replace(/^mean of /, ''),
    ...(scale === undefined ? {} : { deviation: scale - settings.advantageEpsilon }),
    epsilon: settings.advantageEpsilon,
    advantage,
    fits: Math.abs(computed - advantage) < 0.01 * Math.max(1, Math.abs(advantage)),
    ...(silenced === undefined ? {} : { silenced }),
  };
}

/** The group's mean as a sum over its different answers. */
export function meanOf({ answers, asked }: Pick<Tour, 'answers' | 'asked'>) {
  const inOrder = [...answers].sort((one, other) => other.record.reward - one.record.reward);
  const counts = new Map<number, number>();
  for (const { record, branches } of inOrder)
    counts.set(record.reward, (counts.get(record.reward) ?? 0) + branches.length);
  const parts = [...counts].map(([reward, count]) => ({ reward, count }));
  return { parts, of: asked.branches.length, mean: mean(asked.branches.map(({ reward }) => reward)) };
}

/** Groups of the step, and those of them that trained nothing because all their answers earned the same. */
export function flatGroups({ worlds }: StepTree): { readonly groups: number; readonly flat: number } {
  const groups = worlds.flatMap((world) => world.groups);
  return { groups: groups.length, flat: groups.filter(({ dropped }) => dropped === 'flat').length };
}

export interface NudgedToken {
  readonly piece: string;
  /** As it was sampled. */
  readonly probability: number;
  /** After the step's update; absent where that is not kept. */
  readonly after?: number;
  /** Of the first update, on the token's logit, before the token's share in the loss: advantage · (1 − p) ÷
   *  temperature. */
  readonly pull: number;
}

/** What the first update does to an answer. */
export interface Nudge {
  readonly direction: 'up' | 'down' | 'none';
  /** What each of its tokens is weighed by; 0 where the group trains nothing. */
  readonly advantage: number;
  readonly token_T: readonly NudgedToken[];
  /** Of the whole answer, as sampled; undefined where a log-probability is not stored. */
  readonly probability?: number;
  /** After the step's update; undefined where that is not kept. */
  readonly after?: number;
}

/** `temperature`: at which the role's answers were sampled. */
export function nudgeOf({ asked }: Pick<Tour, 'asked'>, { record }: Answer, temperature = 1): Nudge {
  const advantage = asked.dropped === undefined && Math.abs(record.advantage) > rounding ? record.advantage : 0;
  const known = record.logp_T.length > 0 && record.logp_T.length >= record.piece_T.length;
  const token_T = record.piece_T.flatMap((piece, t): NudgedToken[] => {
    const logp = record.logp_T[t];
    if (logp === undefined) return [];
    const probability = Math.exp(logp);
    const afterLogp = record.afterLogp_T?.[t];
    const after = afterLogp === undefined ? {} : { after: Math.exp(afterLogp) };
    return [{ piece, probability, ...after, pull: (advantage * (1 - probability)) / temperature }];
  });
  return {
    direction: advantage > 0 ? 'up' : advantage < 0 ? 'down' : 'none',
    advantage,
    token_T,
    ...(known ? { probability: likelihood(record.logp_T) } : {}),
    ...(record.afterLogp_T ? { after: likelihood(record.afterLogp_T) } : {}),
  };
}

const likelihood = (logp_T: readonly number[]) => Math.exp(logp_T.reduce((sum, logp) => sum + logp, 0));

/** A prompt line by line; `isNew`: the earlier prompt had no such line. */
export function promptLines(prompt: string, earlier = prompt): readonly { text: string; isNew: boolean }[] {
  const known = new Set(earlier.split('\n'));
  return prompt.split('\n').map((text) => ({ text, isNew: !known.has(text) }));
}
