// Files are hostile until checked: ten thousand seeded mutations of small safetensors, GGUF, tokenizer and adapter
// files. Each must be read, or refused in one line that names what is wrong – without a crash, a hang, or memory beyond
// a bound. FUZZ=10000 npx vitest run src/export/hostile-files.test.ts runs as many of each kind.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Rng, rngFrom } from '../basics/rng';
import type { Language } from '../contract/language';
import { bytesSource } from '../files/formats/byte-source';
import { checkpointBytes, checkpointFrom } from '../files/formats/checkpoint-file';
import { readGgufHeader } from '../files/formats/gguf/header';
import { openGguf } from '../files/formats/gguf/open-gguf';
import type { ModelParts } from '../files/formats/model-parts';
import { peftFolder, readPeftFolder } from '../files/formats/peft';
import { openSafetensors, readSafetensors, writeSafetensors } from '../files/formats/safetensors';
import type { TensorSource } from '../files/formats/tensor-source';
import { minutes, seconds } from '../headless/patience.mjs';
import { tokenizerFrom } from '../learning/language/tokenizer';
import { readBaseModel } from '../models/base-model';
import { tried } from './hostile-files.fixture';

const rounds = Number(process.env['FUZZ'] ?? 2500);
/** The slowest honest read of these files takes a few milliseconds. */
const slowMs = 2000;
/** Bytes of f32 for each byte of a file: four bits become thirty-two. */
const growth = 8;

const golden = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../files/formats/gguf/golden/${name}`, import.meta.url)));
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

async function fuzz(name: string, mutant: (rng: Rng) => () => Promise<unknown>): Promise<void> {
  const counts = { read: 0, refused: 0 };
  let slowest = 0;
  for (let round = 0; round < rounds; round++) {
    const read = mutant(rngFrom('hostile files', name, round));
    const begun = process.cpuUsage(); // not the clock: the machine may be busy with other things
    try {
      counts[await tried(read)]++;
    } catch (error) {
      throw new Error(`${name}, mutation ${round}: ${(error as Error).stack}`);
    }
    slowest = Math.max(slowest, process.cpuUsage(begun).user / 1000);
  }
  expect(slowest, 'ms of the slowest').toBeLessThan(slowMs);
  expect(counts.refused, 'refused').toBeGreaterThan(rounds / 4);
  expect(counts.read, 'still readable').toBeGreaterThan(0);
}

/** All tensors, one at a time; none may be larger than the file can hold. */
async function readAll({ places, read }: TensorSource, fileBytes: number): Promise<void> {
  for (const { name } of places) {
    const { data } = await read(name);
    expect(data.byteLength).toBeLessThanOrEqual(growth * fileBytes);
  }
}

function use({ tokenizerJson, language }: Pick<ModelParts, 'tokenizerJson' | 'language'>): void {
  const tokenizer = tokenizerFrom(tokenizerJson, language);
  const ids = tokenizer.encode('sokoban 1 start\n#@$.# plan: UURD 12 é');
  tokenizer.decode(ids);
  tokenizer.pieces(ids);
}

describe('hostile files', { timeout: minutes + 0.06 * rounds * seconds }, () => {
  beforeAll(() => {
    // the tokenizers library complains of patterns it does not know
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  it(`${rounds} safetensors files`, async () => {
    const whole = writeSafetensors([
      { name: 'model.a', shape: [4, 3], data: new Float32Array(12).fill(1) },
      { name: 'model.b', shape: [5], data: new Float32Array(5).fill(-2) },
      { name: 'c', shape: [], data: Float32Array.of(3) },
    ]);
    await fuzz('safetensors', (rng) => {
      const bytes = mutated(whole, 240, rng);
      return async () => readAll(await openSafetensors(bytesSource(bytes, 'x.safetensors')), bytes.length);
    });
  });

  it(`${rounds} GGUF files`, async () => {
    const files = ['llama', 'qwen2', 'qwen3', 'llama3'].map((family) => golden(`${family}.gguf`));
    await fuzz('gguf', (rng) => {
      const whole = rng.pick(files);
      const bytes = mutated(whole, 9000, rng); // header and vocabulary; the rest are numbers
      return async () => {
        const parts = await openGguf(bytesSource(bytes, 'x.gguf'));
        await readAll(parts.tensors, bytes.length);
        use(parts);
      };
    });
  });

  it(`${rounds} tokenizers`, async () => {
    const ours: unknown = JSON.parse(
      readFileSync(new URL('../../models/sprout/tokenizer.json', import.meta.url), 'utf8'),
    );
    const { tokenizerJson, language } = await openGguf(bytesSource(golden('qwen2.gguf'), 'qwen2.gguf'));
    const known: [unknown, Language][] = [
      [ours, { endToken: '<end>' }],
      [tokenizerJson, language],
    ];
    await fuzz('tokenizer', (rng) => {
      const [json, facts] = rng.pick(known);
      const changed = mutatedJson(json, rng);
      return async () => use({ tokenizerJson: changed as Record<string, unknown>, language: facts });
    });
  });

  it(`${rounds} adapters`, async () => {
    const lora = (matrix: 'A' | 'B') => ({
      name: `model.layers.0.self_attn.q_proj.lora_${matrix}.weight`,
      shape: matrix === 'A' ? [4, 6] : [6, 4],
      data: new Float32Array(24).fill(0.5),
    });
    const card = {
      name: 'a',
      roles: ['plan'],
      environment: 'Sokoban',
      baseModel: 'm',
      baseHash: 'f',
      runName: 'r',
      steps: 1,
      seed: 1,
    };
    const files = peftFolder({ tensors: [lora('A'), lora('B')], rank: 4, alpha: 8, card: { ...card, settings: {} } });
    const config: unknown = JSON.parse(
      new TextDecoder().decode(files.find(({ name }) => name === 'adapter_config.json')!.bytes),
    );
    await fuzz('adapter', (rng) => {
      const inWeights = rng.number() < 0.5;
      const changed = files.map((file) => {
        if (file.name.endsWith('.safetensors'))
          return inWeights ? { ...file, bytes: mutated(file.bytes, 300, rng) } : file;
        return file.name === 'adapter_config.json' && !inWeights
          ? { ...file, bytes: text(mutatedJson(config, rng)) }
          : file;
      });
      return async () => readPeftFolder(changed, 'adapter');
    });
  });
});

/** In each kind of file one number that is not finite, or a tensor that nobody asked for. */
describe('files that are whole and yet wrong', () => {
  const odd = { name: 'NaN', put: (bytes: Uint8Array, at: number) => bytes.set([0, 0, 0xc0, 0x7f], at) };
  const tensor = (name: string, shape: number[]) => ({
    name,
    shape,
    data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(0.5),
  });

  it('a checkpoint', () => {
    const policy = {
      kind: 'adapter',
      tensors: [tensor('a', [2]), tensor('b', [1])],
      moment1: new Float32Array(3),
      moment2: new Float32Array(3),
      updates: 1,
    } as const;
    const whole = checkpointBytes({ step: 1, configHash: 'c', policies: { plan: policy } });
    expect(checkpointFrom(whole, 'x').step).toBe(1);
    for (const [index, name] of ['plan/a', 'plan/a', 'plan/b', 'plan//moment1'].entries()) {
      const bytes = whole.slice();
      odd.put(bytes, whole.length - 4 * (9 - index));
      expect(() => checkpointFrom(bytes, 'x.safetensors')).toThrow(
        `x.safetensors: tensor "${name}" has 1 number that is not finite (the first is NaN`,
      );
    }
    const { tensors, metadata } = readSafetensors(whole, 'x');
    const more = writeSafetensors([...tensors(), tensor('plan/c', [2])], metadata);
    expect(() => checkpointFrom(more, 'x')).toThrow(
      'x: has a tensor "plan/c" that its notes on the policies do not name',
    );
  });

  it('an adapter', () => {
    const lora = [tensor('layers.0.mlp.up_proj.lora_A', [4, 6]), tensor('layers.0.mlp.up_proj.lora_B', [8, 4])];
    const card = {
      name: 'a',
      roles: ['plan'],
      environment: 'Sokoban',
      baseModel: 'm',
      baseHash: 'f',
      runName: 'r',
      steps: 1,
      seed: 1,
      settings: {},
    };
    const files = peftFolder({ tensors: lora, rank: 4, alpha: 8, card });
    const withWeights = (bytes: Uint8Array<ArrayBuffer>) => () =>
      readPeftFolder(
        files.map((file) => (file.name.endsWith('.safetensors') ? { ...file, bytes } : file)),
        'adapter',
      );
    const weights = files.find(({ name }) => name.endsWith('.safetensors'))!.bytes as Uint8Array<ArrayBuffer>;
    expect(withWeights(weights)().tensors).toHaveLength(2);
    const hurt = weights.slice();
    odd.put(hurt, hurt.length - 4);
    expect(withWeights(hurt)).toThrow(
      'up_proj.lora_B.weight" has 1 number that is not finite (the first is NaN, number 32 of 32)',
    );
    const strange = tensor('base_model.model.lm_head.weight', [8, 4]);
    expect(withWeights(writeSafetensors([...readSafetensors(weights, 'x').tensors(), strange]))).toThrow(
      '"base_model.model.lm_head.weight" is no LoRA matrix of a decoder layer',
    );
  });

  it('a GGUF file: a block’s scale, a tensor of another family', async () => {
    const whole = golden('llama.gguf');
    const clean = await readBaseModel('x', ggufOf(whole));
    expect(clean.tensors.length).toBeGreaterThan(0);
    const { tensors } = await readGgufHeader(bytesSource(whole, 'x.gguf'));
    for (const type of new Set(tensors.map((one) => one.type.name))) {
      const place = tensors.find((one) => one.type.name === type)!;
      const bytes = whole.slice();
      // in every type some number of the block, or its scale, is NaN
      bytes.fill(0xff, place.start, place.start + place.type.bytes);
      await expect(readBaseModel('x', ggufOf(bytes)), type).rejects.toThrow(`tensor "${place.name}" has`);
    }
    const { config } = JSON.parse(new TextDecoder().decode(golden('llama.json'))) as {
      config: { num_hidden_layers: number };
    };
    const last = `blk.${config.num_hidden_layers - 1}.attn_norm`;
    const renamed = Buffer.from(whole);
    renamed.write(`blk.9.attn_norm`, renamed.indexOf(last), 'latin1');
    await expect(readBaseModel('x', ggufOf(new Uint8Array(renamed)))).rejects.toThrow('input_layernorm.weight"');
  });
});

const ggufOf = (bytes: Uint8Array) => ({
  name: 'x',
  files: ['x.gguf'],
  open: async () => bytesSource(bytes, 'x.gguf'),
});

const numbers = [0, 1, -1, 255, 65_535, 2 ** 31, 2 ** 32 - 1, 2 ** 53, Number.MAX_VALUE, 0.5];

/** One to four changes, most of them among the first `head` bytes, where counts, lengths and names are. */
function mutated(whole: Uint8Array, head: number, rng: Rng): Uint8Array<ArrayBuffer> {
  let bytes: Uint8Array<ArrayBuffer> = whole.slice();
  for (let change = rng.integer(4); change >= 0; change--) {
    const within = rng.number() < 0.85 ? Math.min(head, bytes.length) : bytes.length;
    const at = rng.integer(Math.max(1, within));
    const length = rng.integer(40);
    switch (rng.integer(7)) {
      case 0:
        bytes[at] = rng.integer(256);
        break;
      case 1:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << rng.integer(8));
        break;
      case 2: // a length or count that claims too much
        if (at + 8 <= bytes.length) new DataView(bytes.buffer).setBigUint64(at, 1n << BigInt(rng.integer(64)), true);
        break;
      case 3:
        bytes = bytes.slice(0, at);
        break;
      case 4:
        bytes = joined(bytes.slice(0, at), bytes.slice(at + length));
        break;
      case 5:
        bytes = joined(bytes.slice(0, at), bytes.slice(at, at + length), bytes.slice(at));
        break;
      default:
        bytes.fill(rng.integer(256), at, at + length);
    }
  }
  return bytes;
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** One to three members somewhere in the tree replaced, removed or renamed. */
function mutatedJson(value: unknown, rng: Rng): unknown {
  const changed: unknown = structuredClone(value);
  for (let change = rng.integer(3); change >= 0; change--) {
    let place = changed as Record<string, unknown>;
    for (let depth = rng.integer(6); depth > 0; depth--) {
      const inner = Object.values(place).filter((member) => typeof member === 'object' && member !== null);
      if (inner.length === 0) break;
      place = rng.pick(inner) as Record<string, unknown>;
    }
    const keys = Object.keys(place);
    const key = keys.length > 0 ? rng.pick(keys) : 'new';
    const others = [null, true, '', 'BPE', '(', '\\', [], {}, [[]], [null], 'x'.repeat(1000), ...numbers];
    if (rng.number() < 0.2) delete place[key];
    else if (rng.number() < 0.15) place[`${key}2`] = place[key];
    else place[key] = rng.pick(others);
  }
  return JSON.parse(JSON.stringify(changed)); // as it comes out of a file
}
