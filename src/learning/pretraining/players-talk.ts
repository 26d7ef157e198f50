// What the players of a world with several are asked and may say, for a text that teaches formats and facts: every
// prompt is the role's own after some turns of random play, every answer is random, and beside them stands what a look
// at the board would find out. Nobody plays together with anybody here – what partners can do for each other is left to
// training –, and symbols that mean nothing are never written: a stand-in is, wherever one would be.
import type { Rng } from '../../basics/rng';
import type { Role, View } from '../agents/role';
import { seenIn, teamOfPlayers } from '../agents/teams/players';
import type { Environment, PlayerPart } from '../environments/environment';
import { worldOf } from '../environments/players';
import type { Piece } from './piece';
import type { Problem } from './team-talk';

const mostTurns = 4;
/** Moves that an answer may hold. */
const mostMoves = 4;
/** Share of the turns in which a player does nothing, as where its answer cannot be read. */
const silent = 0.1;
/** Share of the views of a player who hears messages in which it hears a word that has a meaning. */
const heardWithMeaning = 0.5;
/** The stand-in for a symbol. */
export const standIn = 'sign';

/** Of every player, in order: what it is asked, with random answers, and the facts about what it sees. */
export function playersTalk(environment: Environment, problem: Problem): Piece[] {
  const { rng, answers, habits = 0 } = problem;
  const pieces = viewsInPlay(environment, problem).flatMap(({ role, view: played }) => {
    // What a word means, said to who has to understand it: else what is heard would not matter where it is answered.
    const told =
      rng.number() < heardWithMeaning ? partOf(environment, role)?.hears?.(played.state, rng.number) : undefined;
    const view = told ? { ...played, state: told.state } : played;
    const habit = habits > 0 ? partOf(environment, role)?.habit?.(view.state) : undefined;
    const answer = () => {
      if (habit !== undefined && rng.number() < habits) return habit;
      return told ? rng.pick(told.answers) : randomAnswer(view, rng);
    };
    const said = Array.from({ length: answers }, () => view.environment.wording.write(answer()));
    const facts = view.environment.facts?.(view.state) ?? [];
    // Random answers say nothing of what is seen: without a fact beside them nothing of that would be at hand where the
    // player answers, and what it is to say could not depend on it.
    const unasked = facts.filter(([asked]) => asked === '').map(([, answer]) => answer);
    const beside = unasked.length > 0 ? [rng.pick(unasked)] : [];
    const asked = facts.filter(([question]) => question !== '').map((fact) => fact.join(''));
    return [
      { prompt: role.prompt(view), continuations: [...said, ...beside] },
      { prompt: seenIn(view), continuations: asked },
    ];
  });
  const written = withoutSymbols(environment, environment.start(problem.seed, problem.settings), pieces);
  return habits > 0 ? written : written.map(eachOnce);
}

function partOf({ players = {} }: Environment, { player = '' }: Role): PlayerPart<unknown, unknown> | undefined {
  return players[player];
}

/** What each player is shown in some turn of a game that all of them play at random. */
export function viewsInPlay(
  environment: Environment,
  { seed, settings, rng }: Pick<Problem, 'seed' | 'settings' | 'rng'>,
): { readonly role: Role; readonly view: View }[] {
  const { roles } = teamOfPlayers(environment.card, environment.card.players ?? []);
  const last = 1 + rng.integer(mostTurns);
  const views: { turn: number; role: Role; view: View }[] = [];
  let state = environment.start(seed, settings);
  for (let turn = 1, over = false; turn <= last && !over; turn++) {
    for (const role of roles) {
      if (over) break;
      const view: View = { environment: worldOf(environment, role.player), state, turn, last: 'start', earlier: [] };
      views.push({ turn, role, view });
      const action = rng.number() < silent ? view.environment.wording.read('') : randomAnswer(view, rng);
      const outcome = environment.act(state, action, mostMoves);
      [state, over] = [outcome.state, outcome.done];
    }
  }
  return views.filter(({ turn }) => turn === views.at(-1)?.turn);
}

function randomAnswer({ environment, state }: View, rng: Rng): unknown {
  return environment.random(state, 1 + rng.integer(mostMoves), rng.number);
}

/** A habit has to be told as often as it is followed, chance not. */
function eachOnce({ prompt, continuations }: Piece): Piece {
  return { prompt, continuations: [...new Set(continuations)] };
}

/** A prompt that nothing follows is left out. */
function withoutSymbols({ players = {} }: Environment, start: unknown, pieces: readonly Piece[]): Piece[] {
  const alphabets = Object.values(players).flatMap(({ says }) => says?.(start) ?? []);
  const symbols = new Set(alphabets.filter(({ meaningless }) => meaningless).flatMap((alphabet) => alphabet.symbols));
  const without = (text: string) => text.replace(/[a-z]+/g, (word) => (symbols.has(word) ? standIn : word));
  return pieces
    .filter(({ continuations }) => continuations.length > 0)
    .map(({ prompt, continuations }) => ({ prompt: without(prompt), continuations: continuations.map(without) }));
}
