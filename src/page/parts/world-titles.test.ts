import { expect, test } from 'vitest';
import { presetById } from '../../learning/config/presets';
import { worldTitles } from './world-titles';

const queens = (size: number, closed: number) => ({
  environment: 'eight-queens',
  environmentSettings: { size, closed },
  share: 1,
});
const titles = (...worlds: Parameters<typeof worldTitles>[0]['worlds'] & object) => {
  return Object.values(worldTitles({ ...presetById('quick').config, worlds }));
};

test('worlds are called by their cards; one that comes several times by the first setting that tells all of them apart', () => {
  const maps = { environment: 'plan-path', environmentSettings: {}, share: 1 };
  expect(titles(queens(6, 6), maps)).toEqual(['Eight Queens', 'Plan-Path']);
  expect(titles(queens(6, 6), maps, queens(5, 6))).toEqual([
    'Eight Queens, size 6',
    'Plan-Path',
    'Eight Queens, size 5',
  ]);
  expect(titles(queens(6, 6), queens(6, 8))).toEqual(['Eight Queens, closed 6', 'Eight Queens, closed 8']);
});

test('where no single setting tells them apart, all say theirs that differ; where these do not either, they are counted', () => {
  expect(titles(queens(6, 6), queens(6, 8), queens(5, 8))).toEqual([
    'Eight Queens, size 6, closed 6',
    'Eight Queens, size 6, closed 8',
    'Eight Queens, size 5, closed 8',
  ]);
  expect(titles(queens(6, 6), queens(6, 6))).toEqual(['Eight Queens', 'Eight Queens (2)']);
});
