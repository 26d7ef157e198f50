// What leaves the lab is read back as a stranger would.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../files/formats/byte-source';
import { readRecordedRun } from '../files/formats/run-json';
import { readSafetensors } from '../files/formats/safetensors';
import { unzip } from '../files/formats/unzip';
import type { ArchivedFile } from '../files/formats/zip';
import { type BaseModel, readBaseModel } from '../models/base-model';
import type { ExportRequest } from '../run/trainer-api';
import { exportRun } from './export-formats';
import { adapterOn, trainedRunStore } from './take-home.test-data';

const at = (name: string) => new Uint8Array(readFileSync(new URL(`../../${name}`, import.meta.url)));
const recorded = readRecordedRun(at('public/recorded-run.json'), 'recorded-run.json');
const sproutFiles = ['config.json', 'tokenizer.json', 'model.safetensors'];
const modelFrom = (files: readonly ArchivedFile[]) =>
  readBaseModel('model', {
    name: 'model',
    files: files.map(({ name }) => name),
    open: async (file) => bytesSource(files.find(({ name }) => name === file)!.bytes, file),
  });

/** What parquetReadObjects hands out: whatever the columns hold. */
type Row = Readonly<Record<string, unknown>>;

let base: BaseModel;
let trained: Awaited<ReturnType<typeof trainedRunStore>>;
beforeAll(async () => {
  base = await modelFrom(sproutFiles.map((name) => ({ name, bytes: at(`models/sprout/${name}`) })));
  trained = await trainedRunStore(recorded, base);
});
const taken = (request: ExportRequest) =>
  exportRun({ runStore: trained.runStore, readBase: async () => base, now: new Date(0) }, trained.runId, request);

describe('merged models', () => {
  it('are folders that this lab itself loads, one for each policy, with W + α/r · B·A', async () => {
    const files = await unzip((await taken({ format: 'merged' })).bytes, 'merged.zip');
    const names = [
      'README.md',
      'config.json',
      'generation_config.json',
      'model.safetensors',
      'tokenizer.json',
      'tokenizer_config.json',
    ];
    for (const policy of ['tool', 'plan']) {
      const own = files
        .filter(({ name }) => name.startsWith(`${policy}/`))
        .map((file) => ({ ...file, name: file.name.slice(policy.length + 1) }));
      expect(own.map(({ name }) => name).sort()).toEqual([...names].sort());
      const model = await modelFrom(own);
      expect(model.tokenizer.encode('sokoban UURD')).toEqual(base.tokenizer.encode('sokoban UURD'));
      const weight = 'model.layers.1.mlp.up_proj.weight';
      const { tensors } = adapterOn(base, trained.config.settings.rank, policy);
      const [a, b] = ['A', 'B'].map(
        (half) => tensors.find(({ name }) => name.endsWith(`layers.1.mlp.up_proj.lora_${half}.weight`))!.data,
      );
      const rank = trained.config.settings.rank;
      const columns = a!.length / rank;
      const scale = trained.config.settings.loraAlpha / rank;
      const before = base.tensors.find(({ name }) => name === weight)!.data;
      const after = model.tensors.find(({ name }) => name === weight)!.data;
      for (const [row, column] of [
        [0, 0],
        [5, 7],
        [100, 95],
      ] as const) {
        let low = 0;
        for (let r = 0; r < rank; r++) low += b![row * rank + r]! * a![r * columns + column]!;
        expect(after[row * columns + column]).toBeCloseTo(before[row * columns + column]! + scale * low, 6);
      }
    }
  });

  it('name their tokens and their architecture as transformers and llama.cpp look for them', async () => {
    const files = await unzip((await taken({ format: 'merged', role: 'plan' })).bytes, 'plan.zip');
    const json = (file: string) => JSON.parse(new TextDecoder().decode(files.find(({ name }) => name === file)!.bytes));
    expect(json('config.json')).toMatchObject({
      architectures: ['Qwen3ForCausalLM'],
      eos_token_id: 0,
      torch_dtype: 'float32',
    });
    expect(json('tokenizer_config.json')).toMatchObject({
      tokenizer_class: 'PreTrainedTokenizerFast',
      eos_token: '<end>',
      unk_token: '<unk>',
    });
    expect(json('generation_config.json')).toEqual({
      bos_token_id: null,
      eos_token_id: 0,
      pad_token_id: 0,
      do_sample: false,
    });
  });

  it('are not made on another base model', async () => {
    const { runStore, runId } = await trainedRunStore(recorded, { ...base, hash: 'f00' });
    const parts = { runStore, readBase: async () => base, now: new Date(0) };
    await expect(exportRun(parts, runId, { format: 'merged' })).rejects.toThrow('stands on another base model (f00');
  });
});

describe.each(['merged', 'adapter'])('%s, in other numbers', (format) => {
  const tensorsOf = async (numbers?: 'f16' | 'bf16') => {
    const { bytes, fileName } = await taken({ format, role: 'plan', ...(numbers ? { numbers } : {}) });
    const weights = (await unzip(bytes, fileName)).find(({ name }) => name.endsWith('.safetensors'));
    return readSafetensors(weights!.bytes, fileName);
  };

  it.each([
    ['f16', 'F16', 2 ** -10],
    ['bf16', 'BF16', 2 ** -7],
  ] as const)('comes in %s, rounded to nearest', async (numbers, type, step) => {
    const [whole, half] = [await tensorsOf(), await tensorsOf(numbers)];
    expect(new Set(half.entries.map((entry) => entry.type))).toEqual(new Set([type]));
    for (const { name, data } of whole.tensors()) {
      const rounded = half.tensor(name).data;
      const allowed = (value: number) => Math.max((Math.abs(value) * step) / 2, 2 ** -25);
      expect(
        data.every((value, index) => Math.abs(rounded[index]! - value) <= allowed(value)),
        name,
      ).toBe(true);
    }
  });
});

describe('rollouts', () => {
  const branches = recorded.trees.flatMap(({ worlds }) =>
    worlds.flatMap(({ groups }) => groups.flatMap((group) => group.branches)),
  );

  it('are a Parquet table with a row for each branch', async () => {
    const { fileName, bytes } = await taken({ format: 'parquet' });
    expect(fileName).toMatch(/-rollouts\.parquet$/);
    const rows = (await parquetReadObjects({ file: bytes.buffer })) as Row[];
    expect(rows).toHaveLength(branches.length);
    expect(rows.map(({ text }) => text)).toEqual(branches.map(({ text }) => text));
    expect(rows.map(({ reward }) => reward)).toEqual(branches.map(({ reward }) => reward));
    expect(rows.map(({ tokens }) => tokens)).toEqual(branches.map(({ token_T }) => token_T));
    expect(rows.map(({ token_logps }) => token_logps)).toEqual(branches.map(({ logp_T }) => logp_T));
    expect(rows.map(({ term_team }) => term_team)).toEqual(branches.map(({ terms }) => terms['team']));
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const key = `${row['step']} ${row['world']} ${row['group']}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    for (const group of groups.values()) {
      expect(new Set(group.map(({ prompt }) => prompt)).size, 'prompts of a group').toBe(1);
      expect(group.filter(({ is_trunk }) => is_trunk)).toHaveLength(1);
    }
    const meta = Object.fromEntries(
      parquetMetadata(bytes.buffer).key_value_metadata!.map(({ key, value }) => [key, value]),
    );
    expect(meta['columns']).toContain('| `advantage` | number |');
  });

  it('are the same in JSONL', async () => {
    const table = (await parquetReadObjects({ file: (await taken({ format: 'parquet' })).bytes.buffer })) as Record<
      string,
      unknown
    >[];
    const lines = new TextDecoder()
      .decode((await taken({ format: 'jsonl' })).bytes)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(table.length);
    const plain = (row: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
      );
    lines.forEach((line, index) => expect(JSON.parse(line)).toEqual(plain(table[index]!)));
  });

  it('say so when no tree is kept', async () => {
    const { runStore, runId } = await trainedRunStore({ ...recorded, trees: [] }, base);
    const parts = { runStore, readBase: async () => base, now: new Date(0) };
    await expect(exportRun(parts, runId, { format: 'parquet' })).rejects.toThrow('no rollout tree of this run is kept');
  });
});

it('a format refuses what it cannot heed', async () => {
  await expect(taken({ format: 'bundle', role: 'plan' })).rejects.toThrow('the format "bundle" knows no "role"');
});
