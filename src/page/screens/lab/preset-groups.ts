// The presets as they are offered: in groups, each with what was measured of it. The figures are made from the records
// of models/results by a script (models/publish.mjs tables).
import { type Preset, presets } from '../../../learning/config/presets';
import { intervalOf, percent } from '../../parts/format';
import measured from './preset-facts.json';
import { type PresetFact, toldFacts } from './told-facts';

export interface PresetGroup {
  readonly name: string;
  readonly presets: readonly Preset[];
}

const baselines = 'Baselines';
const groupOf: Readonly<Record<string, string>> = {
  'first-look': 'Start here',
  sokoban: 'Start here',
  signals: 'Teams that need each other',
  'guide-and-walker': 'Teams that need each other',
  'sokoban-for-two': 'Teams that need each other',
  'passage-search': 'Teams that need each other',
  database: 'Teams that need each other',
  'kuhn-poker': 'Games against oneself',
  'tic-tac-toe': 'Games against oneself',
  bargaining: 'Games against oneself',
  'proposed-sums': 'Games against oneself',
  'plan-path': 'Every role sees everything',
  sudoku: 'Every role sees everything',
  'eight-queens': 'Every role sees everything',
  blocksworld: 'Every role sees everything',
  maths: 'Every role sees everything',
  'plan-path-vision': 'Every role sees everything',
  'sokoban-hard': 'Every role sees everything',
  'smollm2-map': 'A language model to be loaded first',
  'smollm2-walk': 'A language model to be loaded first',
};

/** In the order in which they are named above; what is named nowhere is a baseline. */
export const presetGroups: readonly PresetGroup[] = [...new Set([...Object.values(groupOf), baselines])].map(
  (name) => ({
    name,
    presets: presets.filter(({ id }) => (groupOf[id] ?? baselines) === name).sort((a, b) => place(a.id) - place(b.id)),
  }),
);

function place(id: string): number {
  const at = Object.keys(groupOf).indexOf(id);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

const facts: readonly PresetFact[] = [
  ...measured.map(({ untrained, trained, low, high, n, ...fact }) => ({
    ...fact,
    share: { untrained, trained, low, high, n },
  })),
  ...toldFacts,
];

export function factOf(preset: string): PresetFact | undefined {
  return facts.find((fact) => fact.preset === preset);
}

/** "0 % → 81 % (78–85 %) of 500 rooms in 60 steps". */
export function factInWords({ words, share, steps, asManyTokens }: PresetFact, problem: string): string {
  const before = share?.untrained === undefined ? '' : `${percent(share.untrained)} → `;
  const solved = share && `${before}${percent(share.trained)} (${intervalOf(share)}) of ${share.n} ${problem}s`;
  return `${words ?? solved} ${asManyTokens ? 'with as many tokens as the team' : `in ${steps} steps`}`;
}

/** What stands behind the figure. */
export function factAtLength({ seeds, shipped, words }: PresetFact): string {
  const base = shipped ? '' : ' Measured with an earlier base model; runs with the present one are being repeated.';
  if (words) return `${seeds === 1 ? 'One run' : `${seeds} runs`}; models/LOG.md says more.${base}`;
  const [runs, over] = seeds === 1 ? ['One run', 'the problems'] : [`The mean of ${seeds} runs`, 'them'];
  return `${runs}, greedy play on problems that no choice looked at; in brackets the 95 % interval over ${over}.${base}`;
}
