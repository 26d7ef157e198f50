// Which problems can be played: those of every world – of the presets', and of each other one under its usual settings,
// built in or not – out of their test split, numbered from 1: problems that no training ever sees.
import { teamsFor } from '../../../learning/agents';
import { build, type Choices } from '../../../learning/config/build';
import { type Preset, presets } from '../../../learning/config/presets';
import type { RunConfig } from '../../../learning/config/run-config';
import { isShipped } from '../../../learning/config/shipped-models';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import { allEnvironments } from '../../../learning/environments';
import type {
  Environment,
  EnvironmentCard,
  EnvironmentSettings,
  Picture,
} from '../../../learning/environments/environment';
import { isSpeaker, worldOf } from '../../../learning/environments/players';
import { indexOfSeed, worldSeed } from '../../../learning/environments/splits';
import { environmentById } from '../../stores/worlds';

/** One preset for each different world of theirs. */
const differentWorlds = presets.filter(
  (preset, index) => presets.findIndex((other) => sameWorld(other.config, preset.config)) === index,
);

/** One for each different world of the presets – where it is a language model's, played in the words of the model that
 *  ships –, and one more for each world that has none. */
export const worldChoices: readonly Preset[] = [
  ...differentWorlds.map((preset) => {
    const { model, settings } = preset.config;
    if (isShipped(model)) return preset;
    const { environment, environmentSettings } = firstWorld(preset.config);
    const { turns, moveBudget } = settings;
    const own = { worlds: [{ environment, environmentSettings }], settings: { turns, moveBudget } };
    return { ...choiceOf(environmentById(environment).card, own), id: preset.id };
  }),
  ...allEnvironments
    .filter(({ card }) => presets.every(({ config }) => firstWorld(config).environment !== card.id))
    .map(({ card }) => choiceOf(card)),
];

/** A world, under its usual settings unless others are chosen, with the first team that plays it; `definitions` where
 *  it is not built in. */
export function choiceOf(
  card: EnvironmentCard,
  choices: Pick<Choices, 'definitions' | 'worlds' | 'settings'> = {},
): Preset {
  const { id, name, sentence } = card;
  const team = teamsFor(card)[0]?.id;
  return {
    id,
    name,
    sentence,
    config: build((presets[0] as Preset).id, { worlds: [{ environment: id }], team, ...choices }),
  };
}

/** `others`: worlds that are not built in. */
export function worldChoice(id: string | undefined, others: readonly Preset[] = []): Preset {
  const all = [...worldChoices, ...others];
  const named = [...presets, ...all].find((preset) => preset.id === id);
  const found = named && all.find((choice) => sameWorld(choice.config, named.config));
  const other = named ?? presets.find(({ config }) => firstWorld(config).environment === id); // a world that a preset has
  return (
    found ??
    all.find((choice) => other && firstWorld(choice.config).environment === firstWorld(other.config).environment) ??
    (all[0] as Preset)
  );
}

/** Whether an address names a world or preset that there is. */
export function isKnownWorld(id: string, others: readonly Preset[] = []): boolean {
  const named = [...presets, ...worldChoices, ...others];
  return named.some((preset) => preset.id === id || firstWorld(preset.config).environment === id);
}

/** "Sokoban, hard 8×8", "Blocksworld". */
export function nameOfChoice({ name, config }: Preset): string {
  const size = wholeSettings(firstWorld(config), config.definitions)['size'];
  return size === undefined ? name : `${name} ${size}×${size}`;
}

export interface Room {
  readonly environment: Environment;
  readonly seed: number;
  readonly start: unknown;
  /** The solver's moves in words; undefined when it has none. */
  readonly solution: string | undefined;
  /** The picture after each of them. */
  readonly solutionFrames: readonly Picture[];
  /** How many moves of the world it takes: a message is none. */
  readonly solutionMoves: number | undefined;
}

/** Room `number` (from 1) of a world's test problems. */
export function roomOf(config: RunConfig, number: number): Room {
  return roomIn(
    environmentById(firstWorld(config).environment, config.definitions),
    number,
    firstWorld(config).environmentSettings,
  );
}

export function roomIn(environment: Environment, number: number, settings: EnvironmentSettings = {}): Room {
  const seed = seedOfRoom(number);
  return roomAt(environment, seed, environment.start(seed, settings));
}

export function roomAt(environment: Environment, seed: number, start: unknown): Room {
  const room = { environment, seed, start };
  const solved = environment.players ? solvedTogether(environment, start) : solvedAtOnce(environment, start);
  return solved
    ? { ...room, ...solved }
    : { ...room, solution: undefined, solutionFrames: [], solutionMoves: undefined };
}

type Solved = { readonly [part in 'solution' | 'solutionFrames' | 'solutionMoves']: NonNullable<Room[part]> };

function solvedAtOnce(environment: Environment, start: unknown): Solved | undefined {
  const action = environment.solve(start);
  if (action === undefined) return undefined;
  const { frames } = environment.act(start, action, manyMoves);
  return { solution: environment.wording.write(action), solutionFrames: frames, solutionMoves: frames.length };
}

/** More than any two need. */
const manyTurns = 100;

/** "Guide: U U R, Walker: UUR": every player does in its turn what its solver says. */
function solvedTogether(world: Environment, start: unknown): Solved | undefined {
  const { players = [] } = world.card;
  const words: string[] = [];
  const solutionFrames: Picture[] = [];
  let solutionMoves = 0;
  let state = start;
  for (let turn = 0; turn < manyTurns && !world.solved(state); turn++)
    for (const { id, name } of players) {
      const { solve, wording, act } = worldOf(world, id);
      const action = world.solved(state) ? undefined : solve(state);
      const said = action === undefined ? '' : wording.write(action).trim();
      if (said === '') continue;
      words.push(`${name}: ${said}`);
      const outcome = act(state, action, manyMoves);
      solutionFrames.push(...outcome.frames);
      if (!isSpeaker(world.card, id)) solutionMoves += outcome.frames.length;
      state = outcome.state;
    }
  return world.solved(state) ? { solution: words.join(', '), solutionFrames, solutionMoves } : undefined;
}

/** More than any solver needs. */
export const manyMoves = 10_000;

/** The room that a world begins with: in the one that the recorded run and the shipped team play, the first that tells
 *  its untrained team from the trained one. */
export function firstRoom(preset: Pick<Preset, 'config'>): number {
  return sameWorld(preset.config, (presets[0] as Preset).config) ? 2 : 1;
}

export function seedOfRoom(number: number): number {
  return worldSeed('test', number - 1);
}

/** The number of the test room with this seed; undefined for seeds of other splits. */
export function roomOfSeed(seed: number): number | undefined {
  const number = indexOfSeed(seed) + 1;
  return seedOfRoom(number) === seed ? number : undefined;
}

export function sameWorld(a: RunConfig, b: RunConfig): boolean {
  const settings = (config: RunConfig) =>
    JSON.stringify(Object.entries(wholeSettings(firstWorld(config), config.definitions)).sort());
  return firstWorld(a).environment === firstWorld(b).environment && settings(a) === settings(b);
}
