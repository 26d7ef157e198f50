// A sampler that answers by a rule instead of a model: what algorithm tests and demonstrations play with.
import type { Completion, PromptGroup } from '../../contract/learner';
import type { Tokenizer } from '../language/tokenizer';
import type { Sampler } from './sampler';

/** The text of one answer. */
export type Script = (question: {
  readonly prompt: string;
  readonly branch: number;
  readonly seed: number;
  readonly policy: string;
}) => string;

/** A sampler whose answers are the script's texts, each token with log-probability −1; the questions it was asked are
 *  kept. */
export function scriptedSampler(tokenizer: Tokenizer, script: Script): Sampler & { readonly asked: PromptGroup[] } {
  const asked: PromptGroup[] = [];
  return {
    asked,
    sample: async (groups) => {
      asked.push(...groups);
      return groups.map((group) => {
        const prompt = tokenizer.decode(group.prompt_P);
        return group.seed_K.map((seed, branch) =>
          completionOf(tokenizer, script({ prompt, branch, seed, policy: group.policy }), group.maxTokens),
        );
      });
    },
  };
}

function completionOf(tokenizer: Tokenizer, text: string, maxTokens: number): Completion {
  const token_T = [...tokenizer.encode(text), tokenizer.endToken].slice(0, maxTokens);
  return { token_T, logp_T: token_T.map(() => -1), stop: token_T.at(-1) === tokenizer.endToken ? 'end' : 'length' };
}
