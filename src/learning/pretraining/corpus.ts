// The text the shipped model is pretrained on, generated from the worlds: facts about boards (where is what, what may be done, how
// much is still needed, what would a call lead to), programs and what they did, and turns of naive play. Every piece is a prompt
// with several continuations – the same packing as a training group – and only continuations are predicted.
// All problems are of the training split; only the quiz asks about others. The prompts come from agents/compact, so the untrained team is fluent in them.
import { type Rng, rngFrom, seedFrom } from '../../basics/rng';
import { boardOf, planPrompt, toolPrompt } from '../agents/compact';
import type { LastTurn, Proposal, View } from '../agents/role';
import { environmentById } from '../environments';
import type { Environment, EnvironmentSettings } from '../environments/environment';
import { type Split, worldSeed } from '../environments/splits';
import { naiveMoves, naiveProgram, type Scene } from './naive';

export interface Piece {
  readonly prompt: string;
  readonly continuations: readonly string[];
}

export interface Variant {
  readonly share: number;
  readonly environment: string;
  readonly settings: EnvironmentSettings;
}

/** Which worlds the text is about. */
export const variants: readonly Variant[] = [
  { share: 0.64, environment: 'sokoban', settings: { size: 6, boxes: 1 } },
  { share: 0.12, environment: 'sokoban', settings: { size: 8, boxes: 2 } },
  { share: 0.24, environment: 'plan-path', settings: { size: 10, blocked: 0.22 } },
];

const moveBudget = 12;

/** The pieces of scene number `index`: one board, told and played from several sides. The same for every machine and order.
 *  `lists`: Sokoban boards also say which calls come nearer to the goal and which lose. */
export function piecesOfScene(seed: number, index: number, { lists = false } = {}): Piece[] {
  const rng = rngFrom('corpus', seed, index);
  const view = randomView(rng, seedFrom('corpus room', seed, index));
  const scene: Scene = view;
  const proposal = proposalFor(scene, rng.number() < 0.5 ? naiveProgram(scene, rng) : possibleProgram(scene, rng));
  const alone = rng.number() < 0.25;
  return [
    { prompt: boardOf(view), continuations: factsOf(scene, rng, lists ? listsOf(scene) : []) },
    { prompt: toolPrompt(view), continuations: many(4, () => naiveProgram(scene, rng)) },
    alone
      ? { prompt: planPrompt(view), continuations: many(4, () => naiveMoves(scene, undefined, moveBudget, rng)) }
      : { prompt: planPrompt({ ...view, proposal }), continuations: many(4, () => naiveMoves(scene, proposal, moveBudget, rng)) },
    ...drillOf(view, rng),
  ];
}

/**
 * A plan role that has begun to copy a proposal goes on copying it: the first moves are part of the prompt, so that how often it begins
 * is not taught here. Half of the proposals are long random lists, so that copying cannot be replaced by knowing what is sensible.
 */
function drillOf(view: View, rng: Rng): Piece[] {
  const proposal = proposalFor(
    view,
    rng.number() < 0.5 ? `move ${wandering(view, 5 + rng.integer(8), rng)}` : possibleProgram(view, rng),
  );
  const begun = 1 + rng.integer(3);
  if (proposal.moves.length <= begun) return [];
  return [
    {
      prompt: `${planPrompt({ ...view, proposal })}${proposal.moves.slice(0, begun)}`,
      continuations: [proposal.moves.slice(begun)],
    },
  ];
}

/** A walk of free moves, pushes included. */
export function wandering({ environment, state }: Scene, length: number, rng: Rng): string {
  let moves = '';
  for (let at = state; moves.length < length; ) {
    const legal = environment.legal(at);
    if (legal.length === 0) break;
    const move = rng.pick(legal);
    moves += environment.wording.write(move);
    at = environment.act(at, move, 1).state;
    if (environment.solved(at)) break;
  }
  return moves;
}

export function possibleProgram(scene: Scene, rng: Rng): string {
  const possible = scene.environment.calls.possible(scene.state);
  return possible.length > 0 ? rng.pick(possible) : naiveProgram(scene, rng);
}

/** A board after a few turns of naive play; solved ones are left out. */
export function randomView(rng: Rng, roomSeed: number, split: Split = 'train', variant = drawVariant(rng)): View {
  const environment = environmentById(variant.environment);
  let state = environment.start(worldSeed(split, roomSeed), variant.settings);
  let last: LastTurn = 'start';
  const turn = 1 + rng.integer(4);
  for (let played = 1; played < turn; played++) {
    const moved = environment.act(state, explore({ environment, state }, rng), moveBudget);
    if (moved.done) break;
    last = environment.wording.describe(moved.state) === environment.wording.describe(state) ? 'still' : 'moved';
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

function drawVariant(rng: Rng): Variant {
  let draw = rng.number();
  for (const variant of variants) {
    draw -= variant.share;
    if (draw < 0) return variant;
  }
  return variants[0] as Variant;
}

function factsOf(scene: Scene, rng: Rng, lists: readonly string[]): string[] {
  const { environment, state } = scene;
  const calls = many(7, () => (rng.number() < 0.7 ? possibleProgram(scene, rng) : naiveProgram(scene, rng)));
  const best = environment.calls.best(state);
  return [
    `can ${environment
      .legal(state)
      .map((move) => environment.wording.write(move))
      .join(' ')}`,
    `need${needOf(environment, state)}`,
    ...lists,
    ...[...new Set([...calls, ...(best ? [best] : [])])].map((call) => `if ${call}${consequenceOf(scene, call)}`),
    ...[...new Set(calls.slice(0, 2))].map((call) => `ran ${call}:${proposalFor(scene, call).moves}`),
  ];
}

const longestList = 8;

/** Which calls come nearer to the goal (`if need: push D 1 push D 2`), and which lose (`if dead: …`): to write such a list is to look ahead
 *  before a call is chosen, which the facts about given calls do not teach. */
function listsOf({ environment, state }: Scene): string[] {
  if (environment.card.id !== 'sokoban') return [];
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
