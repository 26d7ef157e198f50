import { expect, test } from 'vitest';
import { settingsFrom } from '../../../learning/config/run-config';
import { bargainingCard } from '../../../learning/environments/games/bargaining/card';
import { dilemmaCard } from '../../../learning/environments/games/prisoners-dilemma/card';
import { ticTacToeCard } from '../../../learning/environments/games/tic-tac-toe/card';
import { proposedSumsCard } from '../../../learning/environments/proposed-sums/card';
import { trainingLines, trainingWords } from './training-lines';

const settings = (changes: object = {}) => settingsFrom({ branches: 8, ...changes });
const measured = { training: [null, 0.5], branches: [null, 0.125] };
const room = { problem: 'room' };
const labels = (changes: object, columns = measured, card: Parameters<typeof trainingLines>[0] = room) =>
  trainingLines(card, settings(changes), columns).map(({ label }) => label);

test('success in training is named after the answer that goes on', () => {
  expect(labels({ pickRule: 'best' })).toEqual(['rooms in training, best of 8', 'single branches']);
  expect(labels({ pickRule: 'team' })[0]).toBe('rooms in training, best of 8');
  expect(labels({ pickRule: 'softmax' })).toEqual(['rooms in training, one of 8, by reward', 'single branches']);
  expect(labels({ pickRule: 'random' })).toEqual(['rooms in training, one of 8 at random']);
  expect(labels({ pickRule: 'first' })).toEqual(['rooms in training, first of 8']);
});

test('only where the reward picks it is said that the figure is more than the team reaches by itself', () => {
  const flatters = (pickRule: string) => /more than the team/.test(trainingWords(room, settings({ pickRule })).about);
  expect(['best', 'team', 'softmax'].every(flatters)).toBe(true);
  expect(['random', 'first'].some(flatters)).toBe(false);
});

test('whole games and single answers have no best; earlier runs have no single branches', () => {
  expect(labels({ grouping: 'world' })).toEqual(['rooms in training']);
  expect(trainingLines(room, { ...settings(), branches: 1 }, measured)).toHaveLength(1);
  expect(labels({ pickRule: 'best' }, { ...measured, branches: [null, null] as never })).toEqual([
    'rooms in training, best of 8',
  ]);
});

test('a game against somebody counts in training when it was finished, whoever won', () => {
  expect(labels({ pickRule: 'random' }, measured, ticTacToeCard)).toEqual(['games in training that were finished']);
  expect(labels({ pickRule: 'random' }, measured, proposedSumsCard)).toEqual([
    'questions in training, one of 8 at random',
  ]);
  expect([ticTacToeCard, dilemmaCard, bargainingCard, proposedSumsCard].map(({ success }) => success)).toEqual([
    'at least even with the best script',
    'no less than cooperation brings, beside tit for tat',
    'half of all it values, or more, beside the script that gives in slowly',
    undefined,
  ]);
});
