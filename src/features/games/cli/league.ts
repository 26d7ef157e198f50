// `lab league`: the kept checkpoints of a run, the untrained team and the scripts of its game play each other, and are
// rated.
import { writeTable } from '../../../basics/table';
import { checkBase, storedRun } from '../../../export/export';
import { type CliFeature, catalogueParts } from '../../../headless/cli-feature';
import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import type { Verb } from '../../../headless/verb';
import { basePrecisionOf } from '../../../models/base-precision';
import { catalogueOfRun } from '../../../run/run-catalogue';
import { leagueSettings, playLeague, scriptsOf } from '../shared/league';
import { ratingsOf, tableOf } from '../shared/ratings';
import { checkpointsOf, trainedEntrants } from '../worker/entrants';

export const league = (offered: CliFeature): Verb => ({
  name: 'league',
  meaning: 'rates the kept checkpoints of a run and the scripts of its game by games against each other',
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    games: { value: 'N', meaning: 'of each two, half from each side (40)' },
    seed: { value: 'N', meaning: 'of the games and of the order in which they count (1)' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, if not where the run says' },
  },
  run: async ({ flags, progress, machine, say }) => {
    const folder = flags.needed('run');
    const [games, seed] = [flags.count('games', 2) ?? 40, flags.count('seed', 0) ?? 1];
    const runStore = folderRunStore(folder);
    const run = await storedRun(runStore, await runStore.runId());
    const { config } = run;
    const base = await baseModelFromDisk(flags.text('model') ?? config.model, readingOn(progress));
    checkBase(run, base);
    const { tokenizer } = base;
    const catalogue = await catalogueOfRun(config, catalogueParts(offered, folder));
    const settings = leagueSettings({ config, catalogue, tokenizer }); // before the GPU is opened
    const kept = await checkpointsOf(runStore, run.id);
    const { engine } = await machine();
    const { learner, gpu } = await engine.open(base, basePrecisionOf(config));
    const entrants = [...(await trainedEntrants(learner, config, kept)), ...scriptsOf(settings)];
    const onProgress = (done: number, total: number) => progress.bar('games', done, total);
    const played = await playLeague({
      ...{ config, catalogue, tokenizer, entrants, games, seed, onProgress },
      sampler: learner,
    });
    learner.close();
    progress.end();
    const rated = ratingsOf(
      entrants.map(({ name }) => name),
      played,
      seed,
    );
    say(writeTable(tableOf(rated), 'markdown').trimEnd());
    return { run: run.id, world: settings.environment.card.id, games, seed, adapter: gpu, rated };
  },
});
