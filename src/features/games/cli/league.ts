// `lab league`: the kept checkpoints of a run, the untrained team and the scripts of its game play each other, and are
// rated.
import { check } from '../../../basics/check';
import { writeTable } from '../../../basics/table';
import { basePolicy, type Learner } from '../../../contract/learner';
import { checkBase, storedRun } from '../../../export/export';
import { type CliFeature, catalogueParts } from '../../../headless/cli-feature';
import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import type { Verb } from '../../../headless/verb';
import type { RunConfig } from '../../../learning/config/run-config';
import { pastOf } from '../../../learning/rollouts/past-policy';
import { basePrecisionOf } from '../../../models/base-precision';
import { catalogueOfRun } from '../../../run/run-catalogue';
import { addPolicies, policiesOf, type Snapshots } from '../../../run/run-policies';
import type { RunStore } from '../../../run/run-store';
import { type Entrant, leagueSettings, playLeague, scriptsOf } from '../shared/league';
import { ratingsOf, tableOf } from '../shared/ratings';

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
    check(kept.size > 0, 'the run has no checkpoint yet: let it train for a step first');
    const { engine } = await machine();
    const { learner, gpu } = await engine.open(base, basePrecisionOf(config));
    const entrants: Entrant[] = kept.has(0) ? [] : [{ name: 'untrained', speaks: () => basePolicy }];
    for (const [step, policies] of kept) entrants.push(await loaded(learner, config, { step, policies }));
    entrants.push(...scriptsOf(settings));
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

/** Every state of the policies that the run keeps, by the steps done then, ascending. */
async function checkpointsOf(
  { checkpoints }: Pick<RunStore, 'checkpoints'>,
  runId: string,
): Promise<ReadonlyMap<number, Snapshots>> {
  const found = new Map<number, Record<string, Snapshots[string]>>();
  for (const slot of ['current', 'best'] as const) {
    const { step: now = 0, policies = {} } = (await checkpoints.load(runId, slot)) ?? {};
    for (const [name, snapshot] of Object.entries(policies)) {
      const { step, policy } = pastOf(name) ?? { step: now, policy: name };
      found.set(step, { ...found.get(step), [policy]: snapshot });
    }
  }
  return new Map([...found].sort(([one], [other]) => one - other));
}

async function loaded(
  learner: Learner,
  config: RunConfig,
  { step, policies }: { readonly step: number; readonly policies: Snapshots },
): Promise<Entrant> {
  const named = (policy: string) => `step ${step} ${policy}`;
  await addPolicies(learner, config, named);
  for (const policy of policiesOf(config)) {
    const snapshot = policies[policy];
    check(snapshot, `the checkpoint of step ${step} has no policy "${policy}"`);
    await learner.load(named(policy), snapshot);
  }
  const own = (policy: string) => (policy === basePolicy ? policy : named(policy));
  return { name: `step ${step}`, speaks: (role) => own(config.policies[role] ?? role) };
}
