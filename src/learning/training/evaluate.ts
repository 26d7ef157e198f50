// Evaluation on problems that training never sees: chains, never branches, greedy unless told otherwise (V2); every
// rate with its interval and n (V3); the reference lines on the very same problems (V4).
import { present } from '../../basics/check';
import { packFlags } from '../../basics/flags';
import { rngFrom, seedFrom } from '../../basics/rng';
import { mean, wilson } from '../../basics/statistics';
import { basePolicy, type Learner } from '../../contract/learner';
import { teamAlone } from '../agents/alone';
import type { ProgramRunner } from '../agents/program-runner';
import { teamSpeaking } from '../agents/team';
import { builtIn, type Catalogue } from '../catalogue';
import type { RunConfig, WorldShare } from '../config/run-config';
import { samplingOn } from '../config/sampling';
import { firstWorld, problemsOf } from '../config/worlds';
import { describedProblems } from '../environments/different-problems';
import type { Environment, PlayerId } from '../environments/environment';
import { ceilingsOf, playersOf, worldOf } from '../environments/players';
import type { Split } from '../environments/splits';
import { hasVerdicts } from '../environments/verdicts';
import type { Tokenizer } from '../language/tokenizer';
import { passThroughOf } from '../rollouts/pass-through';
import type { PlaySettings } from '../rollouts/play-settings';
import { actAll } from '../rollouts/programs';
import { remembering } from '../rollouts/remembering';
import type { Sampler } from '../rollouts/sampler';
import { type Player, playTogether } from '../rollouts/together';
import { type Evaluation, type RoleId, type Search, tokensIn, type WorldRecord } from '../rollouts/transcript';
import { type ReplayFrom, replay } from '../rollouts/what-if';
import { bestScript, exactFigure, playsBySide, sidesOf } from './game-evaluation';

export interface EvaluationOptions {
  readonly config: RunConfig;
  readonly split: Exclude<Split, 'train'>;
  /** Problems; of a world on a set no more than the split has. */
  readonly n: number;
  readonly sampler: Sampler;
  /** What can tell probabilities: worlds with an exact figure of the policies then have it computed (Z5). */
  readonly learner?: Pick<Learner, 'logprobs'>;
  readonly tokenizer: Tokenizer;
  /** σ in place of the config's: swapped policies, the base. */
  readonly policies?: Readonly<Record<string, string>>;
  /** This role plays by itself (agents/alone.ts). */
  readonly alone?: RoleId;
  readonly player?: Player;
  /** As in a step (StepOptions). */
  readonly runner?: ProgramRunner;
  readonly catalogue?: Catalogue;
  /** In place of the config's: its world on problems from elsewhere. */
  readonly environment?: Environment;
  /** Default 0: greedy, but 1 in games with something hidden. What the run says of single roles comes first. */
  readonly temperature?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Milliseconds of a clock: the evaluation then says how long it took. */
  readonly now?: () => number;
}

/** Worlds played together: enough to fill a batch, few enough to show progress. */
export const worldsAtOnce = 100;

/** Plays the split's problems once each, as chains. The worlds are in the order of the problems. */
export function evaluate(options: EvaluationOptions): Promise<{ evaluation: Evaluation; worlds: WorldRecord[] }> {
  return measured(options, chainSettings(options));
}

/** Best-of-K search: at every role's turn K answers are drawn, and the one with the best reward continues. It trains
 *  nothing and uses the reward at test time, which no deployed team has: a baseline, never a team's success (so it is
 *  no evaluation in the sense of V2). */
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
  const { now, player = playTogether } = options;
  const startedMs = now?.();
  const problems = evaluationProblems(options);
  const n = countOf(problems);
  const sampler = remembering(options.sampler);
  const worlds: WorldRecord[] = [];
  for (let first = 0; first < n; first += worldsAtOnce) {
    const plays = problems
      .flatMap(({ environment, environmentSettings, moveBudget, seeds, before }) => {
        const from = Math.max(0, first - before);
        const play = {
          settings: { ...settings, environment, environmentSettings, moveBudget },
          seeds: seeds.slice(from, Math.max(0, first + worldsAtOnce - before)),
        };
        const of = sidesOf(environment, seeds.length);
        return of ? playsBySide(play.settings, play.seeds, of, from) : [play];
      })
      .filter(({ seeds }) => seeds.length > 0);
    worlds.push(...(await player(plays, sampler, runnerOf(options))));
    options.onProgress?.(worlds.length, n);
  }
  const seconds = now && startedMs !== undefined ? { seconds: (now() - startedMs) / 1000 } : {};
  const { learner, tokenizer } = options;
  const { environment, team, policies } = settings;
  const exact = learner && (await exactFigure({ environment, team, policies, tokenizer, learner }));
  const evaluation = { ...evaluationOfEach(problems, worlds), ...(exact ? { exact } : {}), tokens: tokensIn(worlds) };
  return { evaluation: { ...evaluation, ...seconds }, worlds };
}

interface EvaluationProblems extends Pick<PlaySettings, 'environment' | 'environmentSettings' | 'moveBudget'> {
  readonly name: string;
  readonly seeds: readonly number[];
  /** Names them by what they ask. */
  readonly hash: number;
  /** All problems that the split has are among the seeds. */
  readonly all: boolean;
  /** Problems of the worlds before it. */
  readonly before: number;
}

/** One of an evaluation's problems. */
export interface AskedProblem {
  readonly environment: string;
  readonly seed: number;
}

/** Which problems are played, in their order, and their hash as evaluations carry it. */
export function problemsAsked(options: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>): {
  readonly hash: string;
  readonly asked: readonly AskedProblem[];
} {
  const problems = evaluationProblems(options);
  const asked = problems.flatMap(({ environment: { card }, seeds }) =>
    seeds.map((seed) => ({ environment: card.id, seed })),
  );
  return { hash: hashOf(problems), asked };
}

/** How many problems are played, each once. */
export function evaluationSize(options: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>): number {
  return countOf(evaluationProblems(options));
}

function countOf(problems: readonly EvaluationProblems[]): number {
  return problems.reduce((sum, { seeds }) => sum + seeds.length, 0);
}

/** The split's first different problems of each of the run's worlds, in its share, or all of them of one world from
 *  elsewhere. A world may have fewer than were asked for: none is played twice, or the interval would be too narrow
 *  (V3). */
function evaluationProblems({
  config,
  split,
  n,
  catalogue = builtIn,
  environment,
}: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>): EvaluationProblems[] {
  const problems = problemsOf(environment ? { ...config, worlds: [onlyFirst(config)] } : config, n);
  let before = 0;
  return problems.map(({ name, count, environment: id, environmentSettings, moveBudget }) => {
    const world = environment ?? catalogue.environmentById(id);
    const described = describedProblems(world, { settings: environmentSettings, split, n: count });
    const seeds = described.map(({ seed }) => seed);
    const hash = seedFrom(...described.map(({ problem }) => problem));
    before += seeds.length;
    const all = seeds.length < count || world.problems?.(split, environmentSettings) === seeds.length;
    return {
      name,
      environment: world,
      environmentSettings,
      moveBudget,
      seeds,
      hash,
      all,
      before: before - seeds.length,
    };
  });
}

function onlyFirst(config: RunConfig): WorldShare {
  const { environment, environmentSettings } = firstWorld(config);
  return { environment, environmentSettings, share: 1 };
}

/** Such a game, and what is put in the place of one of its answers. */
export interface PlayedOn {
  readonly record: WorldRecord;
  readonly from: ReplayFrom;
}

/** One problem played by a team, for watching; with `instead` its game played on from another answer. */
export async function playOne(
  options: Omit<EvaluationOptions, 'split' | 'n'>,
  seed: number,
  instead?: PlayedOn,
): Promise<WorldRecord> {
  const settings = chainSettings(options);
  if (instead) return replay(settings, instead.record, instead.from, options.sampler, runnerOf(options));
  const play = { settings, seeds: [seed] };
  const [world] = await (options.player ?? playTogether)([play], options.sampler, runnerOf(options));
  return world as WorldRecord;
}

function runnerOf({ runner }: Pick<EvaluationOptions, 'runner'>): { runner?: ProgramRunner } {
  return runner ? { runner } : {};
}

type Played = Pick<WorldRecord, 'solved' | 'turns'> & Partial<Pick<WorldRecord, 'groups'>>;

/** Rate with interval, solved, mean turns of the solved (0 when none was). */
export function evaluationOf(worlds: readonly Played[]): Evaluation {
  const solved = worlds.filter((world) => world.solved);
  const passThrough = passThroughOf(worlds);
  return {
    ...wilson(solved.length, worlds.length),
    solved: solved.length,
    turnsMean: mean(solved.map((world) => world.turns)),
    ...(passThrough ? { passThrough } : {}),
  };
}

/** The same of the problems of several worlds, all together – with what became of each problem – and each world by
 *  its name. */
function evaluationOfEach(problems: readonly EvaluationProblems[], worlds: readonly Played[]): Evaluation {
  const told = (some: readonly EvaluationProblems[]) => ({
    ...(some.every(({ all }) => all) ? { all: true as const } : {}),
    ...(some.some(({ environmentSettings }) => hasVerdicts(environmentSettings)) ? { verdicts: true as const } : {}),
    ...sameProblemsOf(some),
  });
  const solvedEach = {
    problems: hashOf(problems),
    solved: packFlags(worlds.map(({ solved }) => solved)),
  };
  const all = { ...evaluationOf(worlds), solvedEach, ...told(problems) };
  if (problems.length === 1) return all;
  const each = problems.map((one) => {
    const { name, before, seeds } = one;
    return [name, { ...evaluationOf(worlds.slice(before, before + seeds.length)), ...told([one]) }] as const;
  });
  return { ...all, worlds: Object.fromEntries(each) };
}

/** Eight hexadecimal digits: which problems these are, in their order. */
function hashOf(problems: readonly EvaluationProblems[]): string {
  return seedFrom(...problems.map(({ hash }) => hash))
    .toString(16)
    .padStart(8, '0');
}

function sameProblemsOf(problems: readonly EvaluationProblems[]): Pick<Evaluation, 'sameProblems'> {
  const why = problems.map(({ environment }) => environment.card.sameProblems).find((each) => each !== undefined);
  return why === undefined ? {} : { sameProblems: why };
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

/** Random play and the worlds' own solvers on the same problems; where there are several players, the most that one of
 *  them reaches alone. */
export async function modelFreeReferences(
  options: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>,
): Promise<{ random: Evaluation; solver: Evaluation; ceiling?: number }> {
  const chances = singlePlayerChances(evaluationProblems(options), options);
  const random = await playModelFree(options, 'random');
  const solver = await playModelFree(options, 'solver');
  return { random, solver, ...(chances ? { ceiling: mean(chances) } : {}) };
}

/** Of each of the evaluation's problems, the chance of the player who would do best by itself, the others doing
 *  nothing: no policy of a single player exceeds their mean (V10). Undefined where a world has one player. */
function singlePlayerChances(
  problems: readonly EvaluationProblems[],
  { config }: Pick<EvaluationOptions, 'config'>,
): readonly number[] | undefined {
  const { turns } = config.settings;
  const ceilings = problems.flatMap(({ environment, environmentSettings, moveBudget, seeds }) =>
    seeds.map((seed) => ceilingsOf(environment, environment.start(seed, environmentSettings), { turns, moveBudget })),
  );
  const players = ceilings.every((each) => each !== undefined) ? Object.keys(ceilings[0] ?? {}) : [];
  const ofPlayers = players.map((player) => ceilings.map((each) => each?.[player] ?? 0));
  return ofPlayers.toSorted((a, b) => mean(b) - mean(a))[0];
}

/** The same as a row beside evaluations: exact, so its interval is a point. Throws where a world has one player. */
export function evaluatedCeiling(options: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>): Evaluation {
  const problems = evaluationProblems(options);
  const chances = present(singlePlayerChances(problems, options), 'a ceiling is of worlds with several players');
  const rate = mean(chances);
  return {
    ...{ rate, low: rate, high: rate, n: chances.length, solved: rate * chances.length, turnsMean: 0 },
    chanceEach: { problems: hashOf(problems), chances },
    ...(problems.every((one) => one.all) ? { all: true as const } : {}),
    ...sameProblemsOf(problems),
  };
}

/** The problems of an evaluation played without a model, under the same budget of turns and moves. */
export async function playModelFree(
  options: Omit<EvaluationOptions, 'sampler' | 'tokenizer'>,
  who: 'random' | 'solver',
): Promise<Evaluation> {
  const problems = evaluationProblems(options);
  const games: Game[] = [];
  for (const each of problems) games.push(...(await playedBy(modelFree[who], each, options)));
  return evaluationOfEach(problems, games);
}

type Moves = (problems: EvaluationProblems, state: unknown, seed: number, turn: number, player?: PlayerId) => unknown;

const modelFree: Readonly<Record<'random' | 'solver' | 'opponent', Moves>> = {
  random: ({ environment, moveBudget }, state, seed, turn) =>
    environment.random(state, moveBudget, rngFrom('random play', seed, turn).number),
  solver: ({ environment }, state) => environment.solve(state) ?? environment.wording.read(''),
  /** The script that evaluations play against. */
  opponent: ({ environment }, state, seed, turn, player = '') => {
    const script = bestScript(environment) ?? '';
    const mayMove = environment.legal(state).length > 0;
    const { number } = rngFrom('opponent', seed, turn);
    return mayMove ? environment.players?.[player]?.script?.(script, state, number) : environment.wording.read('');
  },
};

interface Game {
  readonly seed: number;
  /** Whose game it is, where players have stakes of their own. */
  readonly subject: PlayerId | undefined;
  state: unknown;
  solved: boolean;
  done: boolean;
  turns: number;
}

async function playedBy(
  who: Moves,
  problems: EvaluationProblems,
  { config, runner }: Pick<EvaluationOptions, 'config' | 'runner'>,
): Promise<Game[]> {
  const { environment, environmentSettings, moveBudget } = problems;
  const { turns } = config.settings;
  const of = sidesOf(environment, problems.seeds.length);
  const games = problems.seeds.map((seed, index): Game => {
    const subject = of?.find(({ first, count }) => index >= first && index < first + count)?.subject;
    return { seed, subject, state: environment.start(seed, environmentSettings), solved: false, done: false, turns };
  });
  for (let turn = 1; turn <= turns; turn++) {
    const playing = games.filter(({ done }) => !done);
    for (const player of playersOf(environment.card)) {
      const acting = playing.filter(({ done }) => !done);
      const met = { ...problems, environment: worldOf(environment, player) };
      const acts = acting.map(({ state, seed, subject }) => {
        const mover = subject === undefined || subject === player ? who : modelFree.opponent;
        return { state, action: mover(met, state, seed, turn, player) };
      });
      const outcomes = await actAll(environment, acts, moveBudget, runner);
      for (const [index, game] of acting.entries()) {
        const { state, done, ...outcome } = outcomes[index] as (typeof outcomes)[number];
        const solved = game.subject === undefined ? outcome.solved : worldOf(environment, game.subject).solved(state);
        Object.assign(game, { state, solved, done, turns: done ? turn : turns });
      }
    }
  }
  return games;
}

/** Greedy; where something is hidden in a game, play has to be mixed, and is evaluated as it is. */
function usualTemperature({ card }: Environment): number {
  return card.stakes !== undefined && card.openInformation === undefined ? 1 : 0;
}

function chainSettings({
  config,
  tokenizer,
  policies = config.policies,
  catalogue = builtIn,
  environment = catalogue.environmentById(firstWorld(config).environment),
  temperature = usualTemperature(environment),
  alone,
}: Omit<EvaluationOptions, 'split' | 'n'>): PlaySettings {
  const { settings } = config;
  const team = teamSpeaking(catalogue.teamById(config.team), config.toolLanguage);
  return {
    environment,
    environmentSettings: firstWorld(config).environmentSettings,
    team: alone === undefined ? team : teamAlone(team, alone),
    policies,
    tokenizer,
    wording: config.wording,
    weights: settings,
    branches: 1,
    turns: settings.turns,
    moveBudget: settings.moveBudget,
    temperature,
    ...(config.sampling ? { sampling: samplingOn('evaluation', config.sampling) } : {}),
    pickRule: 'first',
    stream: seedFrom(settings.seed, 'evaluation'),
  };
}
