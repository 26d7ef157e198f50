// What a run of the tiny cases has to show wherever it was measured: every peer that can run a row computes what our
// engine computes, and every peer that cannot says so in words.
import { expect, it } from 'vitest';
import { present } from '../../src/basics/check';
import type { BenchRow } from '../../src/features/benchmark/worker/case';
import { tinyCases } from './tiny';

/** Who can run which row. */
const able = {
  'product-1024': ['onnxruntime-web', 'onnxruntime-web on wasm', 'jax-js', 'jax-js on wasm', 'tfjs-backend-webgpu'],
  'decode-sprout': ['onnxruntime-web', 'onnxruntime-web on wasm', 'transformers.js'],
  'step-sprout': ['jax-js', 'jax-js on wasm', 'tfjs-backend-webgpu'],
  'packing-gain': ['ideal'],
  'prefix-gain': ['ideal'],
};

export function itIsFair(measured: () => readonly BenchRow[]): void {
  it('measures every row', () => {
    expect(measured().map(({ name, ours }) => [name, ours !== null && ours > 0])).toEqual(
      tinyCases.map(({ name }) => [name, true]),
    );
  });

  it.each(Object.entries(able))('finds the same outputs in %s', (name, peers) => {
    const row = present(
      measured().find((one) => one.name === name),
      name,
    );
    const ran = row.peers.filter(({ value }) => value !== null);
    expect(ran.map((peer) => [peer.name, peer.agrees, peer.note])).toEqual(
      peers.map((peer) => [peer, true, expect.stringMatching(/differ by|match/)]),
    );
    for (const { ratio } of ran) expect(ratio).toBeGreaterThan(0);
    for (const peer of row.peers.filter(({ value }) => value === null)) expect(peer.note).toMatch(/^(?!failed).{20,}/);
  });
}
