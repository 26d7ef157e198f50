// A team's policies sampled by onnxruntime-web, without a GPU. Answers come one after the other, so
// that each depends on its seed, its prompt and its policy alone (S3); the branches of a group share what was read of
// their prompt. Tokens are drawn with the engine's own noise (its twin), so that the same seed says the same here and
// there, but for rounding. An answer ends where the model's positions do.
import { check, present } from '../../../basics/check';
import { basePolicy, type Completion, type PolicyName, type PromptGroup } from '../../../contract/learner';
import { isPatchNumber } from '../../../contract/patches';
import { sample } from '../../../engine/kernels/sample/twin';
import type { Sampler } from '../../../learning/rollouts/sampler';
import {
  adapterFeeds,
  type Feeds,
  type LoraAdapter,
  type ModelWeights,
  type OnnxRuntime,
  openOnnxModel,
  type Reading,
} from './onnx-model';

export interface OnnxSampler extends Sampler {
  /** Gives a policy this adapter, in place of what it had. Throws where it does not fit the model. */
  setAdapter(policy: PolicyName, adapter: LoraAdapter): void;
  close(): Promise<void>;
}

/** `endToken` ends an answer. The policy "base" is there from the beginning. */
export async function onnxSampler(
  runtime: OnnxRuntime,
  base: ModelWeights,
  { endToken }: { readonly endToken: number },
): Promise<OnnxSampler> {
  const model = await openOnnxModel(runtime, base, { adapters: 'inputs', logits: 'last' });
  const feeds = new Map<PolicyName, Feeds>([[basePolicy, adapterFeeds(runtime, base.config)]]);
  let turn: Promise<unknown> = Promise.resolve();

  const answer = async (group: PromptGroup, begun: Reading, seed: number, adapter: Feeds): Promise<Completion> => {
    const { temperature } = group;
    const maxTokens = Math.min(group.maxTokens, model.positions - begun.length + 1); // the last token is not read
    const token_T: number[] = [];
    const logp_T: number[] = [];
    for (let at = begun; token_T.length < maxTokens; ) {
      const { token, logp } = sample(at.logits, { seed, index: token_T.length, temperature });
      token_T.push(token);
      logp_T.push(logp);
      if (token === endToken) return { token_T, logp_T, stop: 'end' };
      if (token_T.length < maxTokens) at = await model.read([token], { before: at, adapter });
    }
    return { token_T, logp_T, stop: 'length' };
  };
  const answers = async (group: PromptGroup): Promise<Completion[]> => {
    check(group.temperature >= 0, `a temperature is at least 0, got ${group.temperature}`);
    const adapter = present(feeds.get(group.policy), `there is no policy "${group.policy}" here`);
    const { length } = group.prompt_P;
    check(!group.prompt_P.some(isPatchNumber), 'onnxruntime shows no pictures: this world is played on WebGPU');
    check(
      length <= model.positions,
      `a prompt has ${length} tokens, the model reads ${model.positions}: choose a larger model`,
    );
    const begun = await model.read(group.prompt_P, { adapter });
    const completions: Completion[] = [];
    for (const seed of group.seed_K) completions.push(await answer(group, begun, seed, adapter));
    return completions;
  };
  return {
    setAdapter: (policy, adapter) => void feeds.set(policy, adapterFeeds(runtime, base.config, adapter)),
    sample: (groups) => {
      const asked = turn.then(async () => {
        const all: Completion[][] = [];
        for (const group of groups) all.push(await answers(group));
        return all;
      });
      turn = asked.catch(() => undefined); // a session runs one thing at a time
      return asked;
    },
    close: async () => {
      await turn;
      await model.close();
    },
  };
}
