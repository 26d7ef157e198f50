// Every kernel's text is what the engine takes it for: the bindings kernel.ts reads are those a WGSL parser finds, none
// has more storage buffers than every adapter promises, and each says its shape.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
// The package names a CommonJS file as its Node entry but calls itself a module; its browser entry works in both.
// @ts-expect-error it has no types under this path
import { ResourceType, WgslReflect } from '../../../node_modules/wgsl_reflect/wgsl_reflect.module.js';
import { bindingsOf, blocksOf, PipelineCache } from './kernel';
import { Layout } from './layout';
import { notingDevice } from './noting-device.test-data';
import { expand } from './template';

const folder = fileURLToPath(new URL('../kernels', import.meta.url));
const kernels = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.wgsl') && !path.startsWith('shared'),
);
const places = 'NORMED QUERY LOW OWN LANES EMBEDDING LAYER LAYER_STEP LORA_STEP HEAD NORM1 NORM2 END_NORM HEAD_NORM';
const pieces = 'QKV O GU DOWN QKV_A O_A GU_A DOWN_A QKV_B O_B GU_B DOWN_B';
const constants = {
  ...Object.fromEntries(`${places} ${pieces}`.split(' ').map((name) => [name, 4])),
  ...{
    ROWS: 2,
    THREADS: 64,
    QUADS: 2,
    GROUPS: 2,
    HIGH: 8,
    WIDE: 8,
    SLICES: 8,
    LORA: 1,
    BIAS: 1,
    RESIDUAL: 1,
    ITSELF: 1,
    SHARES: 32,
    COLUMNS: 2,
    D: 6,
    P: 8,
    P4: 2,
    GROUP: 2,
    TEAMS: 2,
    ALL: 128,
    H: 4,
    KV: 2,
  },
};
// Kernels with a staged or a shuffled form, or one of few threads, are read in each.
const forms = {
  plain: {},
  staged: { STAGED: 1 },
  shuffled: { SHUFFLED: 8, HIGH: 1, QUADS: 1 },
  'of few threads': { FEW: 1, THREADS: 8 },
};
const texts = kernels.flatMap((path) => {
  const source = readFileSync(join(folder, path), 'utf8');
  return Object.entries(forms)
    .filter(([, form]) => Object.keys(form).every((word, index) => index > 0 || source.includes(`//:if ${word}`)))
    .map(([name, form]) => [path, name, form] as const);
});

describe.each(texts)('%s, %s', (path, _name, form) => {
  const source = readFileSync(join(folder, path), 'utf8');
  const code = expand(source, { ...constants, ...form, ROTATED: path.includes('rotated') ? 1 : 0 });

  test('its bindings and access modes, as a parser of the whole language sees them', () => {
    const reflected: { binding: number; name: string; resourceType: number; access: string }[] =
      new WgslReflect(code).getBindGroups()[0] ?? [];
    const seen = reflected.map(({ binding, name, resourceType, access }) => ({
      index: binding,
      name,
      type:
        resourceType === ResourceType.Uniform ? 'uniform' : access === 'read_write' ? 'storage' : 'read-only-storage',
    }));
    expect(bindingsOf(code)).toEqual(seen);
    expect(seen.filter(({ type }) => type !== 'uniform').length).toBeLessThanOrEqual(8);
  });

  test('every array it binds says its shape', () => {
    for (const line of source.split('\n')) if (/@binding.*: array</.test(line)) expect(line).toMatch(/; \/\/ .*\[.+\]/);
  });
});

describe('the template', () => {
  test('repeats and nests', () => {
    const text = ['//:for r ROWS', 'a{r}', '  //:for c 2', 'b{r}{c}', '  //:end', '//:end', 'n = {ROWS}u'].join('\n');
    expect(
      expand(text, { ROWS: 2 })
        .split('\n')
        .filter((line) => line),
    ).toEqual(['a0', 'b00', 'b01', 'a1', 'b10', 'b11', 'n = 2u']);
  });

  test('keeps lines by a constant', () => {
    const text = ['//:if STAGED', 'a', '//:end', '//:unless STAGED', 'b', '//:end'].join('\n');
    expect(expand(text, { STAGED: 1 })).toBe('a');
    expect(expand(text, {})).toBe('b');
  });

  test('takes in parts, with their names filled in, and the parts of parts', () => {
    const sum = expand('//:include reduce NAME=sum TYPE=f32 JOIN=add', {});
    expect(sum).toContain('fn sum_of(value: f32, thread: u32) -> f32 {');
    expect(sum).not.toMatch(/\{[A-Z]/);
    expect(expand('//:include live', {})).toContain('struct Tile { adapter: u32, live_end: u32 }');
    expect(() => expand('//:include nowhere', {})).toThrow('nowhere');
  });

  test('an unclosed or unknown directive is refused', () => {
    expect(() => expand('//:for r 2\na', {})).toThrow('without //:end');
    expect(() => expand('//:end', {})).toThrow('without //:for');
    expect(() => expand('//:for r MANY\n//:end', {})).toThrow('MANY');
  });
});

describe('rows of words', () => {
  const layout = new Layout('Place', { tokenId: 'u32', weight: 'f32', last: 'u32' }, 5);

  test('a struct for kernels, and tables that are read by name', () => {
    expect(layout.wgsl).toBe('struct Place { token_id: u32, weight: f32, @size(12) last: u32 }');
    const rows = [
      { tokenId: 7, weight: -0.5, last: 0xffffffff },
      { tokenId: 8, weight: 2 ** -20, last: 1 },
    ];
    const table = layout.table(rows);
    expect(table.length).toBe(10);
    expect(rows.map((_, row) => layout.row(table, row))).toEqual(rows);
    expect(layout.row(table.subarray(5), 0)).toEqual(rows[1]);
  });

  test('the fields of uniform blocks are read off the text, whatever stands between them', () => {
    const text =
      'struct Shape {\n  k: u32, n4: u32, // quads: of n\n  scale: f32,\n}\n@group(0) @binding(0) var<uniform> shape: Shape;';
    expect(
      blocksOf(text)
        .get('shape')
        ?.map(({ name, kind }) => `${name} ${kind}`),
    ).toEqual(['k u32', 'n4 u32', 'scale f32']);
    expect(() => blocksOf('@group(0) @binding(0) var<uniform> shape: Shape;')).toThrow('no struct Shape');
  });
});

describe('kernels of a device', () => {
  const source =
    '@group(0) @binding(0) var<storage, read_write> y: array<f32>;\n@compute @workgroup_size(1) fn main() {}';
  /** Notes what is compiled at once and what while others go on. */
  function compiling({ refused = '', slow = false } = {}) {
    const noted: string[] = [];
    let finish = () => {};
    const finished = slow ? new Promise<void>((resolve) => (finish = resolve)) : undefined;
    const gpu = notingDevice({}, new Map());
    Object.assign(gpu.device, {
      createComputePipeline: ({ label }: { label: string }) => noted.push(`${label} at once`),
      createComputePipelineAsync: async ({ label }: { label: string }) => {
        if (label === refused) throw new Error('refused');
        await finished;
        return noted.push(label);
      },
    });
    return { pipelines: new PipelineCache(gpu), noted, finish };
  }

  test('are compiled once, together, and there when they are used', async () => {
    const { pipelines, noted } = compiling();
    const one = pipelines.get('one', source);
    expect(pipelines.get('one', source)).toBe(one);
    pipelines.get('other', source);
    await pipelines.compiled();
    await pipelines.compiled();
    expect(one.pipeline).toBe(1);
    expect(noted).toEqual(['one', 'other']);
  });

  test('are waited for by whoever needs them, whoever began to compile them', async () => {
    const { pipelines, noted, finish } = compiling({ slow: true });
    const one = pipelines.get('one', source);
    const waits = [pipelines.compiled(), pipelines.compiled()];
    pipelines.get('other', source);
    waits.push(pipelines.compiled());
    let done = 0;
    for (const wait of waits) void wait.then(() => done++);
    await new Promise((resolve) => setTimeout(resolve));
    expect(done).toBe(0);
    finish();
    await Promise.all(waits);
    expect(one.pipeline).toBe(1);
    expect(noted).toEqual(['one', 'other']);
  });

  test('are compiled when they are used, where nobody waited for them', () => {
    const { pipelines, noted } = compiling();
    const one = pipelines.get('one', source);
    expect(one.pipeline).toBe(one.pipeline);
    expect(noted).toEqual(['one at once']);
  });

  test('that the GPU refuses are compiled again when they are used, so that the device says why', async () => {
    const { pipelines, noted } = compiling({ refused: 'one' });
    const one = pipelines.get('one', source);
    await pipelines.compiled();
    expect(noted).toEqual([]);
    expect(one.pipeline).toBe(1);
    expect(noted).toEqual(['one at once']);
  });

  test('differ by their texts and constants', () => {
    const { pipelines } = compiling();
    const one = pipelines.get('one', source, { WIDE: 1 });
    expect(pipelines.get('one', source, { WIDE: 2 })).not.toBe(one);
    expect(pipelines.get('one', `${source}\n`, { WIDE: 1 })).not.toBe(one);
  });
});
