import { describe, expect, it } from 'vitest';
import { placeInWords, wayInWords } from './way-reading';

describe('of a team that is a graph', () => {
  const step = (turn: number, round: number, from: string, to: string, stopped?: true) => ({
    ...{ turn, round, from, to },
    ...(stopped ? { stopped } : {}),
  });

  it('the way is told round by round and turn by turn, those that spoke at once together', () => {
    const loop = [step(1, 1, 'solver', 'verifier'), step(1, 2, 'verifier', 'solver'), step(1, 3, 'solver', 'end')];
    expect(wayInWords({ way: loop, turns: 1 })).toBe('solver → verifier → solver → end');
    const debate = [
      step(1, 1, 'one', 'count'),
      step(1, 1, 'two', 'count'),
      step(1, 2, 'count', 'end'),
      step(2, 1, 'one', 'two', true),
    ];
    expect(wayInWords({ way: debate, turns: 2 })).toBe(
      'turn 1: one + two → count → end · turn 2: one → end, as often asked as the graph allows',
    );
    expect(wayInWords({ turns: 1 })).toBeUndefined();
  });

  it('a group says where its role spoke, and how often, where that is not once under its own name', () => {
    expect(placeInWords({ role: 'solver' })).toBe('');
    expect(placeInWords({ role: 'solver', visit: 2 })).toBe('visit 2');
    expect(placeInWords({ role: 'solver', node: 'one', visit: 3 })).toBe('at “one”, visit 3');
  });
});
