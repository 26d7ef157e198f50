// What a sampler promises (rules S1–S3 of the waist), held by the one over onnxruntime-web.
import { readFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PromptGroup } from '../../../contract/learner';
import { type GoldenModel, goldenModel } from './golden-model.test-data';
import { type OnnxSampler, onnxSampler } from './onnx-sampler';

let model: GoldenModel;
let sampler: OnnxSampler;
beforeAll(async () => {
  model = goldenModel(
    JSON.parse(readFileSync(new URL('../../../engine/model/golden/llama.json', import.meta.url), 'utf8')),
  );
  sampler = await onnxSampler(ort, model, { endToken: 7 });
  sampler.setAdapter('trained', model.adapter);
  group = { ...asked, prompt_P: model.sequences[0]!.token_T.slice(0, 3) };
});
afterAll(() => sampler.close());

const asked = { policy: 'trained', seed_K: [1, 2, 3], maxTokens: 8, temperature: 1 };
let group: PromptGroup;

it('S3: an answer depends on its seed and prompt, not on what else is asked', async () => {
  const [together] = await sampler.sample([group]);
  const alone = await sampler.sample(group.seed_K.map((seed) => ({ ...group, seed_K: [seed] })));
  expect(alone.flat()).toEqual(together);
  expect(new Set(together!.map(({ token_T }) => `${token_T}`)).size).toBeGreaterThan(1);
});

it('S2: log-probabilities are those of the distribution that was sampled', async () => {
  const first = async (change: object) =>
    (await sampler.sample([{ ...group, seed_K: [5], maxTokens: 1, ...change }]))[0]![0]!;
  const warm = await first({ temperature: 2 });
  const { logits, adaptedLogits } = model.sequences[0]!;
  const row = [...adaptedLogits.slice(2 * model.vocabulary, 3 * model.vocabulary)].map((logit) => logit / 2);
  const logp = row[warm.token_T[0]!]! - Math.log(row.reduce((sum, z) => sum + Math.exp(z), 0));
  expect(warm.logp_T[0]).toBeCloseTo(logp, 4);
  const greedy = await first({ policy: 'base', temperature: 0 });
  const bare = [...logits.slice(2 * model.vocabulary, 3 * model.vocabulary)];
  expect(greedy.token_T).toEqual([bare.indexOf(Math.max(...bare))]);
});

it('ends with the end token or at the limit, and takes no unknown policy', async () => {
  const [answers] = await sampler.sample([
    { ...group, seed_K: Array.from({ length: 20 }, (_, seed) => seed), temperature: 3 },
  ]);
  for (const { token_T, logp_T, stop } of answers!) {
    expect(logp_T.length).toBe(token_T.length);
    expect(stop).toBe(token_T.at(-1) === 7 ? 'end' : 'length');
    expect(token_T.length).toBeLessThanOrEqual(8);
    expect(token_T.slice(0, -1)).not.toContain(7);
    if (stop === 'length') expect(token_T.length).toBe(8);
  }
  await expect(sampler.sample([{ ...group, policy: 'nobody' }])).rejects.toThrow('there is no policy "nobody" here');
  expect((await sampler.sample([group]))[0]!.length).toBe(3);
});

it("an answer ends where the model's positions do, and a prompt beyond them is refused", async () => {
  const positions = Number(model.config['max_position_embeddings']);
  const promptOf = (length: number) => ({
    ...group,
    seed_K: [1],
    prompt_P: new Array<number>(length).fill(1),
    maxTokens: 40,
  });
  const [[answer] = []] = await sampler.sample([promptOf(positions - 2)]);
  expect(answer!.token_T.length).toBeLessThanOrEqual(3);
  if (answer!.token_T.length === 3) expect(answer!.stop).toBe(answer!.token_T[2] === 7 ? 'end' : 'length');
  await expect(sampler.sample([promptOf(positions + 1)])).rejects.toThrow(
    `a prompt has ${positions + 1} tokens, the model reads ${positions}`,
  );
});
