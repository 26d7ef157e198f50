// A run repeated with other seeds: a study of one row. What it takes is judged by what the run took.
import { check, present } from '../../../basics/check';
import type { RunConfig } from '../../../learning/config/run-config';
import { withoutSeed } from '../../../learning/config/without-seed';
import type { StudiedSetup, StudyPlan, StudyWishes } from './study';

/** What a repetition's wishes name in place of a plan that comes with Grove. */
export const repeatId = 'repeat';

/** How many more runs there are. */
const more = 4;

/** The run's own settings, and how it is called. */
export function repeatPlan(setups: readonly StudiedSetup[]): StudyPlan {
  const { name, config } = present(setups[0], 'a repetition says of what');
  return {
    id: repeatId,
    name: `“${name}” with other seeds`,
    sentence: 'The same settings from other seeds: how much of a result is chance.',
    // what the preset samples with was chosen away where the run does not say it
    rows: [{ id: 'repeated', name, how: { kind: 'trained' }, config: { sampling: {}, ...config } }],
  };
}

/** The seeds after the run's own that none of these runs has had with its settings. */
export function nextSeeds(config: RunConfig, all: readonly RunConfig[]): readonly number[] {
  const same = withoutSeed(config);
  const had = new Set(all.filter((other) => withoutSeed(other) === same).map(({ settings }) => settings.seed));
  const seeds: number[] = [];
  for (let seed = config.settings.seed + 1; seeds.length < more; seed++) if (!had.has(seed)) seeds.push(seed);
  return seeds;
}

/** "2–5", "3, 4, 6, 7" */
export function seedsInWords(seeds: readonly number[]): string {
  const [first = 0] = seeds;
  const inRow = seeds.length > 2 && seeds.every((seed, index) => seed === first + index);
  return inRow ? `${first}–${seeds.at(-1)}` : seeds.join(', ');
}

/** Each is measured on as many fresh problems as the run tests itself on. */
export function repeatWishes({ name, config }: StudiedSetup, seeds: readonly number[]): StudyWishes {
  const setup = { name: name.replace(/, seed \d+$/, ''), config }; // each says its own
  return { plan: repeatId, setups: [setup], seeds, problems: config.settings.testWorlds };
}

/** Of all runs, as long a step as the run's own took. */
export function repeatSeconds(
  { step, seconds, steps }: { readonly step: number; readonly seconds: number; readonly steps: number },
  runs: number,
): number {
  check(step > 0, 'a run that has done no step says nothing of time');
  return (runs * steps * seconds) / step;
}
