import { expect, test } from 'vitest';
import { environmentById } from '../../learning/environments';
import { figuresInWords } from './figures';

test('a player’s figure is told by the colour it is drawn in, never by its symbol', () => {
  const { card } = environmentById('sokoban-for-two');
  const [first, second] = (card.players ?? []).map(({ sentence }) => figuresInWords(sentence, card));
  expect(first).toContain('moves the blue figure;');
  expect(second).toContain('moves the pink figure;');
  expect(figuresInWords('Moves the figure it likes.', card)).toBe('Moves the figure it likes.');
});
