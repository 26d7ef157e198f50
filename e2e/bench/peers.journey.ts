// The proof of fairness, on sizes that take seconds: every peer that can run a row computes what our engine computes, and every peer that
// cannot says so in words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchRow } from '../../src/engine/bench/case';
import type { Case } from '../../src/engine/bench/shapes';
import { openBench, serveBench } from './page.mjs';

const minutes = 60_000;
/** Prompts of 40: from 32 new tokens on onnxruntime takes another path (onnx-provider.ts). */
const tiny: readonly Case[] = [
  { name: 'product-1024', kind: 'product', m: 96, k: 64, n: 128 },
  { name: 'decode-sprout', kind: 'decode', model: 'sprout', groups: 2, branches: 2, prompt: 40, tokens: 4 },
  { name: 'step-sprout', kind: 'step', model: 'sprout', groups: 2, branches: 2, prompt: 8, completion: 4 },
  { name: 'packing-gain', kind: 'packing', model: 'sprout', groups: 2, branches: 2, prompt: 8, completion: 4 },
];
/** Who can run which row. */
const able = {
  'product-1024': ['onnxruntime-web', 'jax-js', 'tfjs-backend-webgpu'],
  'decode-sprout': ['onnxruntime-web', 'transformers.js'],
  'step-sprout': ['jax-js', 'tfjs-backend-webgpu'],
  'packing-gain': ['ideal'],
};

let server: Awaited<ReturnType<typeof serveBench>>;
let opened: Awaited<ReturnType<typeof openBench>>;
const complaints: string[] = [];
let rows: readonly BenchRow[];

describe('the benchmark with its peers', () => {
  beforeAll(async () => {
    server = await serveBench();
    opened = await openBench({ address: server.address, software: true, complain: (message) => complaints.push(message) });
    const result = await opened.page.evaluate((cases) => globalThis.grove.bench({ rows: '', cases }, () => {}), tiny);
    rows = result.report.rows;
  }, 10 * minutes);
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });

  it('measures every row', () => {
    expect(rows.map(({ name, ours }) => [name, ours !== null && ours > 0])).toEqual(tiny.map(({ name }) => [name, true]));
  });

  it.each(Object.entries(able))('finds the same outputs in %s', (name, peers) => {
    const row = rows.find((one) => one.name === name)!;
    const ran = row.peers.filter(({ value }) => value !== null);
    expect(ran.map((peer) => [peer.name, peer.agrees, peer.note])).toEqual(
      peers.map((peer) => [peer, true, expect.stringMatching(/differ by|match/)]),
    );
    for (const { ratio } of ran) expect(ratio).toBeGreaterThan(0);
    for (const peer of row.peers.filter(({ value }) => value === null)) expect(peer.note).toMatch(/^(?!failed).{20,}/);
  });

  it('complains about nothing', () => {
    expect(complaints).toEqual([]);
  });
});
