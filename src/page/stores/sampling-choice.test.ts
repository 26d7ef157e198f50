import { expect, test } from 'vitest';
import { withSamplingChoice, withSamplingOf } from './sampling-choice';

test('a choice is kept beside the others, and taken back it leaves nothing behind', () => {
  const one = withSamplingChoice({}, { occasion: 'training', name: 'temperature', value: 0.7 });
  expect(one).toEqual({ training: { temperature: 0.7 } });
  const two = withSamplingChoice(one, { occasion: 'evaluation', name: 'maxTokens', value: 60 });
  expect(two).toEqual({ training: { temperature: 0.7 }, evaluation: { maxTokens: 60 } });
  const cold = withSamplingChoice(two, { occasion: 'evaluation', name: 'temperature', value: 0 });
  expect(cold.evaluation).toEqual({ maxTokens: 60, temperature: 0 });
  const back = withSamplingChoice(one, { occasion: 'training', name: 'temperature', value: undefined });
  expect(back).toEqual({});
  expect(withSamplingOf({ tool: one, plan: two }, 'tool', back)).toEqual({ plan: two });
  expect(withSamplingOf({ tool: one }, 'tool', back)).toBeUndefined();
  expect(withSamplingOf(undefined, 'tool', one)).toEqual({ tool: one });
});
