import { expect, test } from 'vitest';
import { build } from '../../../learning/config/build';
import { groupOf, treeOf } from '../shared/generated-trees.test-data';
import { rolloutSearch } from './rollout-search';

const config = build('sokoban');

function scripted() {
  const trees = new Map([
    [1, treeOf(1, [[groupOf([{ text: 'one' }, { text: 'two' }])]])],
    [2, treeOf(2, [[groupOf([{ text: 'three' }])]])],
  ]);
  const times = new Map([
    [1, 10],
    [2, 20],
  ]);
  const read: number[] = [];
  const search = rolloutSearch({
    kept: async () => [...times].map(([step, storedAt]) => ({ step, storedAt })),
    tree: async (_, step) => {
      read.push(step);
      const tree = trees.get(step);
      return tree && { tree, config };
    },
  });
  return { trees, times, read, search };
}

const quiet = () => {};

test('a tree is read once; later ones are read when they are there, dropped ones forgotten', async () => {
  const { trees, times, read, search } = scripted();
  const told: string[] = [];
  expect((await search.open('run-1', (done, total) => told.push(`${done} of ${total}`))).branches).toBe(3);
  expect(told).toEqual(['0 of 2', '1 of 2']);
  await search.open('run-1', quiet);
  expect(read).toEqual([1, 2]);
  trees.set(3, treeOf(3, [[groupOf([{ text: 'four' }])]]));
  times.set(3, 30).delete(1);
  expect((await search.open('run-1', quiet)).steps).toEqual([2, 3]);
  expect(read).toEqual([1, 2, 3]);
});

test('a step that was played again is read again', async () => {
  const { trees, times, search } = scripted();
  await search.open('run-1', quiet);
  trees.set(2, treeOf(2, [[groupOf([{ text: 'played anew' }])]]));
  times.set(2, 25);
  await search.open('run-1', quiet);
  expect((await search.search({ text: 'anew' })).count).toBe(1);
  expect((await search.search({ text: 'three' })).count).toBe(0);
});

test('another run is another index; trees can be given too', async () => {
  const { search } = scripted();
  await search.open('run-1', quiet);
  expect((await search.give('recorded', [treeOf(5, [[groupOf([{ text: 'shown' }])]])], config)).steps).toEqual([5]);
  expect((await search.search({})).count).toBe(1);
  expect((await search.rows(0, 10))[0]).toMatchObject({ step: 5, text: 'shown' });
});
