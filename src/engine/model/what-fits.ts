// What a card has room for: the longest prompt with which a model can still be trained in so much memory, and how
// finely its frozen base can be kept then. However many problems a step has, its batches are cut to fit, so that one
// group – a prompt and its answers – decides.
import { type CardFit, longestPrompt, usualTraining } from '../../contract/card-fit';
import type { ModelConfig } from '../../contract/model-config';
import { planMemory } from './memory-plan';
import { type Precision, precisions } from './stored-sections';
import type { BindingLimits } from './weight-arena';

const grain = 64;
const mostAnswers = 64;

/** `budget` in bytes. Undefined where not even the shortest prompts fit. */
export function whatFits(config: ModelConfig, limits: BindingLimits, budget: number): CardFit | undefined {
  const { answers, answerTokens, rank, prompt } = usualTraining;
  const policy = { kind: 'adapter', rank } as const;
  const fits = (precision: Precision, promptTokens: number, branches: number = answers): boolean => {
    const batch = { groups: 1, branches, promptTokens, answerTokens };
    try {
      return planMemory({ config, limits, precision, budget, policies: [policy, policy], batch }).total <= budget;
    } catch {
      return false;
    }
  };
  const precision = precisions.find((one) => fits(one, prompt)) ?? 'int4';
  const promptTokens = grain * mostOf(longestPrompt / grain, (grains) => fits(precision, grains * grain));
  if (promptTokens === 0) return undefined;
  return { precision, promptTokens, answers: mostOf(mostAnswers, (count) => fits(precision, prompt, count)) };
}

/** The largest number up to `limit` that is well, where none above one that is not is; 0 where none is. */
function mostOf(limit: number, isWell: (count: number) => boolean): number {
  let [most, refused] = [0, limit + 1];
  while (refused - most > 1) {
    const middle = Math.floor((most + refused) / 2);
    if (isWell(middle)) most = middle;
    else refused = middle;
  }
  return most;
}
