import { describe, expect, it } from 'vitest';
import { splitOfSeed } from '../../../learning/environments/splits';
import { roomOf, roomOfSeed, seedOfRoom, worldChoice, worldChoices } from './rooms';

describe('rooms to play', () => {
  it('come from the test split and have a number each (V1)', () => {
    for (const number of [1, 2, 77]) {
      expect(splitOfSeed(seedOfRoom(number))).toBe('test');
      expect(roomOfSeed(seedOfRoom(number))).toBe(number);
    }
    expect(roomOfSeed(0)).toBeUndefined();
  });

  it('offer each world once, and lead every preset to its world', () => {
    expect(worldChoices.map(({ id }) => id)).toEqual(['sokoban', 'plan-path', 'sokoban-hard']);
    expect(worldChoice('sokoban-shared').id).toBe('sokoban');
    expect(worldChoice('no such preset').id).toBe('sokoban');
  });

  it('can be solved', () => {
    for (const { config } of worldChoices) expect(roomOf(config, 5).solution).toMatch(/^[UDLR]+$/);
  });
});
