import { describe, expect, it } from 'vitest';
import { environments } from '../../../learning/environments';
import { splitOfSeed } from '../../../learning/environments/splits';
import { manyMoves, roomOf, roomOfSeed, seedOfRoom, worldChoice, worldChoices } from './rooms';

describe('rooms to play', () => {
  it('come from the test split and have a number each (V1)', () => {
    for (const number of [1, 2, 77]) {
      expect(splitOfSeed(seedOfRoom(number))).toBe('test');
      expect(roomOfSeed(seedOfRoom(number))).toBe(number);
    }
    expect(roomOfSeed(0)).toBeUndefined();
  });

  it('offer each world once, and lead every preset to its world', () => {
    expect(worldChoices.map(({ id }) => id)).toEqual([
      ...['sokoban', 'plan-path', 'sokoban-hard'],
      ...['sudoku', 'eight-queens', 'blocksworld', 'maths'],
    ]);
    const playable = environments.filter(({ programs }) => programs === undefined); // nothing here runs programs
    for (const { card } of playable) expect(worldChoices.some(({ config }) => config.environment === card.id)).toBe(true);
    expect(worldChoice('blocksworld').config.environment).toBe('blocksworld');
    expect(worldChoice('sokoban-shared').id).toBe('sokoban');
    expect(worldChoice('no such preset').id).toBe('sokoban');
  });

  it('can be solved', () => {
    for (const { config } of worldChoices) {
      const { environment, start, solution, solutionMoves } = roomOf(config, 5);
      const { solved, frames } = environment.act(start, environment.wording.read(solution ?? ''), manyMoves);
      expect(solved).toBe(true);
      expect(frames).toHaveLength(solutionMoves ?? 0);
    }
  });
});
