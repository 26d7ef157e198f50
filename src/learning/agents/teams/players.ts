// The teams of worlds with several players: a role for each of them, in the order in which they move. A role is told
// what its player observes and nothing else – what others said reaches it through the world alone.
import type { EnvironmentCard, PlayerCard } from '../../environments/environment';
import { games } from '../../environments/games';
import { worldsOfSeveral } from '../../environments/several';
import { planPrompt } from '../compact';
import { drawn, symbolsOf } from '../instruct';
import type { Role, View } from '../role';
import type { Team } from '../team';

/** A role for every player of the world. */
export function teamOfPlayers(
  card: EnvironmentCard,
  players: readonly PlayerCard[],
  order: Team['order'] = 'sequential',
): Team {
  return {
    id: `${card.id}-team`,
    name: players.map(({ name }) => name).join(' and '),
    sentence: `${card.sentence} Each role sees only what its player does.`,
    roles: players.map((player) => roleOf(card, player)),
    order,
    fits: ({ id }) => id === card.id || id.startsWith(`${card.id}/`), // on problems from a file
  };
}

function roleOf(card: EnvironmentCard, { id, name, sentence }: PlayerCard): Role {
  return {
    id,
    name,
    meaning: sentence,
    player: id,
    answers: 'action',
    maxTokens: (symbols) => symbols + 2,
    prompt: (view) => `${seenIn(view)}${view.environment.wording.cue ?? id}:`,
    instruct: { ask: (view) => questionTo(card, sentence, view), maxTokens: (symbols) => 4 * symbols + 2 },
    passes: ({ environment: { players = {} }, state }) => players[id]?.waits?.(state) === true,
    alone: `it is one of ${card.players?.length ?? 0} players: the others would do nothing`,
  };
}

/** All that the player of this world observes, in compact words. */
export function seenIn({ environment: { wording }, state }: Pick<View, 'environment' | 'state'>): string {
  return `${wording.title}\n${wording.describe(state)}${wording.notes?.(state) ?? ''}`;
}

function questionTo(card: EnvironmentCard, sentence: string, { environment, state, turn }: View) {
  const { help, notes } = environment.wording;
  const picture = environment.picture(state);
  const board = card.form === 'text' ? '' : ` On the board: ${symbolsOf(environment)}.`;
  const seen = card.form === 'text' ? picture.join('\n') : `${drawn(picture)}\n${notes?.(state) ?? ''}`;
  const rules = `${card.sentence} ${sentence}${board} Answer with ${help}, and nothing else.`;
  return [
    { role: 'system' as const, content: rules },
    { role: 'user' as const, content: `Turn ${turn}. You see:\n${seen}` },
  ];
}

export const playersTeams: readonly Team[] = worldsOfSeveral.map(({ card }) => teamOfPlayers(card, card.players ?? []));
export const gameTeams: readonly Team[] = games.map(({ card }) => teamOfPlayers(card, card.players ?? []));

const made = new WeakMap<EnvironmentCard, Team>();

/** The team of a world that is not listed; whoever compares teams finds the same for the same card. Its roles are asked
 *  for moves as the plan role is: no base was pretrained on the names of these players. */
export function teamOfOwnWorld(card: EnvironmentCard, players: readonly PlayerCard[]): Team {
  const { roles, ...team } = teamOfPlayers(card, players);
  const found = made.get(card) ?? { ...team, roles: roles.map((role) => ({ ...role, prompt: planPrompt })) };
  made.set(card, found);
  return found;
}
