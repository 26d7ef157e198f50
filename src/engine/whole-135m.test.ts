// The 135M shape at the size it is meant for: one AT-GRPO step of a LoRA adapter of rank 16, 32 groups of 8, within the
// memory that the plan allows. On a processor it takes minutes, so it runs when asked for: `WHOLE_135M=f32,f16 npx
// vitest run --project gpu src/engine/whole-135m.test.ts`; small models are held to their plans in memory.test.ts.
import { expect, test } from 'vitest';
import { rngFrom } from '../basics/rng';
import { readConfig } from '../contract/model-config';
import { findGpu } from '../headless/open-gpu';
import { minutes } from '../headless/patience.mjs';
import { Engine } from './engine';
import { countedDevice } from './gpu/counted-device.test-data';
import { requestEngineDevice } from './gpu/device';
import { planMemory } from './model/memory-plan';
import { config135m } from './subjects/config-135m';
import { livelyTensors } from './subjects/random-weights';
import { usualKnobs, usualObjective } from './subjects/usual-step';

const gib = 2 ** 30;
const allowed = { f32: 4 * gib, f16: 2 * gib } as const;
const asked = (process.env['WHOLE_135M'] ?? '').split(',');
const batch = { groups: 32, branches: 8, promptTokens: 64, answerTokens: 12 };
const adapter = { kind: 'adapter', rank: 16, alpha: 32, seed: 1 } as const;
const settings = usualObjective;
const knobs = usualKnobs;

const found = await findGpu();

for (const precision of ['f32', 'f16'] as const)
  test.skipIf(found.kind === 'none' || !asked.includes(precision))(
    `a step of 32 × 8 on the 135M shape in the memory it is allowed: ${precision}`,
    async () => {
      const opened = await requestEngineDevice((found as { gpu: GPU }).gpu);
      const counted = countedDevice(opened);
      const memory = allowed[precision];
      const { limits } = opened.device;
      const policies = [adapter, adapter];
      const plan = planMemory({ config: readConfig(config135m), limits, precision, budget: memory, policies, batch });
      const tensors = livelyTensors(config135m, 1);
      const engine = new Engine(counted.gpu, { config: config135m, tensors, stopToken: 0xffffffff, precision, memory });
      for (const name of ['one', 'two']) engine.addPolicy(name, adapter);
      const rng = rngFrom('whole');
      const groups = Array.from({ length: batch.groups }, (_, g) => ({
        policy: 'one',
        prompt_P: Array.from({ length: batch.promptTokens }, () => rng.integer(config135m.vocab_size)),
        seed_K: Array.from({ length: batch.branches }, (_, k) => 100 * g + k),
        maxTokens: batch.answerTokens,
        temperature: 1,
      }));
      const step = async (asked: typeof groups) => {
        const startMs = performance.now();
        const answers = await engine.sample(asked);
        const sampledMs = performance.now();
        const training = asked.map(({ prompt_P }, g) => ({
          prompt_P,
          completions: answers[g]!.map(({ token_T, logp_T }, k) => ({
            token_T,
            oldLogp_T: logp_T,
            advantage: k % 2 ? 1 : -1,
          })),
        }));
        const { mismatch } = await engine.accumulate('one', training, settings);
        await engine.update('one', knobs);
        const seconds = [sampledMs - startMs, performance.now() - sampledMs].map((ms) => (ms / 1000).toFixed(0));
        return { mismatch, seconds };
      };
      await step(groups.slice(0, 1)); // compiles the kernels
      engine.forgetSubmissions();
      const { mismatch, seconds } = await step(groups);
      const [sampled, learned] = seconds;
      const most = counted.mostBytes();
      console.log(
        `135M, ${precision}: ${(most / gib).toFixed(2)} GiB taken, ${(plan.total / gib).toFixed(2)} planned, ${memory / gib} allowed; ` +
          `${plan.samplingBatches} sampling batches in ${sampled} s, ${plan.microBatches} micro-batches in ${learned} s; ` +
          `old and new log-probabilities ${mismatch.toExponential(1)} apart, longest submission ${engine.longestSubmissionMs.toFixed(0)} ms`,
      );
      expect(most).toBeLessThanOrEqual(memory);
      expect(Math.abs(most / plan.total - 1)).toBeLessThan(0.05);
      expect(mismatch).toBeLessThan(1e-4); // sampler and trainer agree (R1)
      engine.close();
      expect(counted.bytes()).toBe(0);
      opened.device.destroy();
    },
    60 * minutes,
  );
