// Success in training as lines of a chart, under names that tell how it came about: which of K answers goes on decides
// what the figure is worth.
import type { RunConfig } from '../../../learning/config/run-config';
import type { EnvironmentCard } from '../../../learning/environments/environment';
import type { ChartLine } from '../../parts/chart-scale';
import type { SuccessColumns } from './steps-series';

type PlayedHow = Pick<RunConfig['settings'], 'grouping' | 'branches' | 'pickRule'>;
type PickRule = PlayedHow['pickRule'];

interface LineWords {
  readonly label: string;
  readonly about: string;
}

const picks: Readonly<Record<PickRule, (branches: number) => LineWords>> = {
  best: (branches) => ({
    label: `best of ${branches}`,
    about: `At every turn the best of ${branches} sampled answers goes on, so this is more than the team reaches by itself.`,
  }),
  team: (branches) => ({
    label: `best of ${branches}`,
    about: `At every turn that of ${branches} sampled answers goes on which is best for the team, so this is more than the team reaches by itself.`,
  }),
  softmax: (branches) => ({
    label: `one of ${branches}, by reward`,
    about: `At every turn one of ${branches} sampled answers goes on, drawn so that a higher reward is likelier: this is more than the team reaches by itself.`,
  }),
  random: (branches) => ({
    label: `one of ${branches} at random`,
    about: `At every turn one of ${branches} sampled answers goes on, drawn at random.`,
  }),
  first: (branches) => ({
    label: `first of ${branches}`,
    about: `At every turn the first of ${branches} sampled answers goes on, whatever it is worth.`,
  }),
};

type Problems = Pick<EnvironmentCard, 'problem' | 'success'>;

/** How training's problems are called where their success is drawn, and what the figure is. */
export function trainingWords(card: Problems, { grouping, branches, pickRule }: PlayedHow): LineWords {
  const { problem, success } = card;
  const label = `${problem}s in training`;
  if (success !== undefined)
    return {
      label: `${label} that were finished`,
      about:
        'Played to their end by legal moves, whoever won: the policy meets itself there, a script or an earlier checkpoint.',
    };
  if (branches === 1) return { label, about: 'Answers are sampled, one at every turn.' };
  if (grouping !== 'agent-and-turn')
    return { label, about: `Each ${problem} is played ${branches} times, with one sampled answer at every turn.` };
  const pick = picks[pickRule](branches);
  return { label: `${label}, ${pick.label}`, about: pick.about };
}

/** Success in training; where the reward picks the answer that goes on, what single answers reach beside it. */
export function trainingLines(
  card: Problems,
  settings: PlayedHow,
  { training, branches }: Pick<SuccessColumns, 'training' | 'branches'>,
): ChartLine[] {
  const all = { ...trainingWords(card, settings), color: 'var(--gray-8)', values: training, width: 1.25 };
  if (!picksByReward(settings) || branches.every((value) => value === null)) return [all];
  const single: ChartLine = {
    label: 'single branches',
    about: `Of the ${settings.branches} answers to the last question of each game, the share that solved the ${card.problem}: what one sampled answer is worth there.`,
    color: 'var(--gray-11)',
    values: branches,
    width: 1,
  };
  return [all, single];
}

function picksByReward({ grouping, branches, pickRule }: PlayedHow): boolean {
  return grouping === 'agent-and-turn' && branches > 1 && pickRule !== 'random' && pickRule !== 'first';
}
