// A batch's prompts as a tree of token prefixes: what several of them begin with is computed once, and each prompt's
// rows attend to their ancestors' (Prefix Grouper, arXiv 2506.05433, and RadixAttention, arXiv 2312.07104, at any
// depth). Sorted by their tokens prompts lie depth-first, and what each adds is what it does not share with the one
// before it.
import type { ModelConfig } from '../../contract/model-config';
import { layerSection } from './network';
import { weightSections } from './parameters';

export interface PrefixTree {
  /** Places of the prompts, depth-first. */
  readonly order: readonly number[];
  /** Tokens that each of them, in that order, has in common with the one before it and does not compute again. */
  readonly shared: readonly number[];
}

/** The tree of these prompts. A prefix of fewer than `least` tokens is not shared, and a prompt's last token is always
 *  its own, for it predicts; where nothing is shared the prompts keep their order. */
export function prefixTree(prompts: readonly (readonly number[])[], least: number): PrefixTree {
  const order = [...prompts.keys()].sort((a, b) => compared(prompts[a] ?? [], prompts[b] ?? []) || a - b);
  const shared = order.map((place, index) => {
    const prompt = prompts[place] ?? [];
    const common =
      index === 0 ? 0 : Math.min(prompt.length - 1, inCommon(prompt, prompts[order[index - 1] ?? 0] ?? []));
    return common >= Math.max(1, least) ? common : 0;
  });
  return shared.some((tokens) => tokens > 0)
    ? { order, shared }
    : { order: [...prompts.keys()], shared: prompts.map(() => 0) };
}

/**
 * Tokens from which on a prefix is shared: those that take 10⁹ multiply-adds to compute once more. Ten of them are
 * enough for a model of 135M parameters; for one as small as the shipped base no prompt is so long, its steps are bound
 * by dispatching, and its sums keep the order in which recorded runs made them.
 */
export function leastSharedTokens(config: ModelConfig): number {
  const layers = weightSections(config).slice(layerSection(0), layerSection(config.layers));
  return Math.ceil(1e9 / layers.reduce((sum, { floats }) => sum + floats, 0));
}

/** The same for sampling, where answers are the same bit by bit whatever is shared. A processor is bound by arithmetic
 *  and not by dispatching: with the shipped base it saves a fifth of an evaluation on SwiftShader, a twentieth on
 *  lavapipe. */
export function leastSharedInSampling(config: ModelConfig, software: boolean): number {
  const least = leastSharedTokens(config);
  return software ? Math.min(least, 8) : least;
}

function inCommon(one: readonly number[], other: readonly number[]): number {
  let tokens = 0;
  while (tokens < Math.min(one.length, other.length) && one[tokens] === other[tokens]) tokens++;
  return tokens;
}

/** Below 0 where `one` comes first. */
function compared(one: readonly number[], other: readonly number[]): number {
  const tokens = inCommon(one, other);
  return (one[tokens] ?? -1) - (other[tokens] ?? -1);
}
