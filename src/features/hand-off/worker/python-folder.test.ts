// What the folder says is compared with golden files: golden/python/ (npx vitest -u writes them anew; read the
// difference). What real trainers make of it: e2e/foreign.
import 'fake-indexeddb/auto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { trainedRunStore } from '../../../export/take-home.test-data';
import { readRecordedRun } from '../../../files/formats/run-json';
import type { ArchivedFile } from '../../../files/formats/zip';
import type { RunConfig } from '../../../learning/config/run-config';
import { settingsFrom } from '../../../learning/config/run-config';
import { plainLanguage, tokenizerFrom } from '../../../learning/language/tokenizer';
import type { BaseModel } from '../../../models/base-model';
import { pythonFolder } from './python-folder';

const at = (name: string) => new Uint8Array(readFileSync(new URL(`../../../../${name}`, import.meta.url)));
const whole = readRecordedRun(at('public/recorded-run.json'), 'recorded-run.json');
const [firstTree] = whole.trees;
const recorded = {
  ...whole,
  trees: firstTree ? [firstTree] : [],
  run: { ...whole.run, name: 'Sokoban, seed 1', evaluations: {}, steps: whole.run.steps.slice(0, 4) },
};
const tokenizerJson = JSON.parse(new TextDecoder().decode(at('models/sprout/tokenizer.json')));
const base: BaseModel = {
  name: 'sprout',
  config: JSON.parse(new TextDecoder().decode(at('models/sprout/config.json'))),
  tokenizerJson,
  language: plainLanguage,
  tokenizer: tokenizerFrom(tokenizerJson),
  tensors: [{ name: 'model.layers.0.self_attn.q_proj.weight', shape: [8, 8], data: new Float32Array(64) }],
  hash: 'a205',
};
/** Settings written out, so that a preset that changes does not change the golden files. */
const settings = settingsFrom({
  steps: 240,
  branches: 16,
  learningRate: 1e-3,
  evaluateEvery: 10,
  normalisation: 'deviation',
});
const pair: Partial<RunConfig> = {
  worlds: [{ environment: 'sokoban', environmentSettings: { size: 6, boxes: 1 }, share: 1 }],
  team: 'tool-and-plan',
  wording: 'compact',
  policies: { tool: 'tool', plan: 'plan' },
  frozen: [],
  settings,
};

async function folderOf(changed: Partial<RunConfig> = {}, trees = recorded.trees): Promise<Map<string, ArchivedFile>> {
  const { runStore, runId } = await trainedRunStore({ ...recorded, trees }, base, { ...pair, ...changed });
  const files = await pythonFolder({ runStore, base, numbers: 'bf16' }, runId);
  return new Map(files.map((file) => [file.name, file]));
}
const textOf = (files: Map<string, ArchivedFile>, name: string) => new TextDecoder().decode(files.get(name)?.bytes);
const rowsOf = (files: Map<string, ArchivedFile>, name: string) =>
  textOf(files, name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

let files: Map<string, ArchivedFile>;
beforeAll(async () => {
  files = await folderOf();
});

describe('a run as a folder for Python', () => {
  it.each(['README.md', 'trl.json', 'verl/plan.yaml', 'run_verl.sh', 'pyproject.toml'])(
    '%s is the golden one',
    async (name) => {
      await expect(textOf(files, name)).toMatchFileSnapshot(`golden/python/${name.replace('verl/', '')}`);
    },
  );

  it('holds a package, and for each role that learns an adapter on the base model, questions and a configuration', () => {
    for (const role of ['tool', 'plan'])
      for (const name of [
        `adapters/${role}/adapter_model.safetensors`,
        `verl/${role}.yaml`,
        `data/${role}/validation.jsonl`,
      ])
        expect(files.has(name)).toBe(true);
    expect([...files.keys()].filter((name) => name.startsWith('grove_')).sort()).toEqual(
      [
        '__init__.py',
        'environment.py',
        'game.json',
        'rewards.py',
        'verl_reward.py',
        'world-server.mjs',
        'world.py',
      ].map((name) => `grove_sokoban_seed_1/${name}`),
    );
    expect(JSON.parse(textOf(files, 'models/base/tokenizer_config.json')).chat_template).toContain(
      "message['content']",
    );
  });

  it('asks the first role about problems to come, and later ones what they were asked in kept rollouts', () => {
    const [opening] = rowsOf(files, 'data/tool/train.jsonl');
    expect(JSON.parse(opening.reward_model.ground_truth).said).toEqual([]);
    const prompts = new Set(firstTree?.worlds.flatMap(({ groups }) => groups.map(({ prompt }) => prompt)));
    const asked = [...rowsOf(files, 'data/plan/train.jsonl'), ...rowsOf(files, 'data/plan/validation.jsonl')];
    expect(asked.length).toBeGreaterThan(5);
    for (const { prompt, extra_info: info } of asked) {
      expect(prompts.has(prompt[0].content)).toBe(true);
      expect(info.role).toBe('plan');
    }
  });

  it('asks in a step for no more questions than there are', () => {
    const plan = rowsOf(files, 'data/plan/train.jsonl').length;
    expect(plan).toBeLessThan(settings.worldsPerStep);
    expect(parse(textOf(files, 'verl/plan.yaml')).data.train_batch_size).toBe(plan);
    expect(parse(textOf(files, 'verl/tool.yaml')).data.train_batch_size).toBe(settings.worldsPerStep);
  });

  it('brings a server that Node runs as it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'grove-world-'));
    try {
      for (const name of ['world-server.mjs', 'game.json'])
        writeFileSync(join(folder, name), files.get(`grove_sokoban_seed_1/${name}`)?.bytes ?? '');
      const words = [join(folder, 'world-server.mjs'), join(folder, 'game.json')];
      const question = { id: 1, problems: { split: 'train', count: 2 } };
      const done = spawnSync(process.execPath, words, { input: `${JSON.stringify(question)}\n`, encoding: 'utf8' });
      expect(JSON.parse(done.stdout)).toMatchObject({ id: 1, problems: [{ world: 0 }, { world: 0 }] });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names roles that nobody was asked about, and leaves out those that do not learn', async () => {
    const unasked = await folderOf({}, []);
    expect(textOf(unasked, 'README.md')).toContain('The role "plan": no question to it is kept');
    expect(unasked.has('data/plan/train.jsonl')).toBe(false);
    const frozen = await folderOf({ frozen: ['plan'] });
    expect(frozen.has('data/plan/train.jsonl')).toBe(false);
    await expect(folderOf({ frozen: ['tool', 'plan'] })).rejects.toThrow('no role of this run learns');
  });

  it('refuses what is run in a sandbox', async () => {
    await expect(folderOf({ toolLanguage: 'python' })).rejects.toThrow('the role "tool" writes programs');
  });
});
