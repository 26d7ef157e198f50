// A run leaves one storage and comes into another.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { readRecordedRun } from '../files/formats/run-json';
import { type GroveStorage, openStorage } from '../files/storage/storage';
import { toolAndPlanSpec } from '../learning/agents/teams/specs';
import type { RunConfig } from '../learning/config/run-config';
import { completed } from '../learning/config/stored';
import { plainLanguage, tokenizerFrom } from '../learning/language/tokenizer';
import type { BaseModel } from '../models/base-model';
import type { LabKinds } from '../run/run-store';
import { hashOfConfig } from '../run/session-parts';
import { bundleFile, openBundle } from './run-bundle';
import { trainedRunStore } from './take-home.test-data';

const at = (name: string) => new Uint8Array(readFileSync(new URL(`../../${name}`, import.meta.url)));
const whole = readRecordedRun(at('public/recorded-run.json'), 'recorded-run.json');
const recorded = {
  ...whole,
  trees: whole.trees.slice(0, 1),
  run: { ...whole.run, steps: whole.run.steps.slice(0, 6) },
};
const tokenizerJson = JSON.parse(new TextDecoder().decode(at('models/sprout/tokenizer.json')));
const weight = { name: 'model.layers.0.self_attn.q_proj.weight', shape: [8, 8], data: new Float32Array(64) };
const base: BaseModel = {
  name: 'sprout',
  config: {},
  tokenizerJson,
  language: plainLanguage,
  tokenizer: tokenizerFrom(tokenizerJson),
  tensors: [weight],
  hash: 'base',
};

let trained: Awaited<ReturnType<typeof trainedRunStore>>;
let bundle: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  trained = await trainedRunStore(recorded, base);
  bundle = (await bundleFile(trained.runStore, trained.runId, new Date(0))).bytes;
});

async function imported(runStore: GroveStorage<LabKinds>, archive = bundle) {
  const { trees, ...opened } = await openBundle(archive, 'run.grove.zip');
  const packed = trees.map(({ step, gzip }) => ({ step, bytes: gzip.buffer, compressed: true }));
  return runStore.importRun({ ...opened, trees: packed }, completed);
}

it('where it was trained it is here, also if an earlier version wrote its settings', async () => {
  const { loraNoise: _, ...settings } = trained.config.settings;
  const reversed = Object.fromEntries(Object.entries(settings).reverse()) as unknown as typeof trained.config.settings;
  for (const changed of [{}, { settings: reversed }]) {
    const { runStore } = await trainedRunStore(recorded, base, changed);
    expect((await imported(runStore)).kind).toBe('here');
    expect(await runStore.runs.list()).toHaveLength(1);
  }
});

it('everything of it is there: settings, reports, checkpoints, trees, results', async () => {
  const runStore = await openStorage<LabKinds>('bundle-1');
  const { kind, run } = await imported(runStore);
  expect(kind).toBe('new');
  const original = await trained.runStore.runs.get(trained.runId);
  const { changedAt: _a, ...stored } = original!;
  const expected = { ...stored, config: completed(stored.config) };
  const { changedAt: _b, gpu: _gpu, ...found } = (await runStore.runs.get(run.id))!;
  expect(found).toEqual(expected); // knobs from after it was stored are at their defaults
  expect(await runStore.metrics.list(run.id)).toEqual(await trained.runStore.metrics.list(trained.runId));
  for (const slot of ['current', 'best'] as const)
    expect(await runStore.checkpoints.load(run.id, slot)).toEqual(
      await trained.runStore.checkpoints.load(trained.runId, slot),
    );
  expect(await runStore.trees.steps(run.id)).toEqual(await trained.runStore.trees.steps(trained.runId));
  const [step = 0] = await runStore.trees.steps(run.id);
  expect(await runStore.trees.get(run.id, step)).toEqual(recorded.trees[0]);
  // and what came in can leave again
  const again = await openBundle((await bundleFile(runStore, run.id, new Date(0))).bytes, 'again.zip');
  expect(again.reports).toHaveLength(6);
});

it('evaluations that a person asked for travel with it; nonsense does not', async () => {
  const runStore = await openStorage<LabKinds>('bundle-asked');
  const { run } = await imported(runStore);
  expect(run.asked).toBeUndefined();
  const evaluation = { rate: 0.5, low: 0.3, high: 0.7, n: 20, solved: 10, turnsMean: 2 };
  const wish = { players: 'alone tool', n: 20, search: { branches: 4, by: 'team' } } as const;
  const asked = [{ wish, evaluation, step: 6, at: 1_795_000_000_000 }];
  await runStore.runs.update(run.id, { asked });
  const { bytes } = await bundleFile(runStore, run.id, new Date(0));
  const elsewhere = await openStorage<LabKinds>('bundle-asked-elsewhere');
  expect((await imported(elsewhere, bytes)).run.asked).toEqual(asked);
  const odd = { ...asked[0]!, wish: { ...wish, players: 'the fans' as 'trained' } };
  await runStore.runs.update(run.id, { asked: [odd] });
  const fault = openBundle((await bundleFile(runStore, run.id, new Date(0))).bytes, 'x.zip');
  await expect(fault).rejects.toThrow('x.zip/run.json: evaluations.asked.0.wish.players: says who plays');
});

it('what fine-tuning before the first step came to travels with it', async () => {
  const runStore = await openStorage<LabKinds>('bundle-cold-start');
  const { run } = await imported(runStore);
  const coldStart = { worlds: 8, solved: 3, tokens: 900, updates: 2, seconds: 4, policies: {} };
  await runStore.runs.update(run.id, { coldStart });
  const { bytes } = await bundleFile(runStore, run.id, new Date(0));
  expect((await openBundle(bytes, 'x.zip')).run.coldStart).toEqual(coldStart);
});

it('tags and notes travel with it, but not into a bundle for all', async () => {
  const runStore = await openStorage<LabKinds>('bundle-words');
  const { run } = await imported(runStore);
  const words = { tags: ['poster'], notes: 'The guide\nstayed silent.' };
  await runStore.runs.update(run.id, words);
  const opened = async (forAll: boolean) =>
    (await openBundle((await bundleFile(runStore, run.id, new Date(0), { forAll })).bytes, 'x.zip')).run;
  expect(await opened(false)).toMatchObject(words);
  const bare = await opened(true);
  expect([bare.tags, bare.notes]).toEqual([undefined, undefined]);
  await runStore.runs.update(run.id, { notes: 'x'.repeat(2001) });
  await expect(opened(false)).rejects.toThrow('x.zip/run.json: notes: ');
});

it('the same run a second time changes nothing; another under its id comes in beside it', async () => {
  const runStore = await openStorage<LabKinds>('bundle-2');
  await imported(runStore);
  expect((await imported(runStore)).kind).toBe('here');
  expect(await runStore.runs.list()).toHaveLength(1);
  await runStore.metrics.append(trained.runId, { ...recorded.run.steps[0]!, step: 7 });
  const copy = await imported(runStore);
  expect(copy.kind).toBe('copy');
  expect(copy.run.id).not.toBe(trained.runId);
  expect((await runStore.runs.list()).map(({ step }) => step).sort()).toEqual([6, 7]);
  expect(await runStore.metrics.list(copy.run.id)).toHaveLength(6);
  expect(await imported(runStore), 'the copy is the same run').toEqual({ kind: 'here', run: copy.run });
  await runStore.runs.remove(copy.run.id);
  await runStore.runs.remove(trained.runId);
  expect((await imported(runStore)).kind, 'one that lies in the bin is not here').toBe('copy');
});

it('what cannot be stored wholly is not stored at all', async () => {
  const runStore = await openStorage<LabKinds>('bundle-3');
  const { trees: _trees, ...opened } = await openBundle(bundle, 'run.grove.zip');
  const unstorable = { step: 3, bytes: (() => 0) as unknown as ArrayBuffer, compressed: true };
  await expect(runStore.importRun({ ...opened, trees: [unstorable] })).rejects.toThrow();
  expect(await runStore.runs.list()).toEqual([]);
  expect(await runStore.metrics.list(trained.runId)).toEqual([]);
  expect(await runStore.checkpoints.load(trained.runId)).toBeUndefined();
});

it('a run with a team of its own on problems from a file comes in, though the problems are not here', async () => {
  const definitions = {
    teams: [{ ...toolAndPlanSpec, id: 'mine' }],
    problems: [{ world: 'maths', name: 'sums', hash: 'f00' }],
  };
  const own = { team: 'mine', worlds: [{ environment: 'maths/sums', environmentSettings: {}, share: 1 }], definitions };
  const { runStore, runId } = await trainedRunStore(recorded, base, own);
  const opened = await openBundle((await bundleFile(runStore, runId, new Date(0))).bytes, 'x.zip');
  expect(opened.run.config).toMatchObject(own);
});

const config = () => trained.config;
const faults: readonly (readonly [what: string, changed: () => Partial<RunConfig>, fault: RegExp])[] = [
  [
    'world',
    () => ({ worlds: [{ environment: 'moonbase', environmentSettings: {}, share: 1 }] }),
    /there is no environment "moonbase".*another version of Grove/,
  ],
  [
    'setting of the world',
    () => ({ worlds: [{ environment: 'sokoban', environmentSettings: { wings: 2 }, share: 1 }] }),
    /there is no setting "wings"/,
  ],
  ['setting', () => ({ settings: { ...config().settings, branches: 1 } }), /branches lies between 2 and 64, got 1/],
  ['team', () => ({ team: 'choir' as RunConfig['team'] }), /there is no team "choir"/],
  [
    'team of its own',
    () => ({ team: 'mine', definitions: { teams: [{ id: 'mine' }] as never } }),
    /run\.json: the team, name/,
  ],
  [
    'shape of definitions',
    () => ({ definitions: { teams: 'mine' as never } }),
    /what the run defines, teams: .*another version/,
  ],
  ['role', () => ({ policies: { critic: 'critic' } }), /has the roles tool, plan, its policies are of critic/],
];

it.each(faults)('a %s that this Grove does not have is named', async (_what, changed, fault) => {
  const { runStore, runId } = trained;
  const other = { ...config(), ...changed() };
  const configHash = await hashOfConfig(other);
  const current = (await runStore.checkpoints.load(runId))!;
  const fake = {
    ...runStore,
    runs: { ...runStore.runs, get: async (id: string) => ({ ...(await runStore.runs.get(id))!, config: other }) },
    checkpoints: { ...runStore.checkpoints, load: async () => ({ ...current, configHash }) },
  };
  await expect(openBundle((await bundleFile(fake, runId, new Date(0))).bytes, 'x.zip')).rejects.toThrow(fault);
});

it('a checkpoint of another configuration, or with broken numbers, is refused', async () => {
  const { runStore, runId } = trained;
  const current = (await runStore.checkpoints.load(runId))!;
  const withCheckpoint = (load: typeof current) => ({
    ...runStore,
    checkpoints: { ...runStore.checkpoints, load: async () => load },
  });
  const opened = async (load: typeof current) =>
    openBundle((await bundleFile(withCheckpoint(load), runId, new Date(0))).bytes, 'x.zip');
  await expect(opened({ ...current, configHash: 'f00' })).rejects.toThrow('belongs to another configuration');
  const { plan } = current.policies;
  await expect(opened({ ...current, policies: { plan: plan! } })).rejects.toThrow(
    'the run has the policies plan,tool'.replace(',', ', '),
  );
  const [first, ...rest] = plan!.tensors;
  const broken = { ...plan!, tensors: [{ ...first!, data: first!.data.map(() => Number.NaN) }, ...rest] };
  await expect(opened({ ...current, policies: { ...current.policies, plan: broken } })).rejects.toThrow('not finite');
});
