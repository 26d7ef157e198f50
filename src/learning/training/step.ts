// THE WALK: one AT-GRPO step from fresh worlds to new weights. Every line is a line of the algorithm.
import { seedFrom } from '../../basics/rng';
import { mean } from '../../basics/statistics';
import type { GpuWork, Learner } from '../../contract/learner';
import type { ProgramRunner } from '../agents/program-runner';
import { type Team, teamSpeaking } from '../agents/team';
import { builtIn, type Catalogue, knownCard } from '../catalogue';
import { problemsInStep, type RunConfig, temperatureOf } from '../config/run-config';
import { samplingOn } from '../config/sampling';
import { firstWorld, problemsOf } from '../config/worlds';
import { worldSeed } from '../environments/splits';
import type { Tokenizer } from '../language/tokenizer';
import type { PlayedWorld, PlayProgress, PlaySettings } from '../rollouts/play-settings';
import { type Play, type Player, playTogether } from '../rollouts/together';
import { type RoleId, type StepTree, tokensIn } from '../rollouts/transcript';
import { assignAdvantages, type Baselines, type GroupWithAdvantages } from './assign-advantages';
import { baseDistances, measuresDistance } from './base-distance';
import { frozenSteps, playsAgainst } from './opponents';
import { batchesOf } from './packing';
import type { StepReport } from './report';
import { branchSuccessOf, rolesReportOf } from './report-of';
import { updatesOf } from './updates';

export interface StepOptions {
  readonly config: RunConfig;
  /** From 1. */
  readonly step: number;
  /** Generated in training before this step: schedules follow the budget of tokens where there is one. */
  readonly tokensBefore?: number;
  /** Of the steps before, where advantages are centred on them. */
  readonly baselines?: Baselines;
  readonly learner: Learner;
  readonly tokenizer: Tokenizer;
  readonly player?: Player;
  /** Needed where something is to be run: roles that write programs, worlds that judge by them. */
  readonly runner?: ProgramRunner;
  /** Default: the built-in worlds and teams. */
  readonly catalogue?: Catalogue;
  /** Milliseconds of a clock, handed in: the science has none of its own. */
  readonly now: () => number;
  readonly onStage?: (stage: 'play' | 'advantages' | 'learn', progress?: PlayProgress) => void;
  /** Awaited behind each stage, for whoever looks on: it changes nothing, and a wait in it is not on the clock. */
  readonly onStageDone?: (done: StageDone) => Promise<void>;
}

/** What a stage leaves behind. */
export type StageDone =
  | { readonly stage: 'play'; readonly worlds: readonly PlayedWorld[] }
  | { readonly stage: 'advantages'; readonly tree: StepTree };

export interface StepResult {
  readonly report: StepReport;
  readonly tree: StepTree;
  readonly groups: readonly GroupWithAdvantages[];
}

/** Throws a MismatchError, with nothing updated, where sampler and trainer disagree (S2). */
export async function trainingStep(options: StepOptions): Promise<StepResult> {
  const { config, step, tokensBefore = 0, learner, now, player = playTogether, catalogue = builtIn } = options;
  const { settings } = config;
  const startedMs = now();
  const askedBefore = learner.work?.();

  // make worlds · whose turn, what does it see · K answers · read and try each · write the group down · then choose the
  // trunk
  options.onStage?.('play');
  const worlds = await player(playsOf(options), learner, {
    ...(options.runner ? { runner: options.runner } : {}),
    onProgress: (progress) => options.onStage?.('play', progress),
  });
  const playedMs = now();
  await options.onStageDone?.({ stage: 'play', worlds });

  // rewards → groups → advantages · pack per policy
  options.onStage?.('advantages');
  const groups = assignAdvantages(config, worlds, step, options.baselines);
  const temperature = (role: RoleId) => temperatureOf(config, role);
  const batches = batchesOf(groups, temperature);
  const tree = treeOf(step, worlds, groups);
  const assignedMs = now();
  await options.onStageDone?.({ stage: 'advantages', tree });

  // accumulate (forward, objective, backward on the GPU) · sampler and trainer agree (S2) · update
  options.onStage?.('learn');
  const updates = await updatesOf(learner, batches, { config, step, tokensBefore });
  const learnedMs = now();
  const askedAfter = learner.work?.();

  const measured = measuresDistance(settings, step);
  const distances = measured ? { baseDistances: await baseDistances(learner, groups, temperature) } : {};
  const measuredMs = now();

  const roles = rolesReportOf(groups);
  const report: StepReport = {
    step,
    updates,
    roles,
    ...solvedOf(worlds),
    ...(hasOneLastRole(catalogue.teamById(config.team)) ? { branchSuccess: branchSuccessOf(worlds) } : {}),
    ...(config.worlds.length > 1 ? { worlds: worldReportsOf(config, step, worlds, groups) } : {}),
    ...distances,
    generatedTokens: tokensIn(worlds),
    trainedTokens: Object.values(updates).reduce((sum, update) => sum + update.trainedTokens, 0),
    ...(askedBefore && askedAfter ? { gpu: workBetween(askedBefore, askedAfter) } : {}),
    timeMs: {
      play: playedMs - startedMs,
      advantages: assignedMs - playedMs,
      learn: learnedMs - assignedMs,
      ...(measured ? { measure: measuredMs - learnedMs } : {}),
      save: 0,
      total: measuredMs - startedMs,
    },
  };
  return { report, tree, groups };
}

/** The last answer of a turn is then always the same role's. */
function hasOneLastRole({ order, graph }: Team): boolean {
  return order === 'sequential' && graph === undefined;
}

function workBetween(before: GpuWork, after: GpuWork): GpuWork {
  const keys = Object.keys(after) as (keyof GpuWork)[];
  return Object.fromEntries(keys.map((key) => [key, after[key] - before[key]])) as unknown as GpuWork;
}

/** What is played in a step. */
export function playsOf(options: Pick<StepOptions, 'config' | 'step' | 'tokenizer' | 'catalogue'>): Play[] {
  const { config, catalogue = builtIn } = options;
  const seeds = worldSeedsOf(config, options.step);
  const settings = playSettingsFor(options);
  const frozen = frozenSteps(config, options.step);
  return problemsOf(config, seeds.length).flatMap(({ first, count, environment, environmentSettings, moveBudget }) =>
    playsAgainst(
      {
        settings: { ...settings, environment: catalogue.environmentById(environment), environmentSettings, moveBudget },
        seeds: seeds.slice(first, first + count),
      },
      config.settings,
      frozen,
    ),
  );
}

/** The training worlds of a step: fresh ones, named by the run's seed and the step. Where a world's problems are few
 *  and the same for all splits they come in turn, each as often as any other: a step that shows some more often teaches
 *  whoever does not see them to prefer those. */
export function worldSeedsOf(config: RunConfig, step: number): number[] {
  const { settings } = config;
  return problemsOf(config, problemsInStep(settings, step)).flatMap(({ environment, first, count }, world) => {
    const inTurn = knownCard(environment, config.definitions)?.sameProblems !== undefined;
    const before = inTurn ? shownBefore(config, step, world) : 0;
    return Array.from({ length: count }, (_, i) =>
      worldSeed('train', inTurn ? before + i : seedFrom(settings.seed, 'world', step, first + i)),
    );
  });
}

/** How many problems of a world the steps from 0 on have shown before this one; step 0 shows as many as the last. */
function shownBefore(config: RunConfig, step: number, world: number): number {
  const countIn = (each: number) => problemsOf(config, problemsInStep(config.settings, each))[world]?.count ?? 0;
  if (config.settings.firstWorlds === 0 || step < 1) return step * countIn(step);
  return Array.from({ length: step }, (_, earlier) => countIn(earlier)).reduce((sum, count) => sum + count, 0);
}

/** Of each token that is drawn in training so many likeliest ones are kept beside it. */
const keptAlternatives = 5;

/** How the worlds of a step are played – of several, the first –: as a tree of K branches, or as K whole games where
 *  those are what is compared. */
function playSettingsFor({
  config,
  step,
  tokenizer,
  catalogue = builtIn,
}: Pick<StepOptions, 'config' | 'step' | 'tokenizer' | 'catalogue'>): PlaySettings {
  const { settings } = config;
  const tree = settings.grouping === 'agent-and-turn';
  return {
    environment: catalogue.environmentById(firstWorld(config).environment),
    environmentSettings: firstWorld(config).environmentSettings,
    team: teamSpeaking(catalogue.teamById(config.team), config.toolLanguage),
    policies: config.policies,
    tokenizer,
    wording: config.wording,
    weights: settings,
    alternatives: keptAlternatives,
    branches: tree ? settings.branches : 1,
    games: tree ? 1 : settings.branches,
    turns: settings.turns,
    moveBudget: settings.moveBudget,
    temperature: settings.temperature,
    ...(config.sampling ? { sampling: samplingOn('training', config.sampling) } : {}),
    pickRule: settings.pickRule,
    pickTemperature: settings.pickTemperature,
    credit: settings.credit,
    lookAheads: settings.lookAheads,
    stream: seedFrom(settings.seed, 'play', step),
  };
}

/** The figures of each of several worlds by its name; games of a problem lie next to each other. */
function worldReportsOf(
  config: RunConfig,
  step: number,
  played: readonly PlayedWorld[],
  groups: readonly GroupWithAdvantages[],
): StepReport['worlds'] {
  const problems = problemsInStep(config.settings, step);
  const games = played.length / problems;
  return Object.fromEntries(
    problemsOf(config, problems).map(({ name, first, count }) => {
      const [from, to] = [first * games, (first + count) * games];
      const roles = rolesReportOf(groups.filter(({ world }) => world >= from && world < to));
      return [name, { problems: count, ...solvedOf(played.slice(from, to)), roles }];
    }),
  );
}

/** Share of the worlds that were solved, and in how many turns. */
function solvedOf(worlds: readonly PlayedWorld[]): { success: number; turnsMean: number } {
  return {
    success: mean(worlds.map((world) => (world.solved ? 1 : 0))),
    turnsMean: mean(worlds.filter((world) => world.solved).map((world) => world.turns)),
  };
}

/** The worlds with their advantages written in, without what only training needs. */
function treeOf(step: number, worlds: readonly PlayedWorld[], groups: ReturnType<typeof assignAdvantages>): StepTree {
  return {
    step,
    worlds: worlds.map((world, index) => ({
      ...world,
      groups: groups
        .filter((group) => group.world === index)
        .map(({ prompt_P, world: _world, seed: _seed, environment: _environment, ...group }) => group),
    })),
  };
}
