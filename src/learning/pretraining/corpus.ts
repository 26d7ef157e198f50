// The text the shipped model is pretrained on, generated from the worlds: facts about boards (where is what, what may
// be done, how much is still needed, what would a call lead to), programs and what they did, and turns of naive play.
// Every piece is a prompt with several continuations – the same packing as a training group – and only continuations
// are predicted. All problems are of the training split; only the quiz asks about others. The prompts come from
// agents/compact, so the untrained team is fluent in them.
import { type Rng, rngFrom, seedFrom } from '../../basics/rng';
import { boardOf, planPrompt, toolPrompt } from '../agents/compact';
import { type LastTurn, lastTurnOf, type Proposal, type View } from '../agents/role';
import { environmentById } from '../environments';
import type { Environment, EnvironmentSettings } from '../environments/environment';
import { type Split, worldSeed } from '../environments/splits';
import { naiveMoves, naiveProgram, type PlayShares, type Scene } from './naive';
import type { Piece } from './piece';
import { playersTalk } from './players-talk';
import { type Problem, teamTalk } from './team-talk';

export interface Variant {
  readonly share: number;
  readonly environment: string;
  readonly settings: EnvironmentSettings;
  /** Whose roles the text is about; a tool role and a plan role on a board when absent. Of a world of several players:
   *  them, always. */
  readonly team?: string;
  /** The solver's share of the programs, where the usual one leaves nothing to be amplified. */
  readonly solver?: number;
  /** Of both roles' answers, in place of the usual shares. */
  readonly play?: PlayShares;
}

/** Which worlds the text is about. */
export const variants: readonly Variant[] = [
  { share: 0.64, environment: 'sokoban', settings: { size: 6, boxes: 1 } },
  { share: 0.12, environment: 'sokoban', settings: { size: 8, boxes: 2 } },
  { share: 0.24, environment: 'plan-path', settings: { size: 10, blocked: 0.22 } },
];

/** What a recipe may say about the text. */
export interface TextSettings {
  /** Worlds whose boards also say which calls come nearer to the goal and which lose; none when absent. */
  readonly lists?: readonly string[];
  /** Which worlds the text is about, in place of `variants`. */
  readonly variants?: readonly Variant[];
  /** Answers of each role, told one beside the other; 4 when absent. */
  readonly answers?: number;
  /** Share of a player's answers that are its habit, where it has one; none when absent. */
  readonly habits?: number;
  /** Drills in copying; 1 when absent. */
  readonly drills?: number;
  /** Where moves are words: drills begin with a few letters, not words, so that one move is long enough to be
   *  copied. */
  readonly drillsByLetter?: boolean;
  /** "few": of worlds without lists only what is needed and what four calls would lead to; everything when absent. */
  readonly facts?: 'few';
}

const moveBudget = 12;

/** The pieces of scene number `index`: one board, told and played from several sides. The same for every machine and
 *  order. */
export function piecesOfScene(seed: number, index: number, text: TextSettings = {}): Piece[] {
  const rng = rngFrom('corpus', seed, index);
  const variant = drawVariant(rng, text.variants);
  const roomSeed = seedFrom('corpus room', seed, index);
  const { answers = 4, drills = 1, drillsByLetter = false, habits = 0 } = text;
  const world = environmentById(variant.environment);
  const problem = { seed: worldSeed('train', roomSeed), settings: variant.settings, rng, answers, habits };
  if (world.players) return playersTalk(world, problem);
  if (variant.team !== undefined) return piecesOfTeam(variant.team, world, problem);
  const view = randomView(rng, roomSeed, 'train', variant);
  const { solver, play } = variant;
  const scene: Scene = { ...view, ...(solver === undefined ? {} : { solver }), ...(play ? { play } : {}) };
  const proposal = proposalFor(scene, rng.number() < 0.5 ? naiveProgram(scene, rng) : possibleProgram(scene, rng));
  const alone = rng.number() < 0.25;
  const listed = text.lists?.includes(scene.environment.card.id) ?? false;
  return [
    {
      prompt: boardOf(view),
      continuations:
        text.facts === 'few' && !listed ? fewFactsOf(scene, rng) : factsOf(scene, rng, listed ? listsOf(scene) : []),
    },
    { prompt: toolPrompt(view), continuations: many(answers, () => naiveProgram(scene, rng)) },
    alone
      ? { prompt: planPrompt(view), continuations: many(answers, () => naiveMoves(scene, undefined, moveBudget, rng)) }
      : {
          prompt: planPrompt({ ...view, proposal }),
          continuations: many(answers, () => naiveMoves(scene, proposal, moveBudget, rng)),
        },
    ...many(drills, () => drillOf(view, rng, drillsByLetter)).flat(),
  ];
}

/** A problem told to a team: what some calls would lead to, and what each role says when it is asked as in play. */
function piecesOfTeam(team: string, environment: Environment, problem: Problem): Piece[] {
  const { rng } = problem;
  const { start, spoken } = teamTalk(team, environment, problem);
  const calls = many(6, () => (rng.number() < 0.5 ? possibleProgram(start, rng) : naiveProgram(start, rng)));
  const best = start.environment.calls.best(start.state);
  const told = [...new Set([...calls, ...(best ? [best] : [])])];
  return [{ prompt: boardOf(start), continuations: outlooksOf(start, told) }, ...spoken];
}

/**
 * A plan role that has begun to copy a proposal goes on copying it: the first moves are part of the prompt, so that how
 * often it begins is not taught here. Half of the proposals are long random lists, so that copying cannot be replaced
 * by knowing what is sensible.
 */
function drillOf(view: View, rng: Rng, byLetter: boolean): Piece[] {
  const proposal = proposalFor(
    view,
    rng.number() < 0.5 ? `move ${wandering(view, 5 + rng.integer(8), rng)}` : possibleProgram(view, rng),
  );
  const begun = 1 + rng.integer(3);
  const [first, rest] = byLetter ? cutLetters(proposal.moves, begun) : cutAfter(proposal.moves, begun);
  return rest === '' ? [] : [{ prompt: `${planPrompt({ ...view, proposal })}${first}`, continuations: [rest] }];
}

/** A list of moves in two: after so many words where moves are words, after so many letters where they are letters. */
export function cutAfter(moves: string, count: number): readonly [first: string, rest: string] {
  const words = moves.split(' ');
  return words.length > 1 ? cutLetters(moves, words.slice(0, count).join(' ').length) : cutLetters(moves, count);
}

function cutLetters(moves: string, count: number): readonly [first: string, rest: string] {
  return [moves.slice(0, count), moves.slice(count)];
}

/** A walk of moves that change something. */
export function wandering({ environment, state }: Scene, length: number, rng: Rng): string {
  const { read, write } = environment.wording;
  const moves: string[] = [];
  for (let at = state; moves.length < length; ) {
    const legal = environment.legal(at);
    if (legal.length === 0) break;
    const move = rng.pick(legal);
    moves.push(write(move));
    at = environment.act(at, move, 1).state;
    if (environment.solved(at)) break;
  }
  const walk = read(moves.join(' '));
  return walk === undefined ? moves.join(' ') : write(walk);
}

export function possibleProgram(scene: Scene, rng: Rng): string {
  const possible = scene.environment.calls.possible(scene.state);
  return possible.length > 0 ? rng.pick(possible) : naiveProgram(scene, rng);
}

/** A board after a few turns of naive play; solved ones are left out. */
export function randomView(rng: Rng, roomSeed: number, split: Split, variant: Variant): View {
  const environment = environmentById(variant.environment);
  let state = environment.start(worldSeed(split, roomSeed), variant.settings);
  let last: LastTurn = 'start';
  const turn = 1 + rng.integer(4);
  for (let played = 1; played < turn; played++) {
    const moved = environment.act(state, explore({ environment, state }, rng), moveBudget);
    if (moved.done) break;
    last = lastTurnOf(environment, state, moved.state);
    state = moved.state;
  }
  return { environment, state, turn: last === 'start' ? 1 : turn, last, earlier: [] };
}

/** Half of the turns that lead to a board are calls that run, so that later positions are seen too. */
function explore(scene: Scene, rng: Rng): unknown {
  const { environment } = scene;
  if (rng.number() < 0.5) return environment.wording.read(naiveMoves(scene, undefined, moveBudget, rng));
  return proposalFor(scene, naiveProgram(scene, rng)).run.action;
}

export function proposalFor({ environment, state }: Scene, program: string): Proposal {
  const run = environment.calls.run(state, program, moveBudget);
  const after = run.readable ? environment.act(state, run.action, moveBudget).state : state;
  return { program, run, moves: environment.wording.write(run.action), after };
}

function drawVariant(rng: Rng, among = variants): Variant {
  let draw = rng.number();
  for (const variant of among) {
    draw -= variant.share;
    if (draw < 0) return variant;
  }
  return among[0] as Variant;
}

function factsOf(scene: Scene, rng: Rng, lists: readonly string[]): string[] {
  const { environment, state } = scene;
  const calls = many(7, () => (rng.number() < 0.7 ? possibleProgram(scene, rng) : naiveProgram(scene, rng)));
  const best = environment.calls.best(state);
  const legal = environment.legal(state).map((move) => environment.wording.write(move));
  return [
    ...(legal.length <= mostMoves ? [`can ${legal.join(' ')}`] : []),
    `need${needOf(environment, state)}`,
    ...lists,
    ...outlooksOf(scene, [...new Set([...calls, ...(best ? [best] : [])])]),
    ...[...new Set(calls.slice(0, 2))].map((call) => `ran ${call}:${proposalFor(scene, call).moves}`),
  ];
}

function fewFactsOf(scene: Scene, rng: Rng): string[] {
  const calls = [...new Set(many(4, () => possibleProgram(scene, rng)))];
  return [
    `need${needOf(scene.environment, scene.state)}`,
    ...outlooksOf(scene, calls),
    ...calls.slice(0, 1).map((call) => `ran ${call}:${proposalFor(scene, call).moves}`),
  ];
}

/** Moves that a board may offer to be told all of them. */
const mostMoves = 32;
const longestList = 8;

/** Which calls come nearer to the goal (`if need: push D 1 push D 2`), and which lose (`if dead: …`): to write such a
 *  list is to look ahead before a call is chosen, which the facts about given calls do not teach. */
function listsOf({ environment, state }: Scene): string[] {
  const remaining = environment.remaining(state);
  const calls = environment.calls.possible(state).map((call) => {
    const { action } = environment.calls.run(state, call, moveBudget);
    return { call, after: environment.remaining(environment.act(state, action, moveBudget).state) };
  });
  const list = (some: typeof calls) =>
    some
      .slice(0, longestList)
      .map(({ call }) => ` ${call}`)
      .join('');
  return [
    `if need:${list(calls.filter(({ after }) => after < remaining))}`,
    `if dead:${list(calls.filter(({ after }) => !Number.isFinite(after)))}`,
  ];
}

/** "if push D 2 need 1". */
function outlooksOf(scene: Scene, calls: readonly string[]): string[] {
  return calls.map((call) => `if ${call}${consequenceOf(scene, call)}`);
}

/** What a call would lead to: done, dead, fail, or how much would still be needed. */
export function consequenceOf({ environment, state }: Scene, call: string): string {
  const run = environment.calls.run(state, call, moveBudget);
  if (!run.readable || environment.wording.write(run.action) === '') return ' fail';
  const outcome = environment.act(state, run.action, moveBudget);
  return outcome.solved ? ' done' : ` need${needOf(environment, outcome.state)}`;
}

export function needOf(environment: Environment, state: unknown): string {
  const remaining = environment.remaining(state);
  return Number.isFinite(remaining) ? ` ${remaining}` : ' dead';
}

function many<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
