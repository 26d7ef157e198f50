// It stays fast: after many steps of sampling and training a step takes as long as at the beginning, and neither buffers nor the heap
// have grown. The quick form runs here; the whole is `SOAK_STEPS=1000 npx vitest run --project gpu src/engine/soak.test.ts`.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { rngFrom } from '../basics/rng';
import { findGpu } from '../headless/open-gpu';
import { randomTensors } from './bench/random-weights';
import { Engine } from './engine';
import { countedDevice } from './gpu/counted-device.test-data';
import { requestEngineDevice } from './gpu/device';

const config = {
  model_type: 'qwen3',
  hidden_size: 32,
  intermediate_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  head_dim: 16,
  vocab_size: 64,
  tie_word_embeddings: true,
};
const settings = {
  kind: 'at-grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  kl: 0,
  entropy: 0,
  aggregation: 'token-mean',
  divisor: 1,
} as const;
const knobs = { learningRate: 1e-4, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0, gradientClip: 1 };

const whole = 1000;
const steps = Number(process.env['SOAK_STEPS'] ?? 40);
/** Times are compared in the whole soak only: a few steps on a busy machine tell nothing about time. */
const timed = steps >= whole;

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are really in use. */
function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const found = await findGpu();
if (found.kind === 'none') console.warn(`SKIPPED: the soak did not run: ${found.reason}`);

test.skipIf(found.kind === 'none')(
  `${steps} steps: no buffer too many, no growing heap${timed ? ', no slower' : ''}`,
  async () => {
    if (found.kind === 'none') return;
    const counted = countedDevice(await requestEngineDevice(found.gpu));
    const engine = new Engine(counted.gpu, { config, tensors: randomTensors(config, 1), stopToken: 0 });
    engine.addPolicy('one', { kind: 'adapter', rank: 4, alpha: 8, seed: 1 });
    engine.addPolicy('two', { kind: 'adapter', rank: 4, alpha: 8, seed: 2 });
    const rng = rngFrom('soak');
    const prompts = Array.from({ length: 4 }, () => Array.from({ length: 12 }, () => rng.integer(config.vocab_size)));
    const step = async (index: number) => {
      const groups = prompts.map((prompt_P, g) => ({
        policy: g % 2 ? 'one' : 'two',
        prompt_P,
        seed_K: [0, 1, 2, 3].map((k) => index * 100 + g * 10 + k),
        maxTokens: 6,
        temperature: 1,
      }));
      const answers = await engine.sample(groups);
      for (const policy of ['one', 'two']) {
        const batch = groups.flatMap(({ policy: own, prompt_P }, g) => {
          const completions = answers[g]!.map(({ token_T, logp_T }, k) => ({
            token_T,
            oldLogp_T: logp_T,
            advantage: k % 2 ? 1 : -1,
          }));
          return own === policy ? [{ prompt_P, completions }] : [];
        });
        await engine.accumulate(policy, batch, settings);
        await engine.update(policy, knobs);
      }
    };
    const times: number[] = [];
    const bytes: number[] = [];
    const tenth = Math.floor(steps / 10);
    let heapEarly = 0;
    for (let index = 0; index < steps; index++) {
      const start = performance.now();
      await step(index);
      times.push(performance.now() - start);
      bytes.push(counted.bytes());
      if (index + 1 === 2 * tenth) heapEarly = heapBytes();
    }
    // The first tenth warms up, the second is what the last is held against.
    const second = (values: readonly number[]) => values.slice(tenth, 2 * tenth);
    const last = (values: readonly number[]) => values.slice(-tenth);
    const slower = median(last(times)) / median(second(times));
    const grown = heapBytes() - heapEarly;
    console.log(
      `soak: ${steps} steps, median ${median(times).toFixed(1)} ms, last tenth ÷ second ${slower.toFixed(3)}, ` +
        `buffers ${(counted.bytes() / 2 ** 20).toFixed(2)} MiB, heap grown by ${(grown / 2 ** 20).toFixed(1)} MiB, ` +
        `longest submission ${engine.longestSubmissionMs.toFixed(0)} ms`,
    );
    expect(new Set([...second(bytes), ...last(bytes)]).size).toBe(1);
    expect(grown).toBeLessThan(4 * 2 ** 20); // compiled code and the like; a leak of one buffer's wrapper a step would be more
    if (timed) expect(slower).toBeLessThan(1.05);
    engine.close();
    expect(counted.bytes()).toBe(0);
  },
  3_600_000,
);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
