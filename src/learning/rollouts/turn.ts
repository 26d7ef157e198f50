// One role's part in a turn: what it sees, what it is asked, and what its chosen answer does to the episode. It does
// not know who is asked when, how answers are scored, or how many branches there are.
import { present } from '../../basics/check';
import type { PromptGroup } from '../../contract/learner';
import { begin, type GraphNode, mostOf, type NodeId, onward, type Said, type Walk } from '../agents/graph';
import type { Trial } from '../agents/reading';
import { type LastTurn, lastTurnOf, type Role, type View } from '../agents/role';
import { graphOf, type Team } from '../agents/team';
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
  /** Where the walk over the team's graph stands in this turn. */
  walk: Walk;
  /** What was said in this round of it. */
  said: ReadonlyMap<NodeId, Said>;
  /** What nodes put forward this turn, the latest of each. */
  drafts: ReadonlyMap<NodeId, Trial>;
  /** The draft that is done at the end of the turn, if none comes after it. */
  draft: Trial | undefined;
  /** What roles chose this turn, to be carried out at its end. */
  chosen: Trial[];
  /** Of the last action of this turn. */
  outcome: Outcome<unknown> | undefined;
  end: WorldRecord['end'] | undefined;
}

/** A turn in which nobody has spoken yet. */
export function turnBegun(team: Team): Pick<Position, 'walk' | 'said' | 'drafts' | 'draft' | 'chosen'> {
  return { walk: begin(graphOf(team)), said: new Map(), drafts: new Map(), draft: undefined, chosen: [] };
}

/** Where in the graph a question is asked. */
export interface Place {
  readonly node: NodeId;
  /** How often the node has spoken in this turn, this time included. */
  readonly visit: number;
}

/** What names the chance of a place beside world, turn and role: nothing where a role speaks once, at a node of its own
 *  name. */
export function chanceAt({ node, visit }: Place, { id }: Pick<Role, 'id'>): readonly (string | number)[] {
  return node === id && visit === 1 ? [] : [node, visit];
}

export interface Asked<At extends Position> extends Place {
  readonly episode: At;
  readonly role: Role;
  readonly view: View;
}

/** Who speaks in this round of those episodes and does not pass its turn (G6), and what it sees: one node after the
 *  other, in the order of the graph. */
export function askedNow<At extends Position>(
  settings: PlaySettings,
  episodes: readonly At[],
  turn: number,
): Asked<At>[] {
  return graphOf(settings.team).nodes.flatMap((node) =>
    askedAt(
      settings,
      node,
      episodes.filter(({ walk }) => walk.active.includes(node.id)),
      turn,
    ),
  );
}

/** The same at one node. */
export function askedAt<At extends Position>(
  settings: PlaySettings,
  { id: node, role: id }: GraphNode,
  episodes: readonly At[],
  turn: number,
): Asked<At>[] {
  const role = settings.team.roles.find((one) => one.id === id);
  if (role === undefined) return [];
  return episodes
    .map((episode): Asked<At> => {
      const visit = episode.walk.visits[node] ?? 1;
      const place = { node, visit };
      return { episode, role, view: viewOf(settings, role, episode, { ...place, turn }), ...place };
    })
    .filter(({ view }) => !role.passes?.(view));
}

function viewOf(
  { environment }: PlaySettings,
  { player }: Role,
  { state, last, walk }: Position,
  { node, visit, turn }: Place & { readonly turn: number },
): View {
  const heard = walk.heard[node] ?? [];
  const proposal = heard.findLast((one) => one.proposal !== undefined)?.proposal;
  const seen = last.get(player) ?? 'start';
  return {
    environment: worldOf(environment, player),
    turn,
    ...(visit === 1 ? {} : { visit }),
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

/** What a chosen answer does: a proposal and a word change nothing, an action the world – at once, at the end of the
 *  turn, or there only if it is the last put forward, as its node says. */
export function take(
  episode: Position,
  team: Team,
  { role, node }: Pick<Asked<Position>, 'role' | 'node'>,
  { chosen, text }: { readonly chosen: Trial; readonly text: string },
): void {
  const { moves, proposal, programOutput: output, why, outcome, action } = chosen;
  const acts = graphOf(team).nodes.find(({ id }) => id === node)?.acts ?? 'at-once';
  const isAction = role.answers === 'action';
  const said: Said = {
    node,
    role: role.id,
    text,
    moves,
    ...(proposal ? { proposal } : {}),
    ...(isAction && acts === 'draft' ? { draft: true, after: outcome.state } : {}),
    ...(output === undefined ? {} : { output }),
    why,
  };
  episode.said = new Map(episode.said).set(node, said);
  if (!isAction) return;
  episode.drafts = new Map(episode.drafts).set(node, chosen);
  if (acts === 'at-once') advance(episode, outcome);
  else if (action === undefined) return;
  else if (acts === 'turn-end') episode.chosen.push(chosen);
  else if (moves !== '') episode.draft = chosen;
}

/** The round is over: nodes that count have counted, and the walk goes on to whoever speaks next. */
export function roundOver(episode: Position, team: Team, turn: number): void {
  const graph = graphOf(team);
  for (const { id, role } of graph.nodes) {
    if (role !== undefined || !episode.walk.active.includes(id)) continue;
    const most = mostOf(episode.walk.heard[id] ?? []);
    const trial = most && episode.drafts.get(most.node);
    if (!most || !trial) continue;
    episode.said = new Map(episode.said).set(id, { ...most, node: id });
    episode.drafts = new Map(episode.drafts).set(id, trial);
    episode.draft = trial;
  }
  episode.walk = onward(graph, episode.walk, episode.said, turn);
  episode.said = new Map();
}

/** The actions that wait for the end of the turn, in order. */
export function waiting({ chosen, draft }: Pick<Position, 'chosen' | 'draft'>): readonly Trial[] {
  return draft ? [...chosen, draft] : chosen;
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
