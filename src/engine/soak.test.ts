// It stays fast: after many steps of sampling and training a step takes as long as at the beginning, and neither
// buffers nor the heap have grown. The quick form runs here; the whole is `SOAK_STEPS=1000 npx vitest run --project gpu
// src/engine/soak.test.ts`.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { rngFrom } from '../basics/rng';
import { findGpu } from '../headless/open-gpu';
import { minutes } from '../headless/patience.mjs';
import { Engine } from './engine';
import { countedDevice } from './gpu/counted-device.test-data';
import { type EngineDevice, requestEngineDevice } from './gpu/device';
import { randomTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

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
const settings = usualObjective;
const knobs = usualKnobs;

const whole = 1000;
const steps = Number(process.env['SOAK_STEPS'] ?? 40);
/** Times are compared in the whole soak only, of a few steps they tell nothing. The second hundred and the last are
 * each run step by step in turns with an engine that is fresh: speeds of a machine swing by a third from minute to
 * minute, and the last hundred's share of it is not the engine's. */
const timed = steps >= whole;
/** Steps of a fresh engine before it is held against. */
const warm = 50;

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
    const opened = (gpu: EngineDevice) => {
      const engine = new Engine(gpu, { config, tensors: randomTensors(config, 1), stopToken: 0 });
      engine.addPolicy('one', { kind: 'adapter', rank: 4, alpha: 8, seed: 1 });
      engine.addPolicy('two', { kind: 'adapter', rank: 4, alpha: 8, seed: 2 });
      return engine;
    };
    const engine = opened(counted.gpu);
    const rng = rngFrom('soak');
    const prompts = Array.from({ length: 4 }, () => Array.from({ length: 12 }, () => rng.integer(config.vocab_size)));
    const step = async (of: Engine, index: number) => {
      const start = performance.now();
      const groups = prompts.map((prompt_P, g) => ({
        policy: g % 2 ? 'one' : 'two',
        prompt_P,
        seed_K: [0, 1, 2, 3].map((k) => index * 100 + g * 10 + k),
        maxTokens: 6,
        temperature: 1,
      }));
      const answers = await of.sample(groups);
      for (const policy of ['one', 'two']) {
        const batch = groups.flatMap(({ policy: own, prompt_P }, g) => {
          const completions = answers[g]!.map(({ token_T, logp_T }, k) => ({
            token_T,
            oldLogp_T: logp_T,
            advantage: k % 2 ? 1 : -1,
          }));
          return own === policy ? [{ prompt_P, completions }] : [];
        });
        await of.accumulate(policy, batch, settings);
        await of.update(policy, knobs);
      }
      return performance.now() - start;
    };
    const times: number[] = [];
    const bytes: number[] = [];
    const tenth = Math.floor(steps / 10);
    /** Steps of `engine`, each beside the same step of an engine that is just warm: what the machine's own speed does
     *  hits both. */
    const besideFresh = async (first: number) => {
      const gpu = await requestEngineDevice(found.gpu);
      const fresh = opened(gpu);
      for (let index = 0; index < warm; index++) await step(fresh, index);
      const ratios: number[] = [];
      for (let index = first; index < first + tenth; index++) {
        const other = index % 2 ? await step(fresh, index) : 0;
        const own = await step(engine, index);
        times.push(own);
        bytes.push(counted.bytes());
        ratios.push(own / (other || (await step(fresh, index))));
      }
      fresh.close();
      gpu.device.destroy();
      return median(ratios);
    };
    const alone = async (first: number, end: number) => {
      for (let index = first; index < end; index++) {
        times.push(await step(engine, index));
        bytes.push(counted.bytes());
      }
    };
    await alone(0, tenth); // warms up
    const early = timed ? await besideFresh(tenth) : await alone(tenth, 2 * tenth);
    const heapEarly = heapBytes();
    await alone(2 * tenth, steps - tenth);
    const late = timed ? await besideFresh(steps - tenth) : await alone(steps - tenth, steps);
    const grown = heapBytes() - heapEarly;
    const second = bytes.slice(tenth, 2 * tenth);
    const last = bytes.slice(-tenth);
    const slower = (late ?? 1) / (early ?? 1);
    const raw = median(times.slice(-tenth)) / median(times.slice(tenth, 2 * tenth));
    console.log(
      `soak: ${steps} steps, median ${median(times).toFixed(1)} ms, last tenth ÷ second ${raw.toFixed(3)} by the clock, ` +
        `${timed ? `${slower.toFixed(3)} each beside a fresh engine (${early?.toFixed(3)}, ${late?.toFixed(3)}), ` : ''}` +
        `buffers ${(counted.bytes() / 2 ** 20).toFixed(2)} MiB, heap grown by ${(grown / 2 ** 20).toFixed(1)} MiB, ` +
        `longest submission ${engine.longestSubmissionMs.toFixed(0)} ms`,
    );
    expect(new Set([...second, ...last]).size).toBe(1);
    // compiled code and the like; one closure of a hundred bytes a dispatch would be more
    expect(grown).toBeLessThan(2 ** 20);
    if (timed) expect(slower).toBeLessThan(1.05);
    engine.close();
    expect(counted.bytes()).toBe(0);
  },
  60 * minutes,
);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
