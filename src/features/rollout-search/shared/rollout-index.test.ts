import { expect, test } from 'vitest';
import { seconds } from '../../../headless/patience.mjs';
import { groupOf, largeTree, treeOf } from './generated-trees.test-data';
import type { RolloutQuery } from './query';
import { type RolloutIndex, rolloutIndex } from './rollout-index';

const tool = { role: 'tool', policy: 'tool', prompt: 'What does the Tool say?' };

function small(): RolloutIndex {
  const index = rolloutIndex();
  index.add(
    treeOf(2, [
      [
        groupOf(
          [{ text: 'go 5 2', programOutput: 'U U R – finished', reward: 0.5, advantage: 1.5 }, { text: 'stay' }],
          tool,
        ),
        groupOf(
          [
            { text: 'U R', reward: 1, advantage: 2, solved: true },
            { text: 'U R D', reward: 0, advantage: -1, terms: { legal: 0.5, format: 1 } },
          ],
          { turn: 2, trunk: 1 },
        ),
      ],
      [
        groupOf([
          { text: 'U U U', stop: 'length', terms: { format: 0, legal: 1 } },
          { text: '?', moves: '', terms: { format: 0, legal: 0 } },
          { text: 'U L L L L L L', excess: 3, terms: { format: 0, legal: 1 } },
        ]),
      ],
    ]),
  );
  index.add(treeOf(1, [[groupOf([{ text: 'first' }, { text: 'second', reward: 0.3 }])]]));
  return index;
}

function texts(query: RolloutQuery, index = small()): string[] {
  const count = index.search(query);
  const rows = index.rows(0, 100);
  expect(rows).toHaveLength(count);
  return rows.map(({ text }) => text);
}

test('without a wish all branches are found, in the order of their steps', () => {
  expect(texts({}).slice(0, 3)).toEqual(['first', 'second', 'go 5 2']);
  expect(small().facets()).toEqual({
    branches: 9,
    steps: [1, 2],
    roles: ['plan', 'tool'],
    terms: ['team', 'progress', 'legal', 'format'],
    turns: 2,
    passings: false,
  });
});

test('texts: in the answer, the prompt, what a program printed, or anywhere, whatever the capitals', () => {
  expect(texts({ text: 'u r' })).toEqual(['go 5 2', 'U R', 'U R D']);
  expect(texts({ text: 'u r', place: 'answer' })).toEqual(['U R', 'U R D']);
  expect(texts({ text: 'FINISHED', place: 'output' })).toEqual(['go 5 2']);
  expect(texts({ text: 'the tool say', place: 'prompt' })).toEqual(['go 5 2', 'stay']);
  expect(texts({ text: 'nowhere' })).toEqual([]);
});

test('ranges hold their lower end and not their upper one, but where they are one number', () => {
  expect(texts({ advantage: { low: 1.5, high: 2 } })).toEqual(['go 5 2']);
  expect(texts({ advantage: { low: 2, high: 2 } })).toEqual(['U R']);
  expect(texts({ advantage: { low: Number.NEGATIVE_INFINITY, high: 0 } })).toEqual(['U R D']);
  expect(texts({ reward: { low: 0.5, high: Number.POSITIVE_INFINITY } })).toEqual(['go 5 2', 'U R']);
  expect(texts({ term: 'legal', termRange: { low: 0.4, high: 0.6 } })).toEqual(['U R D']);
  expect(texts({ term: 'sound' })).toEqual([]);
});

test('roles, turns, steps, flat groups and what was solved', () => {
  expect(texts({ role: 'tool' })).toEqual(['go 5 2', 'stay']);
  expect(texts({ turn: 2 })).toEqual(['U R', 'U R D']);
  expect(texts({ step: { low: 1, high: 1 } })).toEqual(['first', 'second']);
  expect(texts({ group: 'flat' })).toEqual(['U U U', '?', 'U L L L L L L']);
  expect(texts({ group: 'varied', step: { low: 2, high: 9 }, outcome: 'open' })).toEqual(['go 5 2', 'stay', 'U R D']);
  expect(texts({ outcome: 'solved' })).toEqual(['U R']);
});

test('why an answer fell short', () => {
  expect(texts({ reason: 'cut-off' })).toEqual(['U U U']);
  expect(texts({ reason: 'unreadable' })).toEqual(['?']);
  expect(texts({ reason: 'long' })).toEqual(['U L L L L L L']);
  expect(texts({ reason: 'illegal' })).toEqual(['U R D']);
});

test('what the last role made of a proposal, and whether that was a right one', () => {
  const index = small();
  const tool = groupOf([{ text: 'go', solved: true }, { text: 'no' }], { role: 'tool' });
  const said = (texts: readonly string[], turn = 1) =>
    groupOf(
      texts.map((text) => ({ text })),
      { turn },
    );
  index.add(
    treeOf(3, [
      [tool, said(['away', 'same'])],
      [said(['alone']), said(['worse', 'better'], 2)],
    ]),
    [
      [[], ['spoils', 'repeats']],
      [[], ['spoils', 'mends']],
    ],
  );
  expect(index.facets().passings).toBe(true);
  expect(texts({ passing: 'spoils' }, index)).toEqual(['away', 'worse']);
  expect(texts({ passing: 'spoils-right' }, index)).toEqual(['away']);
  expect(texts({ passing: 'repeats' }, index)).toEqual(['same']);
  expect(texts({ passing: 'mends', turn: 1 }, index)).toEqual([]);
  expect(texts({ passing: 'differs' }, index)).toEqual([]);
  index.search({ passing: 'spoils' });
  expect(index.rows(0, 2).map(({ passing }) => passing)).toEqual(['spoils-right', 'spoils']);
});

test('a row says where its branch stands', () => {
  const index = small();
  index.search({ text: 'U R D', place: 'answer' });
  expect(index.rows(0, 1)).toEqual([
    {
      step: 2,
      environment: 'sokoban',
      world: 0,
      group: 1,
      branch: 1,
      role: 'plan',
      turn: 2,
      advantage: -1,
      reward: 0,
      solved: false,
      trunk: true,
      reasons: ['illegal'],
      text: 'U R D',
    },
  ]);
});

test('a step that is added again, or taken out, leaves no trace', () => {
  const index = small();
  index.add(treeOf(1, [[groupOf([{ text: 'anew' }])]]));
  index.remove(2);
  expect(texts({}, index)).toEqual(['anew']);
});

test('of 100,000 branches every question is answered in a tenth of a second', () => {
  const index = rolloutIndex();
  for (let step = 1; step <= 50; step++) index.add(largeTree(step, 63));
  expect(index.facets().branches).toBeGreaterThan(100_000);
  const questions: readonly RolloutQuery[] = [
    { text: 'u d l r u d l' },
    { text: 'not to be found anywhere' },
    { text: 'ran 77', place: 'output', role: 'tool' },
    { advantage: { low: 1, high: 1.4 }, group: 'varied', term: 'legal', termRange: { low: 0, high: 0.5 } },
    {},
  ];
  for (const question of questions) {
    const best = Math.min(
      ...[1, 2, 3].map(() => {
        const began = performance.now();
        index.search(question);
        index.rows(0, 50);
        return performance.now() - began;
      }),
    );
    expect(best, JSON.stringify(question)).toBeLessThan(0.1 * seconds);
  }
  expect(index.search({})).toBe(index.facets().branches);
});
