// Evaluation on problems that training never sees: chains, never branches, greedy unless told otherwise (V2); every rate with its
// interval and n (V3); the reference lines on the very same problems (V4).
import { rngFrom, seedFrom } from '../../basics/rng';
import { mean, wilson } from '../../basics/statistics';
import type { ProgramRunner } from '../agents/program-runner';
import { builtIn, type Catalogue } from '../catalogue';
import type { Environment } from '../environments/environment';
import { type Split, worldSeed } from '../environments/splits';
import type { Tokenizer } from '../language/tokenizer';
import type { PlaySettings } from '../rollouts/play-settings';
import { actAll } from '../rollouts/programs';
import type { Sampler } from '../rollouts/sampler';
import { type Player, playTogether } from '../rollouts/together';
import type { Evaluation, WorldRecord } from '../rollouts/transcript';
import type { RunConfig } from './config';
import { basePolicy } from './learner';

export interface EvaluationOptions {
  readonly config: RunConfig;
  readonly split: Exclude<Split, 'train'>;
  readonly n: number;
  readonly sampler: Sampler;
  readonly tokenizer: Tokenizer;
  /** σ in place of the config's: swapped policies, the base. */
  readonly policies?: Readonly<Record<string, string>>;
  readonly player?: Player;
  /** As in a step (StepOptions). */
  readonly runner?: ProgramRunner;
  readonly catalogue?: Catalogue;
  /** In place of the config's: its world on problems from elsewhere. */
  readonly environment?: Environment;
  /** Default 0: greedy. */
  readonly temperature?: number;
  readonly onProgress?: (done: number) => void;
}

/** Worlds played together: enough to fill a batch, few enough to show progress. */
const worldsAtOnce = 100;

export async function evaluate(options: EvaluationOptions): Promise<{ evaluation: Evaluation; worlds: WorldRecord[] }> {
  const { n, split, player = playTogether } = options;
  const worlds: WorldRecord[] = [];
  for (let first = 0; first < n; first += worldsAtOnce) {
    const seeds = Array.from({ length: Math.min(worldsAtOnce, n - first) }, (_, index) => worldSeed(split, first + index));
    worlds.push(...(await player([{ settings: chainSettings(options), seeds }], options.sampler, runnerOf(options))));
    options.onProgress?.(worlds.length);
  }
  return { evaluation: evaluationOf(worlds), worlds };
}

/** One problem played by a team, for watching. */
export async function playOne(options: Omit<EvaluationOptions, 'split' | 'n'>, seed: number): Promise<WorldRecord> {
  const play = { settings: chainSettings(options), seeds: [seed] };
  const [world] = await (options.player ?? playTogether)([play], options.sampler, runnerOf(options));
  return world as WorldRecord;
}

function runnerOf({ runner }: Pick<EvaluationOptions, 'runner'>): { runner?: ProgramRunner } {
  return runner ? { runner } : {};
}

export function evaluationOf(worlds: readonly { readonly solved: boolean; readonly turns: number }[]): Evaluation {
  const solved = worlds.filter((world) => world.solved);
  return { ...wilson(solved.length, worlds.length), solved: solved.length, turnsMean: mean(solved.map((world) => world.turns)) };
}

/** Every role spoken by the bare base model: the untrained team. */
export function untrained(config: RunConfig): Record<string, string> {
  return Object.fromEntries(Object.keys(config.policies).map((role) => [role, basePolicy]));
}

/** The policies of a two-role team exchanged (Table 3 of the paper); of more roles, shifted by one. */
export function swapped(config: RunConfig): Record<string, string> {
  const roles = Object.keys(config.policies);
  return Object.fromEntries(
    roles.map((role, index) => [role, config.policies[roles[(index + 1) % roles.length] as string] as string]),
  );
}

/** Random play and the world's own solver on the same problems, under the same budget of turns and moves. */
export async function modelFreeReferences({
  config,
  split,
  n,
  runner,
  catalogue = builtIn,
  environment = catalogue.environmentById(config.environment),
}: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>): Promise<{ random: Evaluation; solver: Evaluation }> {
  const { turns, moveBudget } = config.settings;
  const played = async (moves: (state: unknown, seed: number, turn: number) => unknown) => {
    const games = Array.from({ length: n }, (_, index) => {
      const seed = worldSeed(split, index);
      return { seed, state: environment.start(seed, config.environmentSettings), solved: false, done: false, turns };
    });
    for (let turn = 1; turn <= turns; turn++) {
      const playing = games.filter(({ done }) => !done);
      const acts = playing.map(({ state, seed }) => ({ state, action: moves(state, seed, turn) }));
      const outcomes = await actAll(environment, acts, moveBudget, runner);
      for (const [index, game] of playing.entries()) {
        const { state, solved, done } = outcomes[index] as (typeof outcomes)[number];
        Object.assign(game, { state, solved, done, turns: done ? turn : turns });
      }
    }
    return evaluationOf(games);
  };
  const random = await played((state, seed, turn) =>
    environment.random(state, moveBudget, rngFrom('random play', seed, turn).number),
  );
  const solver = await played((state) => environment.solve(state) ?? environment.wording.read(''));
  return { random, solver };
}

function chainSettings({
  config,
  tokenizer,
  policies = config.policies,
  catalogue = builtIn,
  environment = catalogue.environmentById(config.environment),
  temperature = 0,
}: Omit<EvaluationOptions, 'split' | 'n'>): PlaySettings {
  const { settings } = config;
  return {
    environment,
    environmentSettings: config.environmentSettings,
    team: catalogue.teamById(config.team),
    policies,
    tokenizer,
    wording: config.wording,
    weights: settings,
    branches: 1,
    turns: settings.turns,
    moveBudget: settings.moveBudget,
    temperature,
    pickRule: 'first',
    stream: seedFrom(settings.seed, 'evaluation'),
  };
}
