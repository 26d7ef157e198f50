// How the untrained team plays: mostly a beginner's habit, often at random, now and then as the solver would. The
// shares decide how much there is to learn: too many solver games and nothing is left, none at all and nothing can be
// amplified.
import { present } from '../../basics/check';
import type { Rng } from '../../basics/rng';
import type { Proposal } from '../agents/role';
import type { Beginner, Environment } from '../environments/environment';

/** Shares of the players in the text; each row sums to 1. */
export const mixture = {
  tool: { solver: 0.06, possible: 0.27, wrong: 0.17, habit: 0.5 },
  plan: { solver: 0.02, copy: 0.28, random: 0.2, habit: 0.5 },
} as const;

/** Shares in place of the mixture's; the other players keep their proportions. */
export interface PlayShares {
  readonly solver: number;
  readonly habit: number;
}

export interface Scene {
  readonly environment: Environment;
  readonly state: unknown;
  /** Of the programs only. */
  readonly solver?: number;
  /** Of both roles. */
  readonly play?: PlayShares;
}

type Mixture = typeof mixture;

function sharesOf<Role extends keyof Mixture>(role: Role, given: Partial<PlayShares>): Readonly<Mixture[Role]> {
  const usual: Readonly<Record<string, number>> = mixture[role];
  const sum = (shares: readonly number[]) => shares.reduce((all, share) => all + share, 0);
  const others = Object.entries(usual).filter(([player]) => !(player in given));
  const left = (1 - sum(Object.values(given))) / sum(others.map(([, share]) => share));
  return { ...given, ...Object.fromEntries(others.map(([player, share]) => [player, share * left])) } as Mixture[Role];
}

function beginnerOf({ card, beginner }: Environment): Beginner<unknown> {
  return present(beginner, `"${card.id}" has no beginner to be pretrained on: give its folder one`);
}

/** One program as the untrained tool role writes it: all its calls by one player, each for the board that those before
 *  it lead to. */
export function naiveProgram(scene: Scene, rng: Rng): string {
  const { environment } = scene;
  const { callsAtOnce } = beginnerOf(environment);
  const draw = rng.number();
  const count = callsAtOnce === 1 ? 1 : 1 + rng.integer(callsAtOnce);
  const calls: string[] = [];
  for (let state = scene.state; calls.length < count; ) {
    const call = naiveCall({ ...scene, state }, draw, rng);
    calls.push(call);
    const run = environment.calls.run(state, call, longestCall);
    if (run.readable) state = environment.act(state, run.action, longestCall).state;
    if (environment.solved(state)) break;
  }
  return calls.join(';');
}

/** Moves that one call may make. */
const longestCall = 12;

function naiveCall({ environment, state, solver: own, play }: Scene, draw: number, rng: Rng): string {
  const { solver, possible, wrong } = sharesOf('tool', play ?? (own === undefined ? {} : { solver: own }));
  const { call, blindCall } = beginnerOf(environment);
  const { calls } = environment;
  if (draw < solver) return calls.best(state) ?? call(state, rng);
  if (draw < solver + possible) {
    const all = calls.possible(state);
    return all.length > 0 ? rng.pick(all) : call(state, rng);
  }
  return draw < solver + possible + wrong ? blindCall(state, rng) : call(state, rng);
}

/** One list of moves as the untrained plan role writes it; `proposal` is what it was shown. */
export function naiveMoves(scene: Scene, proposal: Proposal | undefined, moveBudget: number, rng: Rng): string {
  const { environment, state, play = {} } = scene;
  const { solver, copy, random } = sharesOf('plan', play);
  const draw = rng.number();
  if (draw < solver) {
    const moves = environment.wording.write(firstOf(environment.solve(state), moveBudget));
    if (moves !== '') return moves;
  }
  if (draw < solver + copy && proposal && proposal.moves !== '') return proposal.moves;
  if (draw < solver + copy + random)
    return environment.wording.write(environment.random(state, 1 + rng.integer(6), rng.number));
  return beginnerOf(environment).moves(state, rng);
}

/** An action cut to the budget where it is a list of moves. */
function firstOf(action: unknown, moves: number): unknown {
  return Array.isArray(action) ? action.slice(0, moves) : action;
}
