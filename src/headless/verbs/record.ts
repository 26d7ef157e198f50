// `lab record`: a run small enough to ship with the page, for visitors without a GPU – its curves, some worlds of some
// steps' trees, some test problems played by the untrained team, and by the trained one as it was after those steps.

import { gzipSync } from 'node:zlib';
import { present } from '../../basics/check';
import { checkBase, recordedRun } from '../../export/export';
import { worldSeed } from '../../learning/environments/splits';
import type { NextToken, StepTree, WorldRecord } from '../../learning/rollouts/transcript';
import { playOne, untrained } from '../../learning/training/evaluate';
import { basePrecisionOf } from '../../models/base-precision';
import { loadSnapshots } from '../../run/load-team';
import { catalogueOfRun } from '../../run/run-catalogue';
import { addPolicies } from '../../run/run-policies';
import type { LabRun } from '../../run/run-store';
import { UsageError } from '../arguments';
import type { FolderRunStore } from '../folder-run-store';
import { folderRunStore } from '../folder-run-store';
import { baseModelFromDisk } from '../model-files';
import type { Verb, VerbContext } from '../verb';
import { writeWhole } from '../whole-file';

/** Compressed, as it goes to a browser: a twentieth of what is written. */
const limitBytes = 200_000;
/** Of every tree: as many as the Lab shows. */
const worldsShown = 8;

export const record: Verb = {
  name: 'record',
  meaning: 'writes a small recording of a run for the page',
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    out: { value: 'FILE', meaning: 'e.g. public/recorded-run.json', required: true },
    plays: { value: 'N', meaning: 'test problems played by both teams after each recorded step (4); 0 needs no GPU' },
  },
  run: async (context) => {
    const { flags, say } = context;
    const runStore = folderRunStore(flags.needed('run'));
    const runId = await runStore.runId();
    const run = (await runStore.runs.get(runId)) as LabRun;
    const trees = await someTrees(runStore, runId);
    const steps = trees.map(({ step }) => step);
    const plays = await playsOf(context, runStore, run, { steps, count: flags.count('plays', 0) ?? 4 });
    const reports = {
      ...runStore,
      metrics: { ...runStore.metrics, list: async (id: string) => (await runStore.metrics.list(id)).map(rounded) },
    };
    const bytes = await recordedRun(reports, runId, { trees, ...(plays.length > 0 ? { plays } : {}) }, new Date());
    const compressed = gzipSync(bytes).length;
    if (compressed > limitBytes)
      throw new UsageError(
        `the recording has ${compressed} bytes when compressed, at most ${limitBytes} are shipped: record a shorter run`,
      );
    await writeWhole(flags.needed('out'), bytes);
    say(
      `${flags.needed('out')}: ${bytes.length} bytes (${compressed} compressed), trees of steps ${steps.join(', ')}, ${plays.length} plays`,
    );
    return { file: flags.needed('out'), bytes: bytes.length };
  },
};

/** Of the steps whose trees were kept, ascending, those that are recorded: close to each other where much changes, far
 *  apart later; at most 14, the last among them. */
export function recordedSteps(kept: readonly number[]): number[] {
  const ladder = [1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60].filter((step) => kept.includes(step));
  const last = kept.at(-1);
  return last === undefined || ladder.includes(last) ? ladder : [...ladder, last];
}

/** Trees on the way, each with its first worlds. */
async function someTrees(runStore: FolderRunStore, runId: string): Promise<StepTree[]> {
  const trees: StepTree[] = [];
  for (const step of recordedSteps(await runStore.trees.steps(runId))) {
    const tree = await runStore.trees.get(runId, step);
    if (tree) trees.push({ step, worlds: tree.worlds.slice(0, worldsShown).map(rounded).map(shortened) });
  }
  return trees;
}

/** Games of the first test problems: by the untrained team, and by the trained one after each of `steps`. */
async function playsOf(
  { machine, progress }: VerbContext,
  runStore: FolderRunStore,
  run: LabRun,
  { steps, count }: { readonly steps: readonly number[]; readonly count: number },
) {
  if (count === 0) return [];
  const { config } = run;
  const model = await baseModelFromDisk(config.model);
  checkBase(run, model);
  const { engine } = await machine();
  const { learner } = await engine.open(model, basePrecisionOf(config));
  await addPolicies(learner, config);
  const played = { config, catalogue: await catalogueOfRun(config, {}), sampler: learner, tokenizer: model.tokenizer };
  const seeds = Array.from({ length: count }, (_, index) => worldSeed('test', index));
  const games = async (policies: Readonly<Record<string, string>>) => {
    const worlds: WorldRecord[] = [];
    for (const seed of seeds) worlds.push(rounded(await playOne({ ...played, policies }, seed)));
    return worlds;
  };
  const before = await games(untrained(config));
  const added = new Set<string>();
  const plays = [];
  for (const [at, step] of steps.entries()) {
    const checkpoint = present(
      await runStore.checkpointAfter(step),
      `${runStore.folder} keeps no checkpoint of step ${step}: train it with --every-step, or record with --plays 0`,
    );
    const after = await games(await loadSnapshots({ learner, config, added }, checkpoint.policies));
    for (const [index, seed] of seeds.entries())
      plays.push({
        ...{ seed, step, trained: present(after[index], 'a game for each problem') },
        ...(at === 0 ? { untrained: present(before[index], 'a game for each problem') } : {}),
      });
    progress.bar('plays', at + 1, steps.length);
  }
  learner.close();
  progress.end();
  return plays;
}

/** Fewer bytes for what is only looked at: log-probabilities to four places, what tokens might have been to a
 *  hundredth, and none below three of them. */
const shortened = ({ groups, ...world }: WorldRecord): WorldRecord => ({
  ...world,
  groups: groups.map(({ next = [], ...group }) => ({
    ...group,
    branches: group.branches.map((branch) => ({ ...branch, logp_T: branch.logp_T.map((logp) => toPlaces(logp, 4)) })),
    next: next.map(({ from, ...on }) => ({ from: from.flatMap(likely), ...on })),
  })),
});

const likely = ([token, piece, chance]: NextToken): NextToken[] =>
  toPlaces(chance, 2) >= 0.03 ? [[token, piece, toPlaces(chance, 2)]] : [];

const toPlaces = (value: number, places: number) => Number(value.toFixed(places));

/** Numbers to four digits: enough to look at; what only rounding made is nothing. */
function rounded<T>(value: T): T {
  if (typeof value === 'number')
    return (Number.isInteger(value) ? value : Math.abs(value) < 1e-12 ? 0 : Number(value.toPrecision(4))) as T;
  if (Array.isArray(value)) return value.map(rounded) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)])) as T;
}
