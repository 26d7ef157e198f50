// The worlds of a run: one, or several with a share each. Every step and every evaluation plays each of them in its
// share; reports tell them apart by name. It does not know how worlds are played.
import { check, present } from '../../basics/check';
import { defaultsOf } from '../../basics/knobs';
import { knownCard, type RunDefinitions } from '../catalogue';
import type { EnvironmentSettings } from '../environments/environment';
import type { RunConfig, WorldShare } from './run-config';

export interface NamedWorld extends Required<WorldShare> {
  /** The environment's id; "sokoban-2" when it comes a second time. */
  readonly name: string;
}

/** The world that is shown where one stands for all. */
export function firstWorld({ worlds }: Pick<RunConfig, 'worlds'>): WorldShare {
  return present(worlds[0], 'a run has at least one world, got none: name one');
}

/** In the order of the configuration. */
export function worldsOf({ worlds, settings: { moveBudget } }: Pick<RunConfig, 'worlds' | 'settings'>): NamedWorld[] {
  return worlds.map((world, index) => {
    const before = worlds.slice(0, index).filter((other) => other.environment === world.environment).length;
    const name = before === 0 ? world.environment : `${world.environment}-${before + 1}`;
    return { moveBudget, ...world, name };
  });
}

/** All settings a world is played with: those that a run leaves open are as on the world's cards. */
export function wholeSettings(
  { environment, environmentSettings }: Pick<WorldShare, 'environment' | 'environmentSettings'>,
  definitions?: RunDefinitions,
): EnvironmentSettings {
  return { ...defaultsOf(knownCard(environment, definitions)?.knobs ?? {}), ...environmentSettings };
}

/** How many of `total` problems each world gets: its share, rounded by largest remainders, and at least one. */
export function countsOf(worlds: readonly Pick<WorldShare, 'share'>[], total: number): number[] {
  check(
    total >= worlds.length,
    `${worlds.length} worlds need at least ${worlds.length} problems at a time, got ${total}`,
  );
  const whole = worlds.reduce((sum, { share }) => sum + share, 0);
  const exact = worlds.map(({ share }) => (share / whole) * total);
  const counts = exact.map((count) => Math.max(1, Math.floor(count)));
  const missing = () => total - counts.reduce((sum, count) => sum + count, 0);
  const change = (by: 1 | -1) => {
    const due = counts.map((count, index) => (count + by < 1 ? -Infinity : by * ((exact[index] as number) - count)));
    const index = due.indexOf(Math.max(...due));
    counts[index] = (counts[index] as number) + by;
  };
  while (missing() > 0) change(1);
  while (missing() < 0) change(-1);
  return counts;
}

export interface WorldProblems extends NamedWorld {
  /** Of all problems at hand, counted from 0: those of this world are the `count` from `first` on. */
  readonly first: number;
  readonly count: number;
}

/** `total` problems spread over the run's worlds, one world after the other. */
export function problemsOf(config: Parameters<typeof worldsOf>[0], total: number): WorldProblems[] {
  const worlds = worldsOf(config);
  const counts = countsOf(worlds, total);
  let first = 0;
  return worlds.map((world, index) => {
    const count = counts[index] as number;
    first += count;
    return { ...world, first: first - count, count };
  });
}
