// `lab eval`: how many unseen problems a team solves, beside the reference lines on the same problems.

import { basePolicy } from '../../contract/learner';
import { evaluationRows } from '../../evaluation/evaluation-rows';
import { evaluateSearch, evaluateTeam, referencesOf } from '../../evaluation/team-evaluation';
import { teamAlone } from '../../learning/agents/alone';
import { build, rebuilt } from '../../learning/config/build';
import { checkPlay } from '../../learning/config/check-run';
import { presetById } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import { firstWorld } from '../../learning/config/worlds';
import { differentProblems } from '../../learning/environments/different-problems';
import { indexOfSeed } from '../../learning/environments/splits';
import type { Evaluation } from '../../learning/rollouts/transcript';
import { evaluationSize, untrained } from '../../learning/training/evaluate';
import { wordingFor } from '../../models/base-model';
import { basePrecisionOf } from '../../models/base-precision';
import type { Levels } from '../../run/levels';
import { catalogueOfRun } from '../../run/run-catalogue';
import { type Flags, UsageError } from '../arguments';
import { type CliFeature, catalogueParts } from '../cli-feature';
import { commitHere } from '../commit';
import { evaluationLine } from '../evaluation-line';
import { levelsFromDisk } from '../level-file';
import { baseModelFromDisk, readingOn } from '../model-files';
import { percent } from '../progress';
import { configFlags, configFrom, wishesFrom } from '../run-config';
import { trainedTeam } from '../trained-team';
import type { Verb } from '../verb';

export const evaluation = (offered: CliFeature): Verb => ({
  name: 'eval',
  meaning: 'evaluates the untrained team, or that of a run, on unseen problems',
  flags: {
    preset: { value: 'NAME', meaning: 'world, team and budget' },
    run: {
      value: 'FOLDER|TEAM.zip',
      meaning: 'the run whose best checkpoint plays, or the file of a trained team; without it the untrained team',
    },
    n: { value: 'N', meaning: 'problems (200, or all levels); all there are where there are fewer' },
    search: {
      value: 'K',
      meaning: 'best-of-K: of K answers the one the reward prefers continues; it uses the reward at test time',
    },
    by: { value: 'REWARD', meaning: 'of --search: reward (default) or team' },
    swap: { meaning: 'the roles exchange their adapters; with --alone and --untrained a row for each' },
    alone: {
      value: 'ROLE',
      meaning: 'this role plays by itself: what it answers, or its program does, is what happens',
      many: true,
    },
    untrained: { value: 'ROLE', meaning: 'this role of the run plays as it was before training', many: true },
    levels: { value: 'FILE', meaning: 'a collection of levels in XSB, in place of drawn problems' },
    split: { value: 'SPLIT', meaning: 'test (default), validation, or report: problems that no choice has seen' },
    ...configFlags,
    ...offered.problems?.flags,
  },
  run: async ({ flags, progress, machine, say }) => {
    const split = flags.text('split') ?? 'test';
    if (split !== 'test' && split !== 'validation' && split !== 'report')
      throw new UsageError(`--split is validation, test or report, got "${split}"`);
    const named = flags.text('run');
    if (named === undefined && flags.has('swap'))
      throw new UsageError('--swap exchanges the adapters of a run: name it by --run FOLDER');
    if (named === undefined && flags.has('untrained'))
      throw new UsageError('--untrained leaves a role of a run without its adapter: name it by --run FOLDER');
    const given = named === undefined ? undefined : await trainedTeam(named, { read: offered.readTeam });
    const { config: trained, folder } = given ?? {};
    const preset = flags.text('preset') ?? trained?.preset;
    if (preset === undefined) throw new UsageError('eval needs --preset NAME (or --run FOLDER)');
    const wished = trained
      ? onPreset(trained, flags.has('preset') ? preset : undefined)
      : configFrom({ preset, ...(await wishesFrom(flags, offered)) });
    for (const name of ['world', 'team', 'tool-language', 'set'])
      if (trained && flags.has(name))
        throw new UsageError(`--${name} belongs to --preset without --run: a run is evaluated under its own settings`);
    if (flags.has('problems') && flags.has('levels'))
      throw new UsageError('--problems and --levels are two worlds: leave one away');
    const found = await offered.problems?.read(wished, { flags, progress });
    const config = found?.config ?? wished;
    const by = flags.text('by') ?? 'reward';
    if (by !== 'reward' && by !== 'team') throw new UsageError(`--by is reward or team, got "${by}"`);
    const branches = flags.count('search');
    const casts = castsFrom(flags, given !== undefined);
    if (branches !== undefined && casts.length > 1)
      throw new UsageError('--search goes with one of --swap, --alone and --untrained at most');
    if (branches === undefined && flags.has('by')) throw new UsageError('--by belongs to --search K');
    const levels = flags.has('levels') ? await levelsFromDisk(flags.needed('levels')) : undefined;
    const n = flags.count('n') ?? levels?.titles.length ?? 200;
    if (levels) checkLevels(levels, config, n);

    const model = await baseModelFromDisk(flags.text('model') ?? config.model, readingOn(progress));
    const spoken = trained ? config : rebuilt(config, { wording: wordingFor(model) });
    const catalogue = await catalogueOfRun(config, catalogueParts(offered, folder, found?.set));
    checkPlay(spoken, catalogue);
    const team = catalogue.teamById(config.team);
    for (const { alone, bare } of casts) {
      if (alone !== undefined) teamAlone(team, alone); // before anything is computed
      if (bare !== undefined && !Object.hasOwn(config.policies, bare))
        throw new UsageError(`the team has no role "${bare}": it has ${Object.keys(config.policies).join(', ')}`);
    }
    const { engine, runner } = await machine();
    const { learner, gpu } = await engine.open(model, basePrecisionOf(config));
    const onProgress = (done: number, total: number) => progress.bar('problems', done, total);
    const environment = levels?.environment;
    const task = {
      config: spoken,
      catalogue,
      runner,
      environment,
      split,
      n,
      sampler: learner,
      learner,
      tokenizer: model.tokenizer,
      now: () => performance.now(),
      onProgress,
    } as const;
    const most = evaluationSize(task);
    if (flags.has('n') && most < n)
      say(`${most} problems in place of ${n}: there are no more, and none is counted twice`);
    const added = new Set<string>();
    const policiesOf = async ({ swapped = false, bare }: Omit<Cast, 'who'>): Promise<Record<string, string>> => {
      if (!given) return untrained(config);
      const loaded = await given.load({ learner, base: model, config, swap: swapped, added });
      return bare === undefined ? loaded : { ...loaded, [bare]: basePolicy };
    };
    const references = await referencesOf(task);
    const measured: (readonly [who: string, evaluation: Evaluation])[] = [];
    let searched: Evaluation | undefined;
    for (const { who, alone, ...cast } of casts) {
      const playing = { ...task, ...(alone === undefined ? {} : { alone }), policies: await policiesOf(cast) };
      if (given || alone !== undefined) {
        const evaluation = await evaluateTeam(playing);
        progress.end();
        say(evaluationLine(who, evaluation)); // the next may take an hour
        measured.push([who, evaluation]);
      }
      if (branches !== undefined) searched = await evaluateSearch(playing, { branches, by });
    }
    learner.close();
    progress.end();
    const [who, result] = measured[0] ?? ['untrained', references.untrained];
    if (measured.length === 0) say(evaluationLine(who, result));
    if (searched)
      say(
        `${evaluationLine(`best of ${branches}`, searched)}; a search that uses the ${by === 'team' ? 'team ' : ''}reward at test time`,
      );
    for (const line of ['random', 'untrained', 'solver'] as const) say(evaluationLine(line, references[line]));
    if (references.ceiling !== undefined)
      say(`${'ceiling:'.padEnd(11)} ${percent(references.ceiling)}: one player by itself solves no more`);
    if (levels && levels.large.length > 0) say(largeLevels(levels));
    const on = levels ? { levels: titlesPlayed(levels, config, n) } : { split };
    const commit = await commitHere();
    const { worlds, settings } = config;
    const { environment: world, environmentSettings } = firstWorld(config);
    const source = {
      ...(given ? { run: given.source } : {}),
      ...{
        preset,
        environment: world,
        environmentSettings,
        ...(worlds.length > 1 ? { mix: worlds } : {}),
        team: config.team,
        seed: settings.seed,
        ...on,
      },
      ...{ model: model.name, modelHash: model.hash, adapter: gpu, ...(commit === undefined ? {} : { commit }) },
    };
    if (searched) measured.push([`${who}, best of ${branches}`, searched]);
    const rows = evaluationRows(source, measured, references);
    const swap = flags.has('swap');
    return {
      ...result,
      ...(searched ? { searched } : {}),
      references,
      ...on,
      preset,
      swapped: swap,
      adapter: gpu,
      rows,
    };
  },
});

/** Who speaks for whom in a row of the evaluation. */
interface Cast {
  /** "trained", "swapped", "alone tool", "untrained alone tool", "walker untrained", "untrained". */
  readonly who: string;
  readonly swapped?: boolean;
  /** The role that plays by itself. */
  readonly alone?: string;
  /** The role that the base model speaks for. */
  readonly bare?: string;
}

function castsFrom(flags: Flags, trained: boolean): readonly Cast[] {
  const casts: Cast[] = [
    ...(flags.has('swap') ? [{ who: 'swapped', swapped: true }] : []),
    ...flags.all('alone').map((alone) => ({ who: `${trained ? '' : 'untrained '}alone ${alone}`, alone })),
    ...flags.all('untrained').map((bare) => ({ who: `${bare} untrained`, bare })),
  ];
  return casts.length > 0 ? casts : [{ who: trained ? 'trained' : 'untrained' }];
}

/** Of levels that are the same but for mirrors and turns only the first is played. */
function titlesPlayed({ environment, titles }: Levels, config: RunConfig, n: number): string[] {
  const { environmentSettings } = firstWorld(config);
  const seeds = differentProblems(environment, { settings: environmentSettings, split: 'test', n });
  return seeds.map((seed) => titles[indexOfSeed(seed)] as string);
}

function largeLevels({ large }: Levels): string {
  return (
    `too large for the exact table: ${large.join(', ')}; there progress is the share of a bound, and the solver may find nothing and ` +
    'count as not solving'
  );
}

function checkLevels({ environment, titles }: Levels, config: RunConfig, n: number): void {
  const { id, name } = environment.card;
  if (firstWorld(config).environment !== id)
    throw new UsageError(
      `--levels are for ${name}: take a preset of that world, this one's is "${firstWorld(config).environment}"`,
    );
  if (n > titles.length) throw new UsageError(`--n is at most the number of levels, ${titles.length}, got ${n}`);
}

/** The run's team and policies in another preset's world. */
function onPreset(trained: RunConfig, preset: string | undefined): RunConfig {
  if (preset === undefined || preset === trained.preset) return trained;
  const { config } = presetById(preset);
  if (config.team !== trained.team)
    throw new UsageError(`preset "${preset}" has team "${config.team}", the run's is "${trained.team}"`);
  const { rank, loraAlpha } = trained.settings; // the adapters keep their shape
  const { policies, trainable } = trained;
  return build(preset, { policies, trainable, settings: { rank, loraAlpha } });
}
