// One role's part in a turn: what it sees, what it is asked, and what its chosen answer does to the episode. It does
// not know who is asked when, how answers are scored, or how many branches there are.
import { present } from '../../basics/check';
import type { PromptGroup } from '../../contract/learner';
import type { Trial } from '../agents/reading';
import { type Heard, type LastTurn, lastTurnOf, type Role, type View } from '../agents/role';
import type { Team } from '../agents/team';
import type { Environment, Outcome, PlayerId } from '../environments/environment';
import { playersOf, worldOf } from '../environments/players';
import type { PlaySettings } from './play-settings';
import type { WorldRecord } from './transcript';

/** Where an episode stands within a turn. */
export interface Position {
  readonly seed: number;
  /** Which of several games of the world. */
  readonly game: number;
  state: unknown;
  /** How the last turn ended, by the player who looks: not everybody sees what moved. */
  last: ReadonlyMap<PlayerId | undefined, LastTurn>;
  /** What roles said this turn; in a parallel team nobody is told. */
  heard: Heard[];
  /** What roles of a parallel team chose this turn, to be carried out at its end. */
  chosen: Trial[];
  /** Of the last action of this turn. */
  outcome: Outcome<unknown> | undefined;
  end: WorldRecord['end'] | undefined;
}

export interface Asked<At extends Position> {
  readonly episode: At;
  readonly role: Role;
  readonly view: View;
}

/** Those of them who do not pass their turn (G6), and what they see. */
export function askedOf<At extends Position>(
  settings: PlaySettings,
  role: Role,
  episodes: readonly At[],
  turn: number,
): Asked<At>[] {
  return episodes
    .map((episode) => ({ episode, role, view: viewOf(settings, role, episode, turn) }))
    .filter(({ view }) => !role.passes?.(view));
}

function viewOf({ environment }: PlaySettings, { player }: Role, { state, last, heard }: Position, turn: number): View {
  const proposal = heard.findLast((one) => one.proposal !== undefined)?.proposal;
  const seen = last.get(player) ?? 'start';
  return {
    environment: worldOf(environment, player),
    turn,
    last: seen,
    state,
    earlier: heard,
    ...(proposal ? { proposal } : {}),
  };
}

export interface Question {
  readonly prompt: string;
  readonly prompt_P: readonly number[];
  readonly group: PromptGroup;
}

/** What the sampler is asked: one answer per seed. */
export function questionTo(settings: PlaySettings, role: Role, view: View, seed_K: readonly number[]): Question {
  const { tokenizer, policies } = settings;
  const { temperature = settings.temperature, maxTokens: longest } = settings.sampling?.[role.id] ?? {};
  const { prompt, maxTokens } = promptOf(settings, role, view);
  const prompt_P = tokenizer.encode(prompt);
  const policy = policies[role.id] ?? role.id;
  return { prompt, prompt_P, group: { policy, prompt_P, seed_K, maxTokens: longest ?? maxTokens, temperature } };
}

function promptOf(
  { tokenizer, wording, moveBudget }: PlaySettings,
  role: Role,
  view: View,
): { prompt: string; maxTokens: number } {
  const symbols = moveBudget * view.environment.wording.symbolsPerMove;
  if (wording === 'compact') {
    const words = role.player === undefined ? undefined : view.environment.wording.words?.(view.state);
    return { prompt: role.prompt(view), maxTokens: words ?? role.maxTokens(symbols) };
  }
  const chat = present(
    tokenizer.chat,
    'the instruct wording needs a model with a chat template: take the compact wording',
  );
  return { prompt: chat(role.instruct.ask(view, moveBudget)), maxTokens: role.instruct.maxTokens(symbols) };
}

/** What a chosen answer does: a proposal changes nothing, an action the world; in a parallel team not before the end of
 *  the turn. */
export function take(
  episode: Position,
  { id, answers }: Role,
  chosen: Trial,
  { text, order }: { text: string; order: Team['order'] },
): void {
  const { moves, proposal, programOutput: output, why, outcome, action } = chosen;
  const heard = {
    role: id,
    text,
    moves,
    ...(proposal ? { proposal } : {}),
    ...(output === undefined ? {} : { output }),
    why,
  };
  if (order === 'sequential') episode.heard = [...episode.heard, heard];
  if (answers === 'program') return;
  if (order === 'sequential') advance(episode, outcome);
  else if (action !== undefined) episode.chosen.push(chosen);
}

export function advance(episode: Position, outcome: Outcome<unknown>): void {
  episode.state = outcome.state;
  episode.outcome = outcome;
  if (outcome.done) episode.end = outcome.solved ? 'solved' : 'lost';
}

/** How a turn between two states ended, as each player sees it. */
export function lastOf(environment: Environment, before: unknown, after: unknown): Position['last'] {
  return new Map(
    playersOf(environment.card).map((player) => [player, lastTurnOf(worldOf(environment, player), before, after)]),
  );
}

/** The team term of what was done between two states, the last action of which came to `outcome`; 0 where nobody
 *  acted. */
export function teamTerm(
  { team }: Environment,
  before: unknown,
  after: unknown,
  outcome: Outcome<unknown> | undefined,
): number {
  if (outcome === undefined) return 0;
  return team ? team(before, after) : outcome.terms.team;
}
