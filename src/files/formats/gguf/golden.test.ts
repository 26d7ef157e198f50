// Golden files that other programs made (e2e/foreign/make_gguf_golden.py): blocks by the gguf package, miniature models
// by gguf and transformers. The logits of the miniatures are compared in lab/loaded-model.gpu.test.ts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../byte-source';
import { dequantise } from './dequantise';
import { openGguf } from './open-gguf';
import { blockTypes } from './types';

const file = (name: string) => readFileSync(new URL(`./golden/${name}`, import.meta.url));
const bytesOf = (coded: string) => new Uint8Array(Buffer.from(coded, 'base64'));
const blocks: Record<string, { bytes: string; floats: string }> = JSON.parse(file('blocks.json').toString());

describe('dequantisation against the gguf package', () => {
  it.each(Object.keys(blocks))('%s to the last bit', (name) => {
    const type = [...blockTypes.values()].find((one) => one.name === name)!;
    const { bytes, floats } = blocks[name]!;
    expect(dequantise(type, bytesOf(bytes))).toEqual(new Float32Array(bytesOf(floats).buffer));
  });

  it('refuses half a block', () => {
    expect(() => dequantise(blockTypes.get(2)!, new Uint8Array(17))).toThrow(
      'blocks of Q4_0 take 18 bytes each, got 17 bytes',
    );
  });
});

interface Miniature {
  config: Record<string, unknown>;
  /** By Hugging Face name: the sum of all numbers, and of each times its place ÷ count. */
  sums: Record<string, [number, number]>;
}

describe.each(['llama', 'qwen2', 'qwen3', 'llama3'])('a %s file against transformers', (family) => {
  const golden: Miniature = JSON.parse(file(`${family}.json`).toString());
  const opened = () => openGguf(bytesSource(new Uint8Array(file(`${family}.gguf`)), `${family}.gguf`));

  it('has the same configuration', async () => {
    const { config, language } = await opened();
    expect(config).toMatchObject(golden.config);
    expect(language).toMatchObject({ endToken: '<|im_end|>', beginToken: '<|im_start|>' });
  });

  it('has the same tensors under the same names, rows of q and k in the same order', async () => {
    const { tensors } = await opened();
    const tied = golden.config['tie_word_embeddings'] === true;
    const wanted = Object.entries(golden.sums).filter(([name]) => !tied || name !== 'lm_head.weight');
    expect(tensors.places.map(({ name }) => name).sort()).toEqual(wanted.map(([name]) => name).sort());
    for (const [name, sums] of wanted) {
      const { data } = await tensors.read(name);
      const plain = data.reduce((sum, value) => sum + value, 0);
      const weighted = data.reduce((sum, value, at) => sum + value * at, 0) / data.length;
      const off = Math.max(Math.abs(plain - sums[0]), Math.abs(weighted - sums[1]));
      expect([name, off < 1e-3]).toEqual([name, true]);
    }
  });
});
