// One case of every kind, on sizes that take seconds: whether the outputs agree, not how fast anybody is.
import type { Case } from '../../src/features/benchmark/worker/run-benchmark';

/** Prompts of 40: from 32 new tokens on onnxruntime takes another path (peers/onnx-provider.ts). */
export const tinyCases: readonly Case[] = [
  { name: 'product-1024', kind: 'product', m: 96, k: 64, n: 128 },
  { name: 'decode-sprout', kind: 'decode', model: 'sprout', groups: 2, branches: 2, prompt: 40, tokens: 4 },
  { name: 'step-sprout', kind: 'step', model: 'sprout', groups: 2, branches: 2, prompt: 8, completion: 4 },
  { name: 'packing-gain', kind: 'packing', model: 'sprout', groups: 2, branches: 2, prompt: 8, completion: 4 },
  { name: 'prefix-gain', kind: 'prefix', model: 'sprout', groups: 2, branches: 2, prompt: 8, text: 6, completion: 4 },
];
