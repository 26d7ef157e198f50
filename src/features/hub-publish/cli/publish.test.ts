// `lab publish` and the trainer's verbs, from a run on disk to a scripted hub: what arrives is what the exports make.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { adapterFolder } from '../../../export/export';
import { exportRun } from '../../../export/export-formats';
import { bundleFile } from '../../../export/run-bundle';
import { bytesSource } from '../../../files/formats/byte-source';
import { openSafetensors } from '../../../files/formats/safetensors';
import type { FolderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk } from '../../../headless/model-files';
import { lab } from '../../../headless/run-words.fixture';
import type { TrainerHooks } from '../../../run/worker-feature';
import { formatsOf } from '../../../run/worker-feature';
import { workerFeatures } from '../../worker';
import type { PublishProgress, PublishWish } from '../shared/publication';
import { trainerPublish } from '../worker/trainer-publish';
import { type ScriptedHub, scriptedHub, writeToken } from './scripted-hub.test-data';
import { trainedFolder } from './trained-folder.test-data';

const root = mkdtempSync(join(tmpdir(), 'grove-publish-'));
const folder = join(root, 'run');
const page = join(root, 'page');
const licence = 'apache-2.0';
let hub: ScriptedHub;
let runStore: FolderRunStore;
let runId: string;

beforeAll(async () => {
  hub = await scriptedHub();
  runStore = await trainedFolder(folder);
  runId = await runStore.runId();
  await runStore.runs.update(runId, { tags: ['mine'], notes: 'For nobody else.' });
  builtPage();
});
afterEach(() => {
  hub.repositories.clear();
  hub.asked.length = 0;
  hub.fail = {};
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await hub.stop();
  rmSync(root, { recursive: true });
});

/** A page as the build leaves it, in little. */
const modelFiles = ['sprout', 'sprout-rooms'].flatMap((model) =>
  ['config.json', 'tokenizer.json', 'model.safetensors', 'README.md'].map((name) => `models/${model}/${name}`),
);

function builtPage(): void {
  const files = {
    'index.html': '<title>Grove</title><script type="module" src="./assets/index-AbCd_12-.js"></script>',
    'assets/index-AbCd_12-.js':
      '"./play-00000000.js"; new URL("pyodide.asm-11111111.wasm", import.meta.url); "not-a-file0.js"',
    'assets/play-00000000.js': 'new Worker(new URL("/assets/onnx.worker-2222222_.js", import.meta.url))',
    'assets/onnx.worker-2222222_.js': '"ort-33333333.wasm"',
    'assets/ort-33333333.wasm': '\0asm',
    'assets/pyodide.asm-11111111.wasm': '\0asm',
    'assets/other-44444444.js': 'nobody names it',
    'curves.svg': '<svg/>',
    ...Object.fromEntries(modelFiles.map((name) => [name, name])),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(page, name, '..'), { recursive: true });
    writeFileSync(join(page, name), text);
  }
}

const publish = (...words: string[]) => lab('publish', '--run', folder, '--to', 'ada/team', ...words);
const lying = (key: string) => hub.repositories.get(key)?.files ?? new Map<string, Uint8Array>();
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const frontMatter = (bytes: Uint8Array | undefined) =>
  parse(textOf(bytes).split('---\n')[1] ?? '') as Record<string, unknown>;

/** Byte by byte; `toEqual` takes seconds for megabytes. */
function expectSame(found: Uint8Array | undefined, expected: Uint8Array, name: string): void {
  expect(Buffer.compare(found ?? new Uint8Array(), expected), name).toBe(0);
}

async function expectTheExports(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const role of ['tool', 'plan'])
    for (const { name, bytes } of await adapterFolder(runStore, runId, role))
      expectSame(files.get(`${role}/${name}`), bytes, `${role}/${name}`);
  const run = await runStore.runs.get(runId);
  const bundle = await bundleFile(runStore, runId, new Date(run?.changedAt ?? 0), { forAll: true });
  expectSame(files.get(bundle.fileName), bundle.bytes, bundle.fileName);
}

/** What a trainer would lend. */
function hooks(heard: unknown[] = []): TrainerHooks {
  const given: Partial<TrainerHooks> = {
    runStore: async () => runStore as unknown as Awaited<ReturnType<TrainerHooks['runStore']>>,
    sessionParts: async ({ model }) =>
      ({ base: await baseModelFromDisk(model) }) as Awaited<ReturnType<TrainerHooks['sessionParts']>>,
    exportRun: (id, request) =>
      exportRun(
        { runStore, readBase: baseModelFromDisk, now: new Date(0), formats: formatsOf(workerFeatures) },
        id,
        request,
      ),
    announce: (news) => heard.push(news),
  };
  return given as TrainerHooks;
}

describe('a dry run', () => {
  it('lists every file without token or network', async () => {
    const { status, out, err } = await publish('--dry-run', '--private', '--hub', 'https://hub.invalid');
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(out).toMatch(/^Model ada\/team, private: 13 files, \d+ bytes$/m);
    for (const file of [
      'README.md',
      'tool/adapter_config.json',
      'plan/adapter_model.safetensors',
      'base/tokenizer.json',
    ])
      expect(out).toMatch(new RegExp(`^ +\\d+  ${file}$`, 'm'));
    expect(out).toMatch(/\.grove\.zip$/m);
    expect(out).toContain('Its licence is mit.');
    expect(out).toContain('Nothing was sent');
  });

  it('writes the very files, where it is asked to', async () => {
    const out = join(root, 'looked-at');
    const { err } = await publish('--dry-run', '--out', out);
    expect(err).toBe('');
    const card = textOf(readFileSync(join(out, 'model/README.md')));
    await publish('--yes', '--hub', hub.address, '--token', writeToken);
    expect(textOf(lying('model ada/team').get('README.md'))).toBe(card);
    expect((await publish('--out', out)).err).toContain('--dry-run');
  });

  it('is all that happens unless somebody says yes', async () => {
    const { status, out, err } = await publish('--hub', hub.address, '--token', writeToken);
    expect(out).toMatch(/^Model ada\/team, public/m);
    expect(err).toContain('--yes');
    expect(status).toBe(2);
    expect(hub.asked).toEqual([]);
  });
});

describe('lab publish', () => {
  it('sends the exports, a card and the base model', async () => {
    vi.stubEnv('HF_TOKEN', writeToken);
    vi.stubEnv('HF_ENDPOINT', hub.address);
    const { status, out, err } = await publish('--yes', '--licence', licence);
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(out).toContain(`Model: ${hub.address}/ada/team`);
    const files = lying('model ada/team');
    await expectTheExports(files);
    const listed = [...out.matchAll(/^ +(\d+) {2}(\S+)$/gm)].map(([, size, path]) => [path, Number(size)]);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.length])),
    );
    const base = await openSafetensors(bytesSource(files.get('base/model.safetensors') as Uint8Array, 'model'));
    expect(base.places.length).toBe((await baseModelFromDisk('sprout')).tensors.length);
  });

  it('writes a card that says what, how good and how', async () => {
    await publish('--yes', '--hub', hub.address, '--token', writeToken);
    const card = lying('model ada/team').get('README.md');
    expect(frontMatter(card)).toMatchObject({
      base_model: 'sprout',
      library_name: 'peft',
      license: 'mit',
      tags: expect.arrayContaining(['grove', 'multi-agent']),
    });
    const { before, after } = (await runStore.runs.get(runId)) ?? {};
    const shown = (share = 0) => `${(100 * share).toFixed(1)} %`;
    for (const rate of [before, after])
      expect(textOf(card)).toContain(
        `| ${shown(rate?.rate)} | ${shown(rate?.low)} – ${shown(rate?.high)} | ${rate?.n} |`,
      );
    expect(textOf(card)).toContain('npm run lab -- train --preset');
    expect(textOf(card)).toContain('team.load_adapter(f"{folder}/plan", adapter_name="plan")');
  });

  it('sends a Space that opens where the team plays', async () => {
    const { err } = await publish('--space', '--page', page, '--yes', '--hub', hub.address, '--token', writeToken);
    expect(err).toBe('');
    const files = lying('space ada/team');
    expect([...files.keys()].sort()).toEqual(
      [
        'README.md',
        'index.html',
        ...['index-AbCd_12-.js', 'play-00000000.js', 'onnx.worker-2222222_.js', 'ort-33333333.wasm'].map(
          (name) => `assets/${name}`,
        ),
        ...modelFiles,
        'open-play.js',
        'trained-team.zip',
        'recorded-run.json',
      ].sort(),
    );
    expect(frontMatter(files.get('README.md'))).toMatchObject({ sdk: 'static', models: ['ada/team'] });
    expect(textOf(files.get('index.html'))).toContain('<script src="./open-play.js">');
    expect(textOf(files.get('open-play.js'))).toContain('#/play/sokoban/1/trained-team.zip');
    const { bytes } = await hooks().exportRun(runId, { format: 'team' });
    expectSame(files.get('trained-team.zip'), bytes, 'trained-team.zip');
  });

  it.each([
    [['--space', '--page', join(root, 'nowhere')], 2, 'npm run build'],
    [['--to', 'ada/team'], 2, 'twice'],
  ])('refuses %j', async (words, status, says) => {
    const said = await publish(...words, '--yes', '--token', writeToken, '--hub', hub.address);
    expect(said.status).toBe(status);
    expect(said.err).toContain(says);
    expect(hub.asked).toEqual([]);
  });

  it.each(['team', 'ada/a team', 'ada/x/y', '-ada/team', 'ada/te--am', 'ada/team.git'])(
    'knows that %j is no name',
    async (name) => {
      const said = await lab('publish', '--run', folder, '--to', name, '--dry-run');
      expect(said.status).toBe(2);
      expect(said.err).toContain(name);
    },
  );

  it('says what is wrong in one line without the token', async () => {
    hub.fail.commit = { kind: 'status', status: 500, error: `trouble with ${writeToken}\nand more` };
    const { status, out, err } = await publish('--yes', '--token', writeToken, '--hub', hub.address);
    expect(status).toBe(1);
    expect(err).toMatch(/^lab: the hub has trouble[^\n]*\n$/);
    expect(`${out}${err}`).not.toContain(writeToken);
    expect([...hub.repositories.keys()]).toEqual([]);
  });

  it('asks for a token', async () => {
    vi.stubEnv('HF_TOKEN', '');
    const { status, err } = await publish('--yes', '--hub', hub.address);
    expect(status).toBe(1);
    expect(err).toContain('HF_TOKEN');
  });
});

describe('the trainer', () => {
  const wish: PublishWish = { name: 'ada/team', visibility: 'private' };

  it('sends what it listed', async () => {
    const heard: unknown[] = [];
    const verbs = trainerPublish(hooks(heard));
    const { asOf, repositories } = await verbs.dryRun(runId, wish);
    expect(hub.asked).toEqual([]);
    await verbs.publish(runId, { wish, asOf }, { hub: hub.address, token: writeToken });
    const files = lying('model ada/team');
    await expectTheExports(files);
    expect(repositories[0]?.files).toEqual([...files].map(([path, bytes]) => ({ path, bytes: bytes.length })));
    expect((heard.at(-1) as PublishProgress).what).toBe('done');
    expect(JSON.stringify(heard)).not.toContain(writeToken);
  });

  it('sends nothing else than what was listed', async () => {
    const verbs = trainerPublish(hooks());
    const { asOf } = await verbs.dryRun(runId, wish);
    const to = { hub: hub.address, token: writeToken };
    await expect(verbs.publish(runId, { wish: { ...wish, visibility: 'public' }, asOf }, to)).rejects.toThrow(
      'changed',
    );
    expect(hub.asked).toEqual([]);
  });

  it('stops when it is cancelled, and can begin again', async () => {
    const verbs = trainerPublish(hooks());
    const { asOf } = await verbs.dryRun(runId, wish);
    const to = { hub: hub.address, token: writeToken };
    hub.fail.batch = { kind: 'silent' };
    hub.onAsked = (endpoint) => void (endpoint === 'batch' && verbs.cancel());
    await expect(verbs.publish(runId, { wish, asOf }, to)).rejects.toMatchObject({ kind: 'cancelled' });
    expect([...hub.repositories.keys()]).toEqual([]);
    hub.fail = {};
    hub.onAsked = () => {};
    expect(await verbs.publish(runId, { wish, asOf }, to)).toHaveLength(1);
  });
});
