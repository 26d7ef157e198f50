import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { patchTensor } from '../../contract/patches';
import type { NamedTensor } from '../../contract/weights';
import type { AdapterCard } from './model-card';
import { peftFolder, readPeftFolder, readPeftZip, tensorsFor } from './peft';
import { loraPlaceOf, peftNameOf } from './peft-names';
import { readSafetensors } from './safetensors';
import { zipOf } from './zip';

const rank = 2;
const sizes = { 'self_attn.q_proj': [6, 4], 'mlp.down_proj': [4, 10] } as const; // [out, in]
const tensors: NamedTensor[] = [0, 1].flatMap((layer) =>
  Object.entries(sizes).flatMap(([module, [out, into]]) => [
    {
      name: `layers.${layer}.${module}.lora_A`,
      shape: [rank, into],
      data: Float32Array.from({ length: rank * into }, (_, at) => layer + at / 7),
    },
    {
      name: `layers.${layer}.${module}.lora_B`,
      shape: [out, rank],
      data: Float32Array.from({ length: out * rank }, (_, at) => -at / 3),
    },
  ]),
);
const card: AdapterCard = {
  name: 'sokoban-plan',
  roles: ['plan'],
  environment: 'Sokoban',
  baseModel: 'sprout',
  baseHash: 'ab'.repeat(32),
  runName: 'Monday | first',
  steps: 100,
  seed: 3,
  settings: { learningRate: 5e-4, branches: 8 },
  result: { rate: 0.955, low: 0.917, high: 0.976, n: 200 },
};
const folder = () => peftFolder({ tensors, rank, alpha: 4, card });
const textOf = (name: string) => new TextDecoder().decode(folder().find((file) => file.name === name)?.bytes);
const withConfig = (change: object) =>
  folder().map((file) =>
    file.name === 'adapter_config.json'
      ? {
          ...file,
          bytes: new TextEncoder().encode(JSON.stringify({ ...JSON.parse(textOf('adapter_config.json')), ...change })),
        }
      : file,
  );

describe('PEFT folder', () => {
  it('names tensors exactly as PEFT does, A [rank, in] and B [out, rank]', () => {
    const weights = folder().find((file) => file.name === 'adapter_model.safetensors');
    const file = readSafetensors(weights!.bytes, 'adapter_model.safetensors');
    expect(file.metadata).toEqual({ format: 'pt' });
    expect(file.tensor('base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight')).toEqual({
      ...tensors[0],
      name: expect.any(String),
    });
    expect(file.tensor('base_model.model.model.layers.1.mlp.down_proj.lora_B.weight').shape).toEqual([4, rank]);
    expect(file.entries.length).toBe(tensors.length);
  });

  it('writes the configuration that PEFT reads', () => {
    expect(JSON.parse(textOf('adapter_config.json'))).toMatchObject({
      peft_type: 'LORA',
      task_type: 'CAUSAL_LM',
      r: 2,
      lora_alpha: 4,
      lora_dropout: 0,
      bias: 'none',
      target_modules: ['down_proj', 'q_proj'],
      base_model_name_or_path: 'sprout',
      inference_mode: true,
      fan_in_fan_out: false,
    });
  });

  it('carries a card that says what it is, how it was made and how good it is', () => {
    const text = textOf('README.md');
    expect(text).toMatch(/^---\nbase_model: "sprout"\nlibrary_name: peft\n/);
    expect(text).toContain('95.5 % of 200 (95 % interval 91.7 % – 97.6 %)');
    expect(text).toContain('| Solved by the untrained team | not measured |');
    expect(text).toContain('Monday \\| first, 100 steps, seed 3');
    expect(text).toContain('PeftModel.from_pretrained');
    expect(text).toContain('| learningRate | 0.0005 |');
  });

  it('comes back out of a zip, under the policy’s own names and order', async () => {
    const archive = await zipOf(
      folder().map((file) => ({ ...file, name: `sokoban-plan/${file.name}` })),
      new Date(0),
    );
    expect(Object.keys(unzipSync(archive))).toContain('sokoban-plan/adapter_config.json');
    const adapter = await readPeftZip(archive, 'sokoban-plan.zip');
    expect(adapter).toMatchObject({ rank: 2, alpha: 4, baseModel: 'sprout', targets: ['down_proj', 'q_proj'] });
    const reversed = tensors.toReversed();
    expect(tensorsFor(reversed, adapter)).toEqual(reversed);
  });

  it('knows a matrix by every usual form of its name, and nothing else', () => {
    const peft = 'base_model.model.model.layers.3.mlp.up_proj.lora_B.weight';
    for (const name of [peft, 'model.layers.3.mlp.up_proj.lora_B.weight', 'layers.3.mlp.up_proj.lora_B']) {
      const place = loraPlaceOf(name);
      expect(place && peftNameOf(place)).toBe(peft);
    }
    for (const name of ['model.layers.3.mlp.up_proj.weight', 'lm_head.lora_A.weight', `x.${peft}`])
      expect(loraPlaceOf(name)).toBeUndefined();
  });

  it('refuses to write what is no whole adapter', () => {
    const write = (given: NamedTensor[]) => () => peftFolder({ tensors: given, rank, alpha: 4, card });
    expect(write([])).toThrow('got none');
    expect(write(tensors.slice(1))).toThrow('has no partner');
    expect(write([{ name: 'model.norm.weight', shape: [1], data: Float32Array.of(1) }])).toThrow(
      'got "model.norm.weight"',
    );
    expect(() => peftFolder({ tensors, rank: 3, alpha: 4, card })).toThrow('has shape [2,4], expected [3, in]');
  });

  it.each([
    [{ peft_type: 'IA3' }, 'expected "peft_type": "LORA", got "IA3"'],
    [{ use_rslora: true }, 'expected "use_rslora": false, got true'],
    [{ bias: 'all' }, 'expected "bias": "none", got "all"'],
    [{ rank_pattern: { q_proj: 4 } }, '"rank_pattern" has 1 exceptions'],
    [{ r: 'two' }, 'adapter_config.json: r:'],
    [{ r: 3 }, 'adapter_model.safetensors: "base_model'],
  ])('refuses a folder whose configuration says %j', (change, fault) => {
    expect(() => readPeftFolder(withConfig(change), 'mine')).toThrow(fault);
  });

  it('names the file that is missing', () => {
    expect(() => readPeftFolder(folder().slice(1), 'mine')).toThrow(
      'mine: is no PEFT adapter: it has no adapter_model.safetensors',
    );
    expect(() => readPeftFolder([], 'mine')).toThrow('(it has no files)');
  });

  it('refuses an adapter that was made for another model', () => {
    const adapter = readPeftFolder(folder(), 'mine');
    expect(() => tensorsFor(tensors.slice(2), adapter)).toThrow('the policy has 6 adapter tensors, the file 8');
    const wider = tensors.map((tensor) => (tensor.name.endsWith('lora_A') ? { ...tensor, shape: [rank, 99] } : tensor));
    expect(() => tensorsFor(wider, adapter)).toThrow("has shape [2,99], the adapter's [2,4]");
  });

  it('keeps a patch encoder in a file of its own, says who reads it, and takes it up again', () => {
    const eye = { name: patchTensor, shape: [4, 3], data: Float32Array.from({ length: 12 }, (_, at) => at / 5) };
    const seeing = peftFolder({ tensors: [...tensors, eye], rank, alpha: 4, card });
    const bytesOf = (files: typeof seeing, name: string) => files.find((file) => file.name === name)?.bytes;
    expect(bytesOf(seeing, 'adapter_model.safetensors')).toEqual(bytesOf(folder(), 'adapter_model.safetensors'));
    expect(bytesOf(seeing, 'adapter_config.json')).toEqual(bytesOf(folder(), 'adapter_config.json'));
    expect(new TextDecoder().decode(bytesOf(seeing, 'README.md'))).toMatch(/`patch_encoder.safetensors`.*PEFT/s);
    expect(textOf('README.md')).not.toContain('patch_encoder');
    const policy = [...tensors, eye].map(({ name, shape }) => ({ name, shape }));
    const back = tensorsFor(policy, readPeftFolder(seeing, 'eye'));
    expect(back.map(({ data }) => data)).toEqual([...tensors, eye].map(({ data }) => data));
    expect(() => tensorsFor(policy, readPeftFolder(folder(), 'blind'))).toThrow('no tensor for "patch_encoder.weight"');
    const odd = seeing.map((file) =>
      file.name === 'patch_encoder.safetensors'
        ? { ...file, bytes: bytesOf(seeing, 'adapter_model.safetensors')! }
        : file,
    );
    expect(() => readPeftFolder(odd, 'odd')).toThrow('holds one tensor');
  });
});
