// `lab bargains`: the untrained team and the kept checkpoints of a run bargain with themselves and with the scripts.
import { check } from '../../../basics/check';
import { type Table, writeTable } from '../../../basics/table';
import { checkBase, storedRun } from '../../../export/export';
import { type CliFeature, catalogueParts } from '../../../headless/cli-feature';
import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import type { Verb } from '../../../headless/verb';
import { firstWorld } from '../../../learning/config/worlds';
import { basePrecisionOf } from '../../../models/base-precision';
import { catalogueOfRun } from '../../../run/run-catalogue';
import { type BargainFigures, bargainsIn, isBargaining } from '../shared/bargains';
import { chainsOf, playPairs, scriptsOf } from '../shared/league';
import { checkpointsOf, trainedEntrants } from '../worker/entrants';

export const bargains = (offered: CliFeature): Verb => ({
  name: 'bargains',
  meaning: 'what a run of Bargaining comes to, untrained and trained, with itself and with scripts',
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    games: { value: 'N', meaning: 'of each two, from each side (200)' },
    seed: { value: 'N', meaning: 'of the games (1)' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, if not where the run says' },
  },
  run: async ({ flags, progress, machine, say }) => {
    const folder = flags.needed('run');
    const [each, seed] = [flags.count('games', 1) ?? 200, flags.count('seed', 0) ?? 1];
    const runStore = folderRunStore(folder);
    const run = await storedRun(runStore, await runStore.runId());
    const { config } = run;
    const { environment, environmentSettings } = firstWorld(config);
    check(isBargaining({ environment }), `the run is of the world "${environment}", not of bargaining`);
    const base = await baseModelFromDisk(flags.text('model') ?? config.model, readingOn(progress));
    checkBase(run, base);
    const { tokenizer } = base;
    const catalogue = await catalogueOfRun(config, catalogueParts(offered, folder));
    const settings = chainsOf({ config, catalogue, tokenizer });
    const kept = await checkpointsOf(runStore, run.id);
    const { engine } = await machine();
    const { learner, gpu } = await engine.open(base, basePrecisionOf(config));
    const trained = await trainedEntrants(learner, config, kept);
    const entrants = [...trained, ...scriptsOf(settings)];
    const isTrained = (index: number) => index < trained.length;
    const indices = entrants.map((_, index) => index);
    const pairs = indices
      .flatMap((a) => indices.map((b) => [a, b] as const))
      .filter(([a, b]) => a === b || isTrained(a) !== isTrained(b));
    const onProgress = (done: number, total: number) => progress.bar('games', done, total);
    const played = await playPairs({ settings, entrants, pairs, each, seed, sampler: learner, onProgress });
    learner.close();
    progress.end();
    const rows = played.flatMap(({ sides, worlds }) => {
      const figures = bargainsIn(worlds, environmentSettings);
      return figures ? [{ sides: sides.map((index) => entrants[index]?.name ?? ''), ...figures }] : [];
    });
    say(writeTable(tableOf(rows), 'markdown').trimEnd());
    const [{ nash, rational } = { nash: [], rational: [] }] = rows; // of the same deals in every row
    say(`Nash’s solution gives ${inWords(nash)}, reasoning backwards from the last offer ${inWords(rational)}.`);
    return { run: run.id, each, seed, adapter: gpu, rows };
  },
});

type Row = BargainFigures & { readonly sides: readonly string[] };

const inWords = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' · ');

function tableOf(rows: readonly Row[]): Table {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return {
    columns: ['first', 'second', 'games', 'agreed', 'of the best sum', 'efficient', 'had'],
    rows: rows.map(({ sides, games, agreed, ofBest, efficient, had }) => [
      ...sides,
      games,
      ...[agreed, ofBest, efficient].map(percent),
      inWords(had),
    ]),
  };
}
