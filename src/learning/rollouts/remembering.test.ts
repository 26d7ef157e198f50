import { expect, test } from 'vitest';
import type { PromptGroup } from '../../contract/learner';
import { remembering } from './remembering';
import type { Sampler } from './sampler';

const group = (prompt_P: readonly number[], changes: Partial<PromptGroup> = {}): PromptGroup => ({
  ...{ policy: 'tool', prompt_P, seed_K: [7], maxTokens: 4, temperature: 0 },
  ...changes,
});

/** Answers with how often it has answered. */
function counting() {
  const asked: PromptGroup[] = [];
  const sampler: Sampler = {
    lanes: 2,
    sample: async (groups) =>
      groups.map((one) => {
        asked.push(one);
        return one.seed_K.map(() => ({ token_T: [asked.length], logp_T: [0], stop: 'end' as const }));
      }),
  };
  return { asked, sampler };
}

test('what is asked greedily a second time is not asked again', async () => {
  const { asked, sampler } = counting();
  const { sample, lanes } = remembering(sampler);
  expect(lanes).toBe(2);
  const first = await sample([group([1, 2]), group([1, 3])]);
  const second = await sample([group([1, 3]), group([4]), group([1, 2], { seed_K: [9] })]);
  expect(asked.map(({ prompt_P }) => prompt_P)).toEqual([[1, 2], [1, 3], [4]]);
  expect(second.map(([answer]) => answer?.token_T)).toEqual([[2], [3], [1]]);
  expect(first[1]).toEqual(second[0]);
});

test('another policy, other limits, and what is drawn are asked again', async () => {
  const { asked, sampler } = counting();
  const { sample } = remembering(sampler);
  const others: Partial<PromptGroup>[] = [
    { policy: 'plan' },
    { maxTokens: 5 },
    { likeliest: 3 },
    { seed_K: [1, 2] },
    { temperature: 1 },
    { temperature: 1 },
  ];
  await sample([group([1])]);
  const answers = await sample(others.map((changes) => group([1], changes)));
  expect(asked).toHaveLength(7);
  expect(answers.map((answer) => answer.length)).toEqual([1, 1, 1, 2, 1, 1]);
});
