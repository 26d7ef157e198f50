// What is asked of an entry of a data set: its question, a word of its metadata, or a text of its own with such words.
// The package is made up; the real one is asked in cli/golden.test.ts.
import { expect, test } from 'vitest';
import type { ProgramRunner } from '../../../learning/agents/program-runner';
import { makeWorld } from './make-world';

const entries = [
  ['What is 4 + 3?', '7', 1, { expression: '4 + 3', kind: 'sum' }],
  ['What is 9 - 2?', '7', 1, { expression: '9 - 2', kind: 'difference' }],
];
const answers: Readonly<Record<string, unknown>> = { catalogue: [['sums', 'arithmetic', 'Sums.']], ask: entries };
const runner: ProgramRunner = {
  run: async (requests) =>
    requests.map(({ source }) => {
      const called = Object.keys(answers).find((call) => source.includes(`${call}(`)) ?? '';
      return { end: 'finished', output: JSON.stringify(answers[called]), why: 'finished' };
    }),
};

const asked = async (field?: string) => {
  const wishes = { name: 'sums', seed: 1, size: 2, field };
  const { source } = await makeWorld(runner, { image: 'reasoning-gym' }, wishes);
  return source.kind === 'questions' ? source.questions.map(({ question }) => question) : [];
};

test('the question itself, a word of its metadata, or a text with such words', async () => {
  expect(await asked()).toEqual(['What is 4 + 3?', 'What is 9 - 2?']);
  expect(await asked('expression')).toEqual(['4 + 3', '9 - 2']);
  expect(await asked('? = {expression}')).toEqual(['? = 4 + 3', '? = 9 - 2']);
  expect(await asked('{kind}: {expression}')).toEqual(['sum: 4 + 3', 'difference: 9 - 2']);
});

test.each(['terms', '? = {terms}'])('words that an entry does not have are named: %s', async (field) => {
  await expect(asked(field)).rejects.toThrow('no words "terms": it has expression, kind');
});

test.each(['? = {expression', '? = {}'])('a brace without its other one is named: %s', async (field) => {
  await expect(asked(field)).rejects.toThrow('a brace without its other one');
});
