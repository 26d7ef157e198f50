// What the players of a world with several are asked and may say, for a text that teaches formats and facts: every prompt is the role's own
// after some turns of random play, every answer is random, and beside them stands what a look at the board would find out. Nobody plays
// together with anybody here – what partners can do for each other is left to training –, and symbols that mean nothing are never written:
// a stand-in is, wherever one would be.
import { teamOfPlayers } from '../agents/teams/players';
import type { Environment } from '../environments/environment';
import { worldOf } from '../environments/players';
import type { Piece } from './piece';
import type { Problem } from './team-talk';

const mostTurns = 4;
/** Moves that an answer may hold. */
const mostMoves = 4;
/** Share of the answers that are empty, as what cannot be read is. */
const silent = 0.1;
/** The stand-in for a symbol. */
export const standIn = 'sign';

/** Of every player, in order: what it is asked in some turn of a game, with random answers, and the facts about what it then sees. */
export function playersTalk(environment: Environment, { seed, settings, rng, answers }: Problem): Piece[] {
  const { roles } = teamOfPlayers(environment.card, environment.card.players ?? []);
  const told = 1 + rng.integer(mostTurns);
  let state = environment.start(seed, settings);
  let pieces: Piece[] = [];
  for (let turn = 1; turn <= told; turn++) {
    pieces = [];
    for (const role of roles) {
      const world = worldOf(environment, role.player);
      const random = () => world.random(state, 1 + rng.integer(mostMoves), rng.number);
      const prompt = role.prompt({ environment: world, state, turn, last: 'start', earlier: [] });
      const said = Array.from({ length: answers }, random).map((action) => world.wording.write(action));
      pieces.push({ prompt, continuations: [...new Set(said)] }, ...factsOf(environment, role.player ?? '', state));
      const { state: after, done } = world.act(state, rng.number() < silent ? world.wording.read('') : random(), mostMoves);
      if (done) return withoutSymbols(environment, state, pieces);
      state = after;
    }
  }
  return withoutSymbols(environment, state, pieces);
}

/** What a look at what this player observes would find out. */
export function factsOf(environment: Environment, player: string, state: unknown): Piece[] {
  const facts = environment.players?.[player]?.facts?.(state) ?? [];
  const { title, describe } = worldOf(environment, player).wording;
  const continuations = facts.map(([asked, answer]) => `${asked}${answer}`);
  return continuations.length === 0 ? [] : [{ prompt: `${title}\n${describe(state)}`, continuations }];
}

function withoutSymbols({ players = {} }: Environment, state: unknown, pieces: readonly Piece[]): Piece[] {
  const alphabets = Object.values(players).flatMap(({ says }) => says?.(state) ?? []);
  const symbols = new Set(alphabets.filter(({ meaningless }) => meaningless).flatMap((alphabet) => alphabet.symbols));
  const without = (text: string) => text.replace(/[a-z]+/g, (word) => (symbols.has(word) ? standIn : word));
  return pieces.map(({ prompt, continuations }) => ({
    prompt: without(prompt),
    continuations: [...new Set(continuations.map(without))],
  }));
}
