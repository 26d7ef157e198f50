import { expect, it } from 'vitest';
import type { PromptGroup } from '../../contract/learner';
import { answersOfAll, mergeEqualPrompts } from './equal-prompts';

const group = (prompt_P: number[], seed_K: number[], other: Partial<PromptGroup> = {}): PromptGroup => {
  return { policy: 'a', prompt_P, seed_K, maxTokens: 2, temperature: 1, ...other };
};

it('puts groups together that ask a policy the same, and gives each its own answers back', () => {
  const groups = [group([1, 2], [10, 11]), group([3], [12]), group([1, 2], [13]), group([1, 2], [14], { policy: 'b' })];
  const merged = mergeEqualPrompts(groups);
  expect(merged.groups.map(({ seed_K }) => seed_K)).toEqual([[10, 11, 13], [12], [14]]);
  const answers = merged.groups.map(({ seed_K }) => seed_K.map((seed) => `answer of ${seed}`));
  expect(answersOfAll(groups, merged, answers)).toEqual(
    groups.map(({ seed_K }) => seed_K.map((seed) => `answer of ${seed}`)),
  );
});

it('keeps apart what is sampled differently, and groups that would grow too large', () => {
  const apart = [group([1], [1]), group([1], [2], { maxTokens: 3 }), group([1], [3], { temperature: 0 })];
  expect(mergeEqualPrompts(apart).groups).toHaveLength(3);
  const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);
  const large = [group([1], seeds(400)), group([1], seeds(400)), group([1], seeds(100))];
  expect(mergeEqualPrompts(large).groups.map(({ seed_K }) => seed_K.length)).toEqual([400, 500]);
});
