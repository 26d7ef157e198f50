// The text the shipped model is pretrained on, generated from the worlds: facts about boards (where is what, what may be done, how
// much is still needed, what would a call lead to), programs and what they did, and turns of naive play. Every piece is a prompt
// with several continuations – the same packing as a training group – and only continuations are predicted.
// All problems are of the training split. The prompts come from agents/compact, so the untrained team is fluent in them.
import { type Rng, rngFrom, seedFrom } from '../../basics/rng';
import { boardOf, planPrompt, proposalOf, toolPrompt } from '../agents/compact';
import type { LastTurn, Proposal, View } from '../agents/role';
import { environmentById } from '../environments';
import type { Environment, EnvironmentSettings } from '../environments/environment';
import { worldSeed } from '../environments/splits';
import { naiveMoves, naiveProgram, placesOf, type Scene } from './naive';

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
  { share: 0.6, environment: 'sokoban', settings: { size: 6, boxes: 1 } },
  { share: 0.15, environment: 'sokoban', settings: { size: 8, boxes: 2 } },
  { share: 0.25, environment: 'plan-path', settings: { size: 10, blocked: 0.22 } },
];

const moveBudget = 12;

/** The pieces of scene number `index`: one board, told and played from four sides. The same for every machine and order. */
export function piecesOfScene(seed: number, index: number): Piece[] {
  const rng = rngFrom('corpus', seed, index);
  const view = randomView(rng, seedFrom('corpus room', seed, index));
  const scene: Scene = view;
  const program = naiveProgram(scene, rng);
  const proposal = proposalFor(scene, program);
  const tools = many(6, () => naiveProgram(scene, rng));
  const shown: View = { ...view, proposal };
  return [
    { prompt: boardOf(view), continuations: factsOf(scene, rng) },
    { prompt: toolPrompt(view), continuations: tools },
    { prompt: planPrompt(shown), continuations: many(5, () => naiveMoves(scene, proposal, moveBudget, rng)) },
    { prompt: `${toolPrompt(view)}${program}\nran:`, continuations: [proposalOf(view.environment, proposal).slice(`${program}\nran:`.length)] },
    ...(rng.number() < 0.3 ? [{ prompt: planPrompt(view), continuations: many(5, () => naiveMoves(scene, undefined, moveBudget, rng)) }] : []),
  ];
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
  const { environment, state } = scene;
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
  const firstRow = environment.card.id === 'sokoban' ? 1 : 0; // programs count Sokoban's cells from 1, Plan-Path's from 0
  const place = (name: string, symbols: string) =>
    placesOf(scene, symbols).map(({ row, column }) => `${name} ${row + firstRow} ${column + firstRow}`);
  const possible = environment.calls.possible(state);
  const consequences = many(6, () => (rng.number() < 0.75 && possible.length > 0 ? rng.pick(possible) : naiveProgram(scene, rng)));
  const best = environment.calls.best(state);
  return [
    ...place('player', '@+'),
    ...place('box', '$*'),
    ...place('goal', '.*+'),
    `can ${environment.legal(state).map((move) => environment.wording.write(move)).join(' ')}`,
    `need${needOf(environment, state)}`,
    ...[...new Set([...consequences, ...(best ? [best] : [])])].map((call) => `if ${call}${consequenceOf(scene, call)}`),
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
