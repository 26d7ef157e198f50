// Worlds of several players. To one of them the world is a world like any other: it has the player's words, picture and
// actions, over the same states and rules. So prompts, readers, trials and boards need not know how many players there
// are.
import { check, present } from '../../basics/check';
import type { Environment, EnvironmentCard, Limits, Picture, PlayerId, PlayerPart } from './environment';

const worlds = new WeakMap<Environment, Map<PlayerId, Environment>>();

/** The world as this player meets it; the world itself where nobody in particular is meant. Throws where there is no
 *  such player. */
export function worldOf(environment: Environment, player: PlayerId | undefined): Environment {
  if (player === undefined) return environment;
  const known = worlds.get(environment) ?? new Map<PlayerId, Environment>();
  worlds.set(environment, known);
  const world = known.get(player) ?? { ...environment, ...partOf(environment, player) };
  known.set(player, world);
  return world;
}

function partOf({ card, players = {} }: Environment, player: PlayerId) {
  const ids = Object.keys(players).join(', ') || 'one player only';
  return present(players[player], `the world "${card.id}" has no player "${player}": it has ${ids}`);
}

/** Those who play, in the order in which they move; of a world with one player nobody by name. */
export function playersOf({ players }: EnvironmentCard): readonly (PlayerId | undefined)[] {
  return players ? players.map(({ id }) => id) : [undefined];
}

/** What a spectator may ask of a world in which one player moves at a time: it is asked of whose move it is. */
export function ofMover<State, Action>(
  moverOf: (state: State) => Pick<PlayerPart<State, Action>, 'legal' | 'random' | 'solve'>,
): Pick<Environment<State, Action>, 'legal' | 'random' | 'solve'> {
  return {
    legal: (state) => moverOf(state).legal(state),
    random: (state, moves, random) => moverOf(state).random(state, moves, random),
    solve: (state) => moverOf(state).solve(state),
  };
}

/** Whether what this player does is saying something to the others. */
export function isSpeaker({ players = [] }: Pick<EnvironmentCard, 'players'>, player: PlayerId | undefined): boolean {
  return players.some(({ id, speaks }) => speaks === true && id === player);
}

/** What each player sees; of a world with one player nothing. */
export function picturesOf(environment: Environment, state: unknown): Readonly<Record<PlayerId, Picture>> | undefined {
  const { players } = environment;
  return players && Object.fromEntries(Object.entries(players).map(([id, part]) => [id, part.picture(state)]));
}

/** The highest chance to solve the problem that each player has by itself; undefined in a world of one player, and
 *  where it is not known of all. */
export function ceilingsOf(
  { players }: Environment,
  start: unknown,
  limits: Limits,
): Readonly<Record<PlayerId, number>> | undefined {
  const ceilings = Object.entries(players ?? {}).map(([id, part]) => {
    const ceiling = part.ceiling?.(start, limits);
    if (ceiling !== undefined)
      check(ceiling >= 0 && ceiling <= 1, `the ceiling of the player "${id}" is a chance in [0, 1], got ${ceiling}`);
    return [id, ceiling] as const;
  });
  const known = ceilings.filter((one): one is [PlayerId, number] => one[1] !== undefined);
  return known.length > 0 && known.length === ceilings.length ? Object.fromEntries(known) : undefined;
}
