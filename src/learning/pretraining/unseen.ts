// Counts what must not be (V1, V3, V6): problems of an evaluation that a pretraining text shows, that two splits share,
// or that a set holds twice. What counts as the same problem is read off its words (shown-boards.ts), not asked of the
// world.
import { present } from '../../basics/check';
import { presets } from '../config/presets';
import { worldsOf } from '../config/worlds';
import { environmentById } from '../environments';
import { differentProblems } from '../environments/different-problems';
import type { EnvironmentSettings } from '../environments/environment';
import { type Split, splits, worldSeed } from '../environments/splits';
import { piecesOfScene, type TextSettings } from './corpus';
import type { Piece } from './piece';
import { shownIn } from './shown-boards';

/** The first problems of a split, as an evaluation plays them. */
export interface ProblemsOfSplit {
  /** "sokoban · size 6 · boxes 1". */
  readonly world: string;
  readonly split: Split;
  /** There are no more. */
  readonly all: boolean;
  /** In the words of shown-boards.ts, in order. */
  readonly problems: readonly string[];
}

interface PlayedWorld {
  readonly environment: string;
  readonly environmentSettings: EnvironmentSettings;
}

/** Worlds that no pretraining text is about: none can show their questions. Maps that are shown as pictures are smaller
 *  than those of texts, and split as they are; questions that are proposed are those of Maths, and split like them. */
export const withoutText = ['passage-search', 'database', 'plan-path-vision', 'proposed-sums'];

/** The worlds of every preset that a text is about, without those that are tested on the problems they are trained
 *  on. */
function worldsPlayed(): readonly PlayedWorld[] {
  const all: PlayedWorld[] = presets.flatMap(({ config }) => worldsOf(config));
  const told = all.filter(({ environment }) => !withoutText.includes(environment));
  return told.filter(({ environment }) => environmentById(environment).card.sameProblems === undefined);
}

/** The first `n` problems of every split of every world that is played, each world once. Of training problems: as they
 *  are drawn. */
export function problemsPlayed(n: number): ProblemsOfSplit[] {
  const worlds = new Map(worldsPlayed().map((world) => [nameOf(world), world]));
  return [...worlds].flatMap(([world, { environment: id, environmentSettings: settings }]) => {
    const environment = environmentById(id);
    return splits.map((split) => {
      const seeds =
        split === 'train'
          ? Array.from({ length: n }, (_, index) => worldSeed(split, index))
          : differentProblems(environment, { settings, split, n });
      const problems = seeds.map((seed) => {
        const words = environment.wording.describe(environment.start(seed, settings));
        return present(shownIn(words)[0], () => `no board was found in the words of a problem of ${world}: ${words}`);
      });
      return { world, split, all: seeds.length < n, problems };
    });
  });
}

function nameOf({ environment, environmentSettings }: PlayedWorld): string {
  return [environment, ...Object.entries(environmentSettings).map(([name, value]) => `${name} ${value}`)].join(' · ');
}

/** All that some scenes of a pretraining text show: prompts with every continuation. */
export function shownInScene(seed: number, index: number, text: TextSettings): string[] {
  return piecesOfScene(seed, index, text).flatMap(shownInPiece);
}

/** A continuation may tell of a board whose goal only the prompt names. */
export function shownInPiece({ prompt, continuations }: Piece): string[] {
  return shownIn([prompt, ...continuations].join('\n'));
}

export interface UnseenRow {
  readonly world: string;
  readonly split: Split;
  readonly problems: number;
  readonly all: boolean;
  /** Problems that are there a second time. */
  readonly doubles: number;
  /** Problems that are in another split too. */
  readonly shared: number;
  /** Problems that the text shows. */
  readonly shown: number;
}

/** A row for each set that evaluations play; `shown`: what a text shows. */
export function unseenRows(sets: readonly ProblemsOfSplit[], shown: ReadonlySet<string>): UnseenRow[] {
  const splitsOf = new Map<string, Set<Split>>();
  for (const { split, problems } of sets)
    for (const problem of problems) splitsOf.set(problem, (splitsOf.get(problem) ?? new Set()).add(split));
  return sets
    .filter(({ split }) => split !== 'train')
    .map(({ world, split, all, problems }) => ({
      world,
      split,
      problems: problems.length,
      all,
      doubles: problems.length - new Set(problems).size,
      shared: problems.filter((problem) => (splitsOf.get(problem)?.size ?? 0) > 1).length,
      shown: problems.filter((problem) => shown.has(problem)).length,
    }));
}

/** Nothing in the row that must not be. */
export function isUnseen({ doubles, shared, shown }: UnseenRow): boolean {
  return doubles + shared + shown === 0;
}
