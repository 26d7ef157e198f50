// What the numbers of a branch say, in words and formulas with the numbers filled in. Pure: records and settings in,
// texts out.
import { deviation, mean } from '../../../basics/statistics';
import { rewardsOfRole } from '../../../learning/algorithm/advantages';
import type { TrainingSettings } from '../../../learning/config/run-config';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import { isOpponent, pastInWords } from '../../../learning/rollouts/past-policy';
import { termMeanings, validityTerms } from '../../../learning/rollouts/term-names';
import type { BranchRecord, GroupRecord, StepTree } from '../../../learning/rollouts/transcript';
import { fixed, signed } from '../../parts/format';
import { followedInWords } from './followed-reading';
import { placeInWords } from './way-reading';

type Weights = Pick<TrainingSettings, 'alpha' | 'formatWeight' | 'legalWeight' | 'progressWeight' | 'rewardKind'>;

export interface RewardPart {
  readonly term: string;
  /** What the term measures, one sentence. */
  readonly meaning: string;
  readonly value: number;
  /** As written before the value: "α 1" or "0.8". */
  readonly weight: number;
  readonly earned: number;
  readonly most: number;
}

/** The terms with their weights; `earned` adds up to the reward (W1). */
export function rewardParts(branch: BranchRecord, weights: Weights): readonly RewardPart[] {
  if (weights.rewardKind === 'outcome') {
    const { followed = [branch] } = branch;
    const value = mean(followed.map(({ solved }) => (solved ? 1 : 0)));
    const meaning =
      'The only reward of this run: 1 when solved, else 0; where credit looks ahead the mean over its plays.';
    return [{ term: 'outcome', meaning, value, weight: 1, earned: value, most: 1 }];
  }
  const validity = validityTerms.find((term) => term in branch.terms) ?? 'legal';
  const parts = [
    ['team', weights.alpha],
    ['right' in branch.terms ? 'right' : 'progress', weights.progressWeight],
    [validity, weights.legalWeight],
    ['format', weights.formatWeight],
  ] as const;
  return parts.map(([term, weight]) => {
    const value = branch.terms[term] ?? 0;
    return { term, meaning: termMeanings[term], value, weight, earned: weight * value, most: weight };
  });
}

export interface AdvantageReading {
  readonly reward: number;
  /** What is subtracted, and how it is called. */
  readonly centre: number;
  readonly centreName: string;
  /** What is divided by; undefined where nothing is. */
  readonly scale?: number;
  readonly scaleName?: string;
  readonly advantage: number;
  /** "(0.82 − 0.54) / 0.21 = +1.33" */
  readonly formula: string;
  /** Why the group trains nothing; the formula then has no say. */
  readonly silenced?: string;
}

export interface AdvantageQuestion {
  readonly tree: StepTree;
  readonly group: GroupRecord;
  readonly branch: BranchRecord;
  readonly settings: Pick<TrainingSettings, 'normalisation' | 'advantageEpsilon' | 'minimumDeviation' | 'flatGroups'>;
}

/** The advantage written out with its numbers, as the run's setting computes it (algorithm/advantages.ts). */
export function advantageReading({ tree, group, branch, settings }: AdvantageQuestion): AdvantageReading {
  const { compared } = group;
  const { advantage } = branch;
  const reward = compared?.value ?? branch.reward;
  const { normalisation, advantageEpsilon: epsilon } = settings;
  const silenced = droppedInWords(group, settings.minimumDeviation);
  const shared = normalisation === 'agent' && !compared ? comparedRewards(tree, group, settings) : undefined;
  const centre = compared?.mean ?? (shared ? mean(shared) : group.meanReward);
  const others =
    compared?.with === 'world' ? `this world’s ${compared.games} games` : `the step’s ${compared?.games} games`;
  const role = shared ? `all ${group.role} answers` : 'the group';
  const centreName = compared
    ? `mean return of ${others}`
    : shared
      ? `mean of ${role} of the step`
      : 'mean of the group';
  if (normalisation === 'none') {
    const digits = digitsFor((places) => rounded(reward, places) - rounded(centre, places), advantage);
    const formula = `${fixed(reward, digits)} − ${fixed(centre, digits)} = ${signed(advantage)}`;
    return { reward, centre, centreName, advantage, formula, silenced };
  }
  const spread = compared?.deviation ?? (shared ? deviation(shared) : group.deviation);
  const added = epsilon >= 0.005 ? epsilon : 0;
  const digits = digitsFor((places) => {
    const difference = rounded(reward, places) - rounded(centre, places);
    return difference / (rounded(spread, places) + rounded(added, places));
  }, advantage);
  const difference = `${fixed(reward, digits)} − ${fixed(centre, digits)}`;
  const below = added > 0 ? `(${fixed(spread, digits)} + ${fixed(added, digits)})` : fixed(spread, digits);
  return {
    reward,
    centre,
    centreName,
    scale: spread + epsilon,
    scaleName: `spread of ${compared ? others : role}`,
    advantage,
    formula: `(${difference}) / ${below} = ${signed(advantage)}`,
    silenced,
  };
}

const rounded = (value: number, places: number) => Number(value.toFixed(places));

/** As few digits, two at least, as whoever works it out with the rounded numbers needs to come to the same. */
function digitsFor(from: (places: number) => number, advantage: number): number {
  return [2, 3, 4].find((places) => signed(from(places)) === signed(advantage)) ?? 2;
}

/** Those that stand in the role's mean: of the same world's answers, without what trains nothing. */
function comparedRewards(tree: StepTree, of: GroupRecord, settings: AdvantageQuestion['settings']): number[] {
  const own = tree.worlds.find(({ groups }) => groups.includes(of))?.environment;
  const groups = tree.worlds
    .filter(({ environment }) => environment === own)
    .flatMap((world) => world.groups.filter(({ role }) => role === of.role));
  const filtered = new Set(groups.flatMap(({ dropped }, index) => (dropped === 'filtered' ? [index] : [])));
  return rewardsOfRole(
    settings,
    groups.map(({ branches }) => branches.map(({ reward }) => reward)),
    filtered,
  );
}

/** Why a group trains nothing; undefined when it trains. */
export function droppedInWords(group: GroupRecord, minimumDeviation = 0): string | undefined {
  if (group.dropped === 'flat' && group.compared)
    return 'All games it is compared with came to the same: they train nothing.';
  if (group.dropped === 'flat') {
    return group.deviation < 1e-9
      ? `All ${group.branches.length} answers earned the same: nothing to prefer, so the group trains nothing.`
      : `Rewards differ by ${fixed(group.deviation, 3)}, not above ${fixed(minimumDeviation, 3)}: too little to learn from, so the group trains nothing.`;
  }
  if (group.dropped === 'frozen' && isOpponent(group.policy))
    return `An opponent answered, ${pastInWords(group.policy) ?? 'a script'}: that is shown and trains nothing.`;
  if (group.dropped === 'frozen') return 'This role is frozen: its answers are shown and train nothing.';
  if (group.dropped === 'filtered') return 'A group filter dropped this group: it trains nothing.';
  return undefined;
}

/** Which branch continued and why. */
export function trunkInWords(group: GroupRecord, pickRule: TrainingSettings['pickRule']): string {
  const best = Math.max(...group.branches.map(({ reward }) => reward));
  const chosen = group.branches[group.trunk];
  const name = `Branch ${group.trunk + 1}`;
  if (group.branches.length === 1) return 'The only answer: it continues.';
  if (pickRule === 'random') return `${name} continues: drawn at random.`;
  if (pickRule === 'first') return `${name} continues: always the first.`;
  if (pickRule === 'softmax') return `${name} continues: drawn, the higher the reward the likelier.`;
  if (pickRule === 'team')
    return `${name} continues: highest team term (${fixed(chosen?.terms['team'] ?? 0, 2)}), the first of equals.`;
  const ties = group.branches.filter(({ reward }) => reward === best).length;
  const reward = fixed(chosen?.reward ?? best, 2);
  return ties > 1
    ? `${name} continues: highest reward (${reward}), ${ties === group.branches.length ? 'as all have' : `shared by ${ties}`}; the first of them is taken.`
    : `${name} continues: highest reward (${reward}).`;
}

export interface Mark {
  readonly kind: 'solved' | 'excess' | 'unreadable' | 'cut-off';
  readonly label: string;
}

/** What stands out about an answer. */
export function marksOf(branch: BranchRecord): readonly Mark[] {
  const marks: Mark[] = [];
  if (branch.solved) marks.push({ kind: 'solved', label: 'solved' });
  const wellFormed = (branch.terms.format ?? 0) > 0; // one of fixed length needs no end
  if (!wellFormed && branch.excess === 0 && (branch.stop === 'end' || branch.moves === ''))
    marks.push({ kind: 'unreadable', label: 'unreadable' });
  if (branch.stop === 'length' && !wellFormed) marks.push({ kind: 'cut-off', label: 'cut off' });
  if (branch.excess > 0) marks.push({ kind: 'excess', label: `${branch.excess} over budget` });
  return marks;
}

/** "turn 2, plan role, branch 3 of 8, reward 1.64, advantage +1.30, trunk, solved" */
export function branchInWords(group: GroupRecord, index: number): string {
  const branch = group.branches[index];
  if (!branch) return '';
  return [
    `turn ${group.turn}`,
    `${group.role} role`,
    ...(placeInWords(group) === '' ? [] : [placeInWords(group)]),
    `branch ${index + 1} of ${group.branches.length}`,
    `reward ${fixed(branch.reward, 2)}`,
    group.dropped ? `${group.dropped} group` : `advantage ${signed(branch.advantage)}`,
    ...(group.trunk === index ? ['trunk'] : []),
    ...marksOf(branch).map(({ label }) => label),
    ...(branch.followed ? [followedInWords(branch.followed)] : []),
  ].join(', ');
}

/** Spaces as "·", line ends as "↵"; byte-level tokenizers write them Ġ and Ċ. */
export function visible(text: string): string {
  return text.replaceAll(/[ Ġ]/g, '·').replaceAll(/[\nĊ]/g, '↵');
}

/** What the signs of a compact prompt stand for, as far as the world's card names them: "@ player · $ box", and that
 *  numbers behind one are its row and column. "" where there are none. */
export function signsInWords(prompt: string, symbols: EnvironmentCard['symbols']): string {
  const isSign = (symbol: string) => /^[^\p{L}\p{N}\s]$/u.test(symbol);
  const signs = Object.entries(symbols).map(([symbol, { name }]) => [symbol === ' ' ? '-' : symbol, name] as const);
  const told = signs.filter(([sign]) => isSign(sign) && prompt.includes(sign)).map(([sign, name]) => `${sign} ${name}`);
  if (told.length === 0) return '';
  const places = /^[^\w\s] \d+ \d+( |$)/m.test(prompt) ? '; two numbers behind a sign are its row and column' : '';
  return `${told.join(' · ')}${places}`;
}
