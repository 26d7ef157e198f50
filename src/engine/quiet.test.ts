// A GPU that may be busy for a part of the time only, on a real one: what part it really is, over ten seconds – by the
// engine's own count and, where a processor stands in for the card, by the operating system's: the thread that
// computes ran for no more than that; and for no less, with what other programs kept it from running and this thread
// from hearing of it. Told beside it, since they disturb it: what it gets done of what it does without a rest.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test.skipIf(found.kind === 'none').each([0.3, 0.7])(
  '%d of the time, within five points over ten seconds',
  async (wished) => {
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
    /** Batches a second, and what the threads did in each, over so long. */
    const rates = async (ms: number) => {
      const [beganMs, before] = [performance.now(), threads()];
      let batches = 0;
      for (; performance.now() - beganMs < ms; batches++) await engine.sample(groups);
      const seconds = (performance.now() - beganMs) / 1000;
      const shares = [...threads()].map(([id, now]) => {
        const { ran, kept } = before.get(id) ?? { ran: 0, kept: 0 };
        return { own: id === String(process.pid), ran: (now.ran - ran) / seconds, kept: (now.kept - kept) / seconds };
      });
      const [computes] = shares.filter(({ own }) => !own).sort((a, b) => b.ran - a.ran);
      return { batches: batches / seconds, computes, hears: shares.find(({ own }) => own), seconds };
    };
    await engine.sample(groups); // kernels are compiled
    const whole = await rates(4000);
    gpuShare.set(wished);
    gpuShare.countedMs = 0;
    const part = await rates(10_000);
    engine.close();
    const counted = gpuShare.countedMs / 1000 / part.seconds;
    const done = part.batches / whole.batches;
    console.log(
      `${percent(wished)} wished: busy for ${percent(counted)} of ten seconds, ${percent(done)} of the work of an engine that never rests`,
    );
    expect(Math.abs(counted - wished)).toBeLessThan(0.05);
    const { computes, hears } = part;
    if (!gpu.adapter.software || !computes || !hears) return;
    console.log(
      `the thread that computes ran for ${percent(computes.ran)}, and was kept from it for ${percent(computes.kept)}; this one was for ${percent(hears.kept)}`,
    );
    expect(computes.ran).toBeLessThan(wished + 0.05);
    expect(computes.ran + computes.kept + hears.kept).toBeGreaterThan(wished - 0.05);
  },
);

/** For how long each thread of this process ran, and was kept from running by others. Seconds; Linux alone tells. */
function threads(): Map<string, { readonly ran: number; readonly kept: number }> {
  const folder = '/proc/self/task';
  const times = (existsSync(folder) ? readdirSync(folder) : []).flatMap((id) => {
    const file = join(folder, id, 'schedstat');
    if (!existsSync(file)) return []; // it has ended
    const [ran = 0, kept = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    return [[id, { ran: ran / 1e9, kept: kept / 1e9 }] as const];
  });
  return new Map(times);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
