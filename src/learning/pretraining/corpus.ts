// The text the shipped model is pretrained on, generated from the worlds: facts about boards (where is what, what may be done, how
// much is still needed, what would a call lead to), programs and what they did, and turns of naive play. Every piece is a prompt
// with several continuations – the same packing as a training group – and only continuations are predicted.
// All problems are of the training split. The prompts come from agents/compact, so the untrained team is fluent in them.
import { type Rng, rngFrom, seedFrom } from '../../basics/rng';
import { boardOf, planPrompt, toolPrompt } from '../agents/compact';
import type { LastTurn, Proposal, View } from '../agents/role';
import { environmentById } from '../environments';
import type { Environment, EnvironmentSettings } from '../environments/environment';
import { worldSeed } from '../environments/splits';
import { naiveMoves, naiveProgram, type Scene } from './naive';

export interface Piece {
  readonly prompt: string;
  readonly continuations: readonly string[];
}

interface Variant {
  readonly share: number;
  readonly environment: string;
  readonly settings: EnvironmentSettings;
}

/** Which worlds the text is about. */
export const variants: readonly Variant[] = [
  { share: 0.78, environment: 'sokoban', settings: { size: 6, boxes: 1 } },
  { share: 0.1, environment: 'sokoban', settings: { size: 8, boxes: 2 } },
  { share: 0.12, environment: 'plan-path', settings: { size: 10, blocked: 0.22 } },
];

const moveBudget = 12;

/** "everything" is the text described above; "drills" adds, to every Sokoban scene, proposals to be carried on letter by letter. */
export type Text = 'everything' | 'drills';

/** The pieces of scene number `index`: one board, told and played from several sides. The same for every machine and order. */
export function piecesOfScene(seed: number, index: number, text: Text = 'everything'): Piece[] {
  const rng = rngFrom('corpus', seed, index);
  const view = randomView(rng, seedFrom('corpus room', seed, index));
  const scene: Scene = view;
  const proposal = proposalFor(scene, rng.number() < 0.5 ? naiveProgram(scene, rng) : possibleProgram(scene, rng));
  const alone = rng.number() < 0.25;
  return [
    { prompt: boardOf(view), continuations: factsOf(scene, rng) },
    { prompt: toolPrompt(view), continuations: many(4, () => naiveProgram(scene, rng)) },
    alone
      ? { prompt: planPrompt(view), continuations: many(4, () => naiveMoves(scene, undefined, moveBudget, rng)) }
      : { prompt: planPrompt({ ...view, proposal }), continuations: many(4, () => naiveMoves(scene, proposal, moveBudget, rng)) },
    ...(text === 'drills' && view.environment.card.id === 'sokoban' ? drillOf(view, rng) : []),
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
function wandering({ environment, state }: Scene, length: number, rng: Rng): string {
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

function possibleProgram(scene: Scene, rng: Rng): string {
  const possible = scene.environment.calls.possible(scene.state);
  return possible.length > 0 ? rng.pick(possible) : naiveProgram(scene, rng);
}

/** A board after a few turns of naive play; solved ones are left out. */
function randomView(rng: Rng, roomSeed: number): View {
  const variant = drawVariant(rng);
  const environment = environmentById(variant.environment);
  let state = environment.start(worldSeed('train', roomSeed), variant.settings);
  let last: LastTurn = 'start';
  const turn = 1 + rng.integer(4);
  for (let played = 1; played < turn; played++) {
    const moved = environment.act(state, explore({ environment, state }, rng), moveBudget);
    if (moved.done) break;
    last = environment.wording.describe(moved.state) === environment.wording.describe(state) ? 'still' : 'moved';
    state = moved.state;
  }
  return { environment, state, turn: last === 'start' ? 1 : turn, last };
}

/** Half of the turns that lead to a board are calls that run, so that later positions are seen too. */
function explore(scene: Scene, rng: Rng): unknown {
  const { environment } = scene;
  if (rng.number() < 0.5) return environment.wording.read(naiveMoves(scene, undefined, moveBudget, rng));
  return proposalFor(scene, naiveProgram(scene, rng)).run.action;
}

function proposalFor({ environment, state }: Scene, program: string): Proposal {
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

function factsOf(scene: Scene, rng: Rng): string[] {
  const { environment, state } = scene;
  const calls = many(7, () => (rng.number() < 0.7 ? possibleProgram(scene, rng) : naiveProgram(scene, rng)));
  const best = environment.calls.best(state);
  return [
    `can ${environment
      .legal(state)
      .map((move) => environment.wording.write(move))
      .join(' ')}`,
    `need${needOf(environment, state)}`,
    ...[...new Set([...calls, ...(best ? [best] : [])])].map((call) => `if ${call}${consequenceOf(scene, call)}`),
    ...[...new Set(calls.slice(0, 2))].map((call) => `ran ${call}:${proposalFor(scene, call).moves}`),
  ];
}

/** What a call would lead to: done, dead, fail, or how much would still be needed. */
function consequenceOf({ environment, state }: Scene, call: string): string {
  const run = environment.calls.run(state, call, moveBudget);
  if (!run.readable || environment.wording.write(run.action) === '') return ' fail';
  const outcome = environment.act(state, run.action, moveBudget);
  return outcome.solved ? ' done' : ` need${needOf(environment, outcome.state)}`;
}

function needOf(environment: Environment, state: unknown): string {
  const remaining = environment.remaining(state);
  return Number.isFinite(remaining) ? ` ${remaining}` : ' dead';
}

function many<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
