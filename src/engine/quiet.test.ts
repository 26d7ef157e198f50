// A GPU that may be busy for a part of the time only, on a real one: what part it really is, over ten seconds.
import { expect, test } from 'vitest';
import { findGpu } from '../headless/open-gpu';
import { Engine } from './engine';
import { requestEngineDevice } from './gpu/device';
import { GpuShare } from './gpu/gpu-share';
import { randomTensors } from './subjects/random-weights';

const config = {
  model_type: 'qwen3',
  hidden_size: 96,
  intermediate_size: 160,
  num_hidden_layers: 3,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 16,
  vocab_size: 64,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: no GPU was kept at a part of its time: ${found.reason}`);

class CountedShare extends GpuShare {
  countedMs = 0;
  override worked(ms: number): void {
    this.countedMs += ms;
    super.worked(ms);
  }
}

test.skipIf(found.kind === 'none')('three tenths of the time, within five points over ten seconds', async () => {
  const gpu = await requestEngineDevice((found as { gpu: GPU }).gpu);
  const gpuShare = new CountedShare();
  const tensors = randomTensors(config, 7, 0.2);
  const engine = new Engine(gpu, { config, tensors, stopToken: 63, gpuShare });
  engine.addPolicy('one', { kind: 'adapter', rank: 8, alpha: 16, seed: 5 });
  const groups = Array.from({ length: 16 }, (_, g) => ({
    policy: 'one',
    prompt_P: Array.from({ length: 60 }, (_, t) => (7 * g + t) % 60),
    seed_K: [1, 2, 3, 4, 5, 6, 7, 8],
    maxTokens: 12,
    temperature: 1,
  }));
  await engine.sample(groups); // kernels are compiled
  gpuShare.set(0.3);
  gpuShare.countedMs = 0;
  const beganMs = performance.now();
  while (performance.now() - beganMs < 10_000) await engine.sample(groups);
  const share = gpuShare.countedMs / (performance.now() - beganMs);
  engine.close();
  console.log(`busy for ${(100 * share).toFixed(1)} % of ten seconds, 30 % wished`);
  expect(Math.abs(share - 0.3)).toBeLessThan(0.05);
});
