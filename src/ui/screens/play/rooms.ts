// Which rooms can be played: the worlds of the presets, and the problems of their test split, numbered from 1 – rooms that no training
// ever sees.
import { environmentById } from '../../../learning/environments';
import type { Environment } from '../../../learning/environments/environment';
import { worldSeed } from '../../../learning/environments/splits';
import type { RunConfig } from '../../../learning/training/config';
import { type Preset, presets } from '../../../learning/training/presets';

/** One preset for each different world. */
export const worldChoices: readonly Preset[] = presets.filter(
  (preset, index) => presets.findIndex((other) => sameWorld(other.config, preset.config)) === index,
);

export function worldChoice(id: string | undefined): Preset {
  const named = presets.find((preset) => preset.id === id);
  const found = named && worldChoices.find((choice) => sameWorld(choice.config, named.config));
  return found ?? (worldChoices[0] as Preset);
}

export interface Room {
  readonly environment: Environment;
  readonly seed: number;
  readonly start: unknown;
  /** The solver's moves; undefined when it has none. */
  readonly solution: string | undefined;
}

/** Room `number` (from 1) of a world's test problems. */
export function roomOf(config: RunConfig, number: number): Room {
  const environment = environmentById(config.environment);
  const seed = seedOfRoom(number);
  const start = environment.start(seed, config.environmentSettings);
  const action = environment.solve(start);
  return { environment, seed, start, solution: action === undefined ? undefined : environment.wording.write(action) };
}

export function seedOfRoom(number: number): number {
  return worldSeed('test', number - 1);
}

/** The number of the test room with this seed; undefined for seeds of other splits. */
export function roomOfSeed(seed: number): number | undefined {
  const number = Math.floor(seed / 3) + 1;
  return seedOfRoom(number) === seed ? number : undefined;
}

export function sameWorld(a: RunConfig, b: RunConfig): boolean {
  const settings = ({ environmentSettings }: RunConfig) => JSON.stringify(Object.entries(environmentSettings).sort());
  return a.environment === b.environment && settings(a) === settings(b);
}
