// Evaluation on problems that training never sees: chains, never branches, greedy unless told otherwise (V2); every rate with its
// interval and n (V3); the reference lines on the very same problems (V4).
import { rngFrom, seedFrom } from '../../basics/rng';
import { mean, wilson } from '../../basics/statistics';
import { teamById } from '../agents';
import { environmentById } from '../environments';
import type { Environment } from '../environments/environment';
import { type Split, worldSeed } from '../environments/splits';
import type { Tokenizer } from '../language/tokenizer';
import { type PlaySettings, playWorlds } from '../rollouts/play';
import type { Sampler } from '../rollouts/sampler';
import { type Evaluation, type Search, tokensIn, type WorldRecord } from '../rollouts/transcript';
import type { RunConfig } from './config';
import { basePolicy } from './learner';
import type { Player } from './step';

export interface EvaluationOptions {
  readonly config: RunConfig;
  readonly split: Exclude<Split, 'train'>;
  readonly n: number;
  readonly sampler: Sampler;
  readonly tokenizer: Tokenizer;
  /** σ in place of the config's: swapped policies, the base. */
  readonly policies?: Readonly<Record<string, string>>;
  readonly player?: Player;
  /** In place of the config's: its world on problems from elsewhere. */
  readonly environment?: Environment;
  /** Default 0: greedy. */
  readonly temperature?: number;
  readonly onProgress?: (done: number) => void;
  /** Milliseconds of a clock: the evaluation then says how long it took. */
  readonly now?: () => number;
}

/** Worlds played together: enough to fill a batch, few enough to show progress. */
const worldsAtOnce = 100;

export function evaluate(options: EvaluationOptions): Promise<{ evaluation: Evaluation; worlds: WorldRecord[] }> {
  return measured(options, chainSettings(options));
}

/** Best-of-K search: at every role's turn K answers are drawn, and the one with the best reward continues. It trains nothing and uses
 *  the reward at test time, which no deployed team has: a baseline, never a team's success (so it is no evaluation in the sense of V2). */
export async function search(options: EvaluationOptions, how: Search): Promise<Evaluation> {
  const chain = chainSettings({ ...options, temperature: options.temperature ?? options.config.settings.temperature });
  const pickRule = how.by === 'team' ? ('team' as const) : ('best' as const);
  const { evaluation } = await measured(options, { ...chain, branches: how.branches, pickRule });
  return { ...evaluation, search: how };
}

async function measured(
  options: EvaluationOptions,
  settings: PlaySettings,
): Promise<{ evaluation: Evaluation; worlds: WorldRecord[] }> {
  const { n, split, now, player = playWorlds } = options;
  const startedMs = now?.();
  const worlds: WorldRecord[] = [];
  for (let first = 0; first < n; first += worldsAtOnce) {
    const seeds = Array.from({ length: Math.min(worldsAtOnce, n - first) }, (_, index) => worldSeed(split, first + index));
    worlds.push(...(await player(settings, seeds, options.sampler)));
    options.onProgress?.(worlds.length);
  }
  const seconds = now && startedMs !== undefined ? { seconds: (now() - startedMs) / 1000 } : {};
  return { evaluation: { ...evaluationOf(worlds), tokens: tokensIn(worlds), ...seconds }, worlds };
}

/** One problem played by a team, for watching. */
export async function playOne(options: Omit<EvaluationOptions, 'split' | 'n'>, seed: number): Promise<WorldRecord> {
  const [world] = await (options.player ?? playWorlds)(chainSettings(options), [seed], options.sampler);
  return world as WorldRecord;
}

export function evaluationOf(worlds: readonly { readonly solved: boolean; readonly turns: number }[]): Evaluation {
  const solved = worlds.filter((world) => world.solved);
  return { ...wilson(solved.length, worlds.length), solved: solved.length, turnsMean: mean(solved.map((world) => world.turns)) };
}

/** Every role spoken by the bare base model: the untrained team. */
export function untrained(config: RunConfig): Record<string, string> {
  return Object.fromEntries(teamById(config.team).roles.map((role) => [role.id, basePolicy]));
}

/** The policies of a two-role team exchanged (Table 3 of the paper); of more roles, shifted by one. */
export function swapped(config: RunConfig): Record<string, string> {
  const roles = teamById(config.team).roles.map((role) => role.id);
  return Object.fromEntries(
    roles.map((role, index) => [role, config.policies[roles[(index + 1) % roles.length] as string] as string]),
  );
}

/** Random play and the world's own solver on the same problems, under the same budget of turns and moves. */
export function modelFreeReferences({
  config,
  split,
  n,
  environment = environmentById(config.environment),
}: Pick<EvaluationOptions, 'config' | 'split' | 'n' | 'environment'>): { random: Evaluation; solver: Evaluation } {
  const { turns, moveBudget } = config.settings;
  const played = (moves: (state: unknown, seed: number, turn: number) => unknown) =>
    Array.from({ length: n }, (_, index) => {
      const seed = worldSeed(split, index);
      let state = environment.start(seed, config.environmentSettings);
      for (let turn = 1; turn <= turns; turn++) {
        const outcome = environment.act(state, moves(state, seed, turn), moveBudget);
        if (outcome.solved) return { solved: true, turns: turn };
        if (outcome.done) return { solved: false, turns: turn };
        state = outcome.state;
      }
      return { solved: false, turns };
    });
  const random = played((state, seed, turn) => environment.random(state, moveBudget, rngFrom('random play', seed, turn).number));
  const solver = played((state) => environment.solve(state));
  return { random: evaluationOf(random), solver: evaluationOf(solver) };
}

function chainSettings({
  config,
  tokenizer,
  policies = config.policies,
  environment = environmentById(config.environment),
  temperature = 0,
}: Omit<EvaluationOptions, 'split' | 'n'>): PlaySettings {
  const { settings } = config;
  return {
    environment,
    environmentSettings: config.environmentSettings,
    team: teamById(config.team),
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
