// Which problems an evaluation plays: the first of a split that are all different, mirrors and turns included (V3, V6).
import type { Environment, EnvironmentSettings } from './environment';
import { type Split, worldSeed } from './splits';

/** Draws in a row that bring nothing new before a world counts as exhausted. */
const mostRepeats = 1000;

interface ProblemsWish {
  readonly settings: EnvironmentSettings;
  readonly split: Split;
  readonly n: number;
}

type World = Pick<Environment, 'start' | 'problems' | 'canonical' | 'wording'>;

/** World seeds of the first `n` different problems of a split; of all there are where there are fewer. */
export function differentProblems(world: World, wish: ProblemsWish): number[] {
  return describedProblems(world, wish).map(({ seed }) => seed);
}

/** The same, each with the text by which it is known. */
export function describedProblems(
  world: World,
  { settings, split, n }: ProblemsWish,
): { seed: number; problem: string }[] {
  const canonical = world.canonical ?? world.wording.describe;
  const listed = world.problems?.(split, settings) ?? Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  const different: { seed: number; problem: string }[] = [];
  for (let index = 0, repeats = 0; index < listed && different.length < n && repeats < mostRepeats; index++) {
    const seed = worldSeed(split, index);
    const problem = canonical(world.start(seed, settings));
    repeats = seen.has(problem) ? repeats + 1 : 0;
    if (repeats > 0) continue;
    seen.add(problem);
    different.push({ seed, problem });
  }
  return different;
}
