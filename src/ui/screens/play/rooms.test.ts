import { describe, expect, it } from 'vitest';
import { teams } from '../../../learning/agents';
import { cardOnProblems, environments } from '../../../learning/environments';
import { splitOfSeed } from '../../../learning/environments/splits';
import { choiceOf, choiceOfRun, manyMoves, roomOf, roomOfSeed, seedOfRoom, worldChoice, worldChoices } from './rooms';

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
      ...['sokoban', 'plan-path'],
      ...['sudoku', 'eight-queens', 'blocksworld', 'maths'],
      'sokoban-hard',
      'code',
    ]);
    for (const { card } of environments) expect(worldChoices.some(({ config }) => config.environment === card.id)).toBe(true);
    expect(worldChoice('blocksworld').config.environment).toBe('blocksworld');
    expect(worldChoice('sokoban-shared').id).toBe('sokoban');
    expect(worldChoice('no such preset').id).toBe('sokoban');
  });

  it('lead to worlds that are not built in, and from a run to its own', () => {
    const set = { world: 'maths', name: 'gsm8k', hash: 'aa' };
    const mine = choiceOf(cardOnProblems(set), { problems: [set] });
    expect(mine).toMatchObject({
      id: 'maths/gsm8k',
      name: 'Maths: gsm8k',
      config: { environment: 'maths/gsm8k', environmentSettings: {}, definitions: { problems: [set] } },
    });
    expect(teams.find(({ id }) => id === mine.config.team)?.fits?.(cardOnProblems(set))).toBe(true);
    expect(worldChoice('maths/gsm8k', [mine])).toBe(mine);
    expect(worldChoice('maths/gsm8k').id).toBe('sokoban'); // it is not here
    const { config } = worldChoice('sokoban-shared');
    expect(choiceOfRun({ ...config, preset: 'sokoban-shared' })).toBe('sokoban-shared');
    expect(choiceOfRun({ ...config, preset: 'sokoban-shared', environment: 'plan-path' })).toBe('plan-path');
    expect(worldChoice('plan-path').config.environment).toBe('plan-path');
    expect(choiceOfRun({ preset: 'quick', environment: 'maths/gsm8k' })).toBe('maths/gsm8k');
  });

  it('can be solved', () => {
    for (const { config } of worldChoices) {
      const { environment, start, solution, solutionMoves } = roomOf(config, 5);
      if (environment.programs) continue; // judged by running them: hand-play.test.ts
      const { solved, frames } = environment.act(start, environment.wording.read(solution ?? ''), manyMoves);
      expect(solved).toBe(true);
      expect(frames).toHaveLength(solutionMoves ?? 0);
    }
  });
});
