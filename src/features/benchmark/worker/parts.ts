// What each of the engine's verbs does per second on one device, on a small random model: sampling 32 groups of 8, and
// training over them, with operations and dispatches. For work on the kernels; the benchmark with its peers is
// features/benchmark/worker/run-benchmark.ts.
import { rngFrom } from '../../../basics/rng';
import { Engine } from '../../../engine/engine';
import type { EngineDevice } from '../../../engine/gpu/device';
import { randomTensors } from '../../../engine/subjects/random-weights';
import { usualKnobs, usualObjective } from '../../../engine/subjects/usual-step';

const benchConfig = {
  model_type: 'qwen3',
  hidden_size: 128,
  intermediate_size: 384,
  num_hidden_layers: 4,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  head_dim: 32,
  vocab_size: 100,
  tie_word_embeddings: true,
  rms_norm_eps: 1e-6,
  rope_theta: 10000,
};

export interface PartLine {
  readonly name: string;
  readonly ms: number;
  readonly tokensPerSecond: number;
  readonly gigaflops: number;
  readonly dispatches: number;
}

export async function benchParts(
  gpu: EngineDevice,
  {
    now,
    groups = 32,
    branches = 8,
    prompt = 40,
    tokens = 8,
    repeats = 3,
    config = benchConfig,
  }: {
    now: () => number;
    groups?: number;
    branches?: number;
    prompt?: number;
    tokens?: number;
    repeats?: number;
    config?: Readonly<Record<string, unknown>>;
  },
): Promise<PartLine[]> {
  const engine = new Engine(gpu, { config, tensors: randomTensors(config, 1), stopToken: 0xffffffff });
  engine.addPolicy('adapter', { kind: 'adapter', rank: 16, alpha: 32, seed: 1 });
  engine.addPolicy('whole', { kind: 'all-weights', rank: 0, alpha: 0, seed: 1 });
  const rng = rngFrom('bench');
  const vocabulary = engine.config.vocabulary;
  const asked = Array.from({ length: groups }, (_, g) => ({
    policy: 'adapter',
    prompt_P: Array.from({ length: prompt }, () => rng.integer(vocabulary)),
    seed_K: Array.from({ length: branches }, (_, k) => g * 1000 + k),
    maxTokens: tokens,
    temperature: 1,
  }));
  const answers = await engine.sample(asked);
  const batch = asked.map(({ prompt_P }, g) => ({
    prompt_P,
    completions: (answers[g] ?? []).map(({ token_T, logp_T }, k) => ({
      token_T,
      oldLogp_T: logp_T,
      advantage: k % 2 ? 1 : -1,
    })),
  }));
  const settings = usualObjective;
  const knobs = usualKnobs;
  const count = groups * branches * tokens;
  const lines: PartLine[] = [];
  const measure = async (name: string, of: number, run: () => Promise<unknown>) => {
    await run();
    let best = Number.POSITIVE_INFINITY;
    const before = engine.work;
    for (let repeat = 0; repeat < repeats; repeat++) {
      const start = now();
      await run();
      best = Math.min(best, now() - start);
    }
    const after = engine.work;
    const [operations, dispatches] = (['operations', 'dispatches'] as const).map(
      (each) => (after[each] - before[each]) / repeats,
    ) as [number, number];
    lines.push({ name, ms: best, tokensPerSecond: (of / best) * 1000, gigaflops: operations / best / 1e6, dispatches });
  };
  await measure('sample', count, () => engine.sample(asked));
  await measure('logprobs', count, () => engine.logprobs('adapter', batch));
  await measure('accumulate, adapter', count, () => engine.accumulate('adapter', batch, settings));
  await measure('update, adapter', count, () => engine.update('adapter', knobs));
  await measure('accumulate, all weights', count, () => engine.accumulate('whole', batch, settings));
  await measure('update, all weights', count, () => engine.update('whole', knobs));
  engine.close();
  return lines;
}
