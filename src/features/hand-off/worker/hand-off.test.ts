// The folder is compared with golden files: golden/ (npx vitest -u writes them anew; read the difference).
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { trainedRunStore } from '../../../export/take-home.test-data';
import { hashOfJson } from '../../../files/formats/hash';
import { readRecordedRun } from '../../../files/formats/run-json';
import type { ArchivedFile } from '../../../files/formats/zip';
import type { RunConfig } from '../../../learning/config/run-config';
import { settingsFrom } from '../../../learning/config/run-config';
import { splitOfSeed } from '../../../learning/environments/splits';
import { plainLanguage, tokenizerFrom } from '../../../learning/language/tokenizer';
import type { BaseModel } from '../../../models/base-model';
import { handOffFolder } from './hand-off';
import { type PettingllmsConfig, pettingllmsSchema, pettingllmsYaml } from './pettingllms-config';
import { lengthFor } from './sudoku-file';

const at = (name: string) => new Uint8Array(readFileSync(new URL(`../../../../${name}`, import.meta.url)));
const whole = readRecordedRun(at('public/recorded-run.json'), 'recorded-run.json');
const recorded = {
  ...whole,
  trees: [],
  run: { ...whole.run, name: 'Sokoban, seed 1', evaluations: {}, steps: whole.run.steps.slice(0, 4) },
};
const tokenizerJson = JSON.parse(new TextDecoder().decode(at('models/sprout/tokenizer.json')));
const weight = { name: 'model.layers.0.self_attn.q_proj.weight', shape: [8, 8], data: new Float32Array(64) };
const base: BaseModel = {
  name: 'sprout',
  config: JSON.parse(new TextDecoder().decode(at('models/sprout/config.json'))),
  tokenizerJson,
  language: plainLanguage,
  tokenizer: tokenizerFrom(tokenizerJson),
  tensors: [weight],
  hash: 'a205',
};
/** Settings written out, so that a preset that changes does not change the golden files. */
const settings = settingsFrom({ steps: 240, branches: 16, learningRate: 1e-3, evaluateEvery: 10 });
const pair: Partial<RunConfig> = {
  worlds: [{ environment: 'sokoban', environmentSettings: { size: 6, boxes: 1 }, share: 1 }],
  team: 'tool-and-plan',
  wording: 'compact',
  policies: { tool: 'tool', plan: 'plan' },
  frozen: [],
  settings,
};

async function folderOf(changed: Partial<RunConfig> = {}): Promise<Map<string, ArchivedFile>> {
  const { runStore, runId } = await trainedRunStore(recorded, base, { ...pair, ...changed });
  const files = await handOffFolder({ runStore, base, numbers: 'bf16' }, runId);
  return new Map(files.map((file) => [file.name, file]));
}
const textOf = (files: Map<string, ArchivedFile>, name: string) => new TextDecoder().decode(files.get(name)!.bytes);
const yamlOf = (files: Map<string, ArchivedFile>): PettingllmsConfig =>
  parse(textOf(files, 'config/sokoban_seed_1.yaml'));

let files: Map<string, ArchivedFile>;
beforeAll(async () => {
  files = await folderOf();
});

describe('the folder of a run with a policy for each role', () => {
  it('holds configuration, script, faults, models, adapters and the run', () => {
    const inFolder = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`);
    const model = [
      'README.md',
      'config.json',
      'generation_config.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ];
    const adapter = ['README.md', 'adapter_config.json', 'adapter_model.safetensors'];
    const expected = [
      ...['README.md', 'FAULTS.md', 'run.sh', 'run.json', 'config/sokoban_seed_1.yaml'],
      ...['tool', 'plan'].flatMap((policy) => [
        ...inFolder(`models/${policy}`, model),
        ...inFolder(`adapters/${policy}`, adapter),
      ]),
    ];
    expect([...files.keys()].sort()).toEqual(expected.sort());
  });

  it.each(['README.md', 'FAULTS.md', 'run.sh', 'config/sokoban_seed_1.yaml'])('%s is the golden one', async (name) => {
    await expect(textOf(files, name)).toMatchFileSnapshot(`golden/${name.replace('config/', '')}`);
  });
});

describe('the configuration', () => {
  it('is "full" with a model for each policy, "prompt" where one is shared; one without LoRA either way', async () => {
    expect(yamlOf(files)).toMatchObject({ specialization: 'full', lora_rank: 0, training: { lora_rank: 0 } });
    expect(Object.keys(yamlOf(files).models)).toEqual(['model_0', 'model_1']);
    const shared = yamlOf(await folderOf({ policies: { tool: 'shared', plan: 'shared' } }));
    expect(shared).toMatchObject({ specialization: 'prompt', base_models: { policy_0: { path: 'models/shared' } } });
    expect(Object.keys(shared.models)).toEqual(['model_0']);
  });

  it('names frozen and untrained roles, who still need a model', async () => {
    const some = await folderOf({ policies: { tool: 'base', plan: 'plan' } });
    expect(yamlOf(some).multi_agent_interaction).toMatchObject({ agent_untrained: ['tool_call_agent'] });
    expect(some.has('models/base/model.safetensors')).toBe(true);
    expect(some.has('adapters/tool/adapter_model.safetensors')).toBe(false);
    expect(yamlOf(await folderOf({ frozen: ['plan'] })).multi_agent_interaction).toMatchObject({
      agent_untrained: ['plan_agent'],
    });
  });

  it('has no key that the trainer does not read, and no reference that leads nowhere', () => {
    const config = yamlOf(files);
    expect(pettingllmsSchema.safeParse(config).success).toBe(true);
    const wrong: readonly (readonly [PettingllmsConfig, RegExp])[] = [
      [{ ...config, lora_rang: 4 } as unknown as PettingllmsConfig, /lora_rang/],
      [{ ...config, lora_rank: 16 as 0 }, /lora_rank/],
      [{ ...config, specialization: 'prompt' }, /"prompt" is for one model/],
      [{ ...config, multi_agent_interaction: { turn_order: ['nobody'], parallel: false } }, /nobody: no such agent/],
      [{ ...config, base_models: { policy_0: config.base_models['policy_0']! } }, /no base model|every base model/],
    ];
    for (const [given, fault] of wrong) expect(() => pettingllmsYaml(given, '')).toThrow(fault);
    const astray = structuredClone(config);
    astray.models['model_0']!.path = astray.models['model_0']!.path.replace('policy_0', 'policy_7');
    expect(() => pettingllmsYaml(astray, '')).toThrow('base_models.policy_7.path} leads nowhere');
  });

  it('keeps the paper’s lengths where the model has positions for them', async () => {
    const { runStore, runId } = await trainedRunStore(recorded, base, pair);
    const roomy = { ...base, config: { ...base.config, max_position_embeddings: 40_960 } };
    const folder = await handOffFolder({ runStore, base: roomy, numbers: 'f32' }, runId);
    const yaml = parse(new TextDecoder().decode(folder.find(({ name }) => name.endsWith('.yaml'))!.bytes));
    expect(yaml.training).toMatchObject({ max_prompt_length: 16_384, max_response_length: 4096 });
  });
});

describe('Sudoku problems', () => {
  it('lie where their loader looks for training and for validation, and never meet', async () => {
    const small = { ...settings, worldsPerStep: 1 };
    const sudoku = await folderOf({
      worlds: [{ environment: 'sudoku', environmentSettings: { size: 4, blanks: 6 }, share: 1 }],
      settings: small,
    });
    const written = textOf(sudoku, 'datasets/sudoku_environments/sudoku_4x4.json');
    expect(textOf(sudoku, 'data/sudoku_environments/sudoku_4x4.json')).toBe(written);
    const entries = JSON.parse(written) as { id: number; seed: number; puzzle: number[][]; filled_cells: number }[];
    expect(Object.keys(entries[0]!)).toEqual([
      'id',
      'size',
      'seed',
      'puzzle',
      'filled_cells',
      'total_cells',
      'fill_ratio',
      'difficulty',
    ]);
    for (let seed = 0; seed < 200; seed++) expect(splitOfSeed(entries[seed % entries.length]!.seed)).toBe('train');
    for (let seed = 100_000; seed < 100_100; seed++)
      expect(splitOfSeed(entries[seed % entries.length]!.seed)).toBe('validation');
    expect(
      entries.every(({ puzzle, filled_cells }) => puzzle.flat().filter((cell) => cell > 0).length === filled_cells),
    ).toBe(true);
    expect(yamlOf(sudoku).env).toMatchObject({ benchmark: 'suduku', map_size: 4 });
    expect(textOf(sudoku, 'FAULTS.md')).toContain('Clues are not compared');
  });

  it.each([
    [200, 100],
    [6400, 201],
    [12_800, 201],
    [99_000, 300],
  ])('%i for training and %i for validation stay apart', (training, validation) => {
    const { length, validationAt } = lengthFor(training, validation);
    expect(validationAt).toBe(100_000 % length);
    expect(validationAt).toBeGreaterThanOrEqual(training);
    expect(validationAt + validation).toBeLessThanOrEqual(length);
  });
});

it('a run on problems from a file hands off those problems, and says so where they are not kept', async () => {
  const problems = Array.from({ length: 60 }, (_, index) => ({ question: `${index} + 1?`, answer: `${index + 1}` }));
  const named = { world: 'maths', name: 'sums', hash: await hashOfJson(problems) };
  const { runStore, runId } = await trainedRunStore(recorded, base, {
    ...pair,
    worlds: [{ environment: 'maths/sums', environmentSettings: {}, share: 1 }],
    team: 'maths-tool-and-reasoner',
    definitions: { problems: [named] },
    policies: { tool: 'tool', reasoner: 'reasoner' },
  });
  const handing = { runStore, base, numbers: 'bf16' } as const;
  const files = await handOffFolder({ ...handing, readProblems: async () => problems }, runId);
  const written = files.find(({ name }) => name === 'data/math/train/grove.parquet')!;
  const rows = await parquetReadObjects({ file: written.bytes.slice().buffer });
  expect(rows.length).toBeGreaterThan(30);
  expect(problems).toEqual(
    expect.arrayContaining(rows.map(({ question, solution }) => ({ question, answer: solution }))),
  );
  expect(new TextDecoder().decode(files[0]!.bytes)).toContain('A run of Grove – Maths: sums');
  await expect(handOffFolder(handing, runId)).rejects.toThrow('the maths problems "sums" are not kept here');
});

it('a world that PettingLLMs does not have is named', async () => {
  await expect(
    folderOf({ worlds: [{ environment: 'blocksworld', environmentSettings: { blocks: 4 }, share: 1 }] }),
  ).rejects.toThrow(
    'PettingLLMs has no world that works for "blocksworld": a run can be handed off in sokoban, plan-path, sudoku, maths, code',
  );
});
