// The presets as they are offered: in groups, each with what was measured of it. The figures are made from the records
// of models/results by a script (models/publish.mjs tables).
import { type Preset, presets } from '../../../learning/config/presets';
import { duration, intervalOf, percent } from '../../parts/format';
import measured from './preset-facts.json';

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
  'kuhn-poker': 'Games against oneself',
  'tic-tac-toe': 'Games against oneself',
  bargaining: 'Games against oneself',
  'plan-path': 'Every role sees everything',
  sudoku: 'Every role sees everything',
  'eight-queens': 'Every role sees everything',
  blocksworld: 'Every role sees everything',
  maths: 'Every role sees everything',
  'sokoban-hard': 'Every role sees everything',
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

export type PresetFact = (typeof measured)[number];

export function factOf(preset: string): PresetFact | undefined {
  return measured.find((fact) => fact.preset === preset);
}

/** "0 % → 81 % (78–85 %) of 500 rooms in 60 steps, 33 min on two processor cores". */
export function factInWords({ untrained, n, steps, minutes, cores, ...fact }: PresetFact, problem: string): string {
  return `${percent(untrained)} → ${percent(fact.trained)} (${intervalOf(fact)}) of ${n} ${problem}s in ${steps} steps, ${duration(60 * minutes)} on ${cores} processor cores`;
}

/** What stands behind the figure. */
export function factAtLength({ seeds, shipped }: PresetFact): string {
  const base = shipped ? '' : ' Measured with an earlier base model; runs with the present one are being repeated.';
  return `The mean of ${seeds} runs, greedy play on problems that no choice looked at; in brackets the 95 % interval over them.${base}`;
}
