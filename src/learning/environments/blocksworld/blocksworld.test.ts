import { describe, expect, it } from 'vitest';
import { splits, worldSeed } from '../splits';
import { blocksworld } from './blocksworld';
import { movesLeft } from './moves-table';
import { type BlocksState, describeBlocks, moved, movesFrom } from './stacks';

/** 3 and 1 have to be taken off 2, then 2 goes onto 1 and 3 onto 2. */
const tower: BlocksState = { stacks: '213', goal: '123' };

describe('the table of moves', () => {
  it('agrees with a plain search forwards', () => {
    const searched = ({ stacks, goal }: BlocksState) => {
      const seen = new Set([stacks]);
      let level = [stacks];
      for (let moves = 0; ; moves++) {
        if (level.includes(goal)) return moves;
        level = level.flatMap((one) => movesFrom(one).map(([block = '', onto = '']) => moved(one, block, onto)));
        level = [...new Set(level)].filter((one) => !seen.has(one));
        for (const one of level) seen.add(one);
      }
    };
    for (const blocks of [3, 4, 5]) {
      for (let seed = 0; seed < 25; seed++) {
        const state = blocksworld.start(seed, { blocks });
        expect(movesLeft(state), describeBlocks(state)).toBe(searched(state));
      }
    }
  });
  it('knows every arrangement: 13 of 3 blocks, 73 of 4', () => {
    for (const [first, count] of [
      ['123', 13],
      ['1234', 73],
    ] as const) {
      const seen = new Set([first as string]);
      for (const one of seen) for (const [block = '', onto = ''] of movesFrom(one)) seen.add(moved(one, block, onto));
      expect(seen.size).toBe(count);
    }
  });
});

it.each([
  [3, 156],
  [4, 5256],
])('deals all problems of %i blocks to the splits once: %i', (blocks, all) => {
  const sizes = splits.map((split) => {
    const count = blocksworld.problems?.(split, { blocks }) as number;
    const problems = Array.from({ length: count }, (_, index) =>
      blocksworld.start(worldSeed(split, index), { blocks }),
    );
    expect(new Set(problems.map(describeBlocks)).size).toBe(count);
    expect(count).toBeGreaterThan(5);
    return count;
  });
  expect(sizes.reduce((sum, size) => sum + size)).toBe(all);
});

it('rewards blocks in place and moves saved', () => {
  expect(blocksworld.remaining(tower)).toBe(4);
  const half = blocksworld.act(tower, ['30', '10'], 12);
  expect(half).toMatchObject({ terms: { team: 1 / 3, legal: 1, progress: 0.5 }, done: false, why: '2 moves left' });
  const refused = blocksworld.act(tower, ['20', '30', '33', '30'], 12);
  expect(refused).toMatchObject({
    terms: { team: 0, legal: 0.25, progress: 0.25 },
    why: '3 moves could not be made, 3 moves left',
  });
  expect(blocksworld.act(half.state, ['21', '32'], 12)).toMatchObject({
    terms: { team: 1, legal: 1, progress: 1 },
    solved: true,
    why: 'the blocks stand as wanted',
  });
});

it('notes what lies on and under each block, where it is to lie, and whether it stands as wanted', () => {
  expect(blocksworld.wording.notes?.(tower)).toBe('32 1 0,10 2 1,01 3 2\n');
  expect(blocksworld.wording.notes?.({ stacks: '1 23', goal: '123' })).toBe('=00 1 0,30 2 1,02 3 2\n');
  expect(blocksworld.wording.notes?.({ stacks: '123', goal: '123' })).toBe('=20 1 0,=31 2 1,=02 3 2\n');
});

it('shows the stacks beside those to be built', () => {
  expect(blocksworld.wording.describe(tower)).toBe('at 213\nneed 123\n');
  expect(blocksworld.wording.describeAfter({ stacks: '1 23', goal: '123' })).toBe('at 1 23\n');
  expect(blocksworld.picture({ stacks: '1 23', goal: '123' })).toEqual(['   #3  ', ' 3 #2  ', '12 #1  ', '#######']);
  expect(blocksworld.wording.read('21,30')).toEqual(['21', '30']);
});

describe('calls', () => {
  const run = (program: string) => {
    const { action, ...rest } = blocksworld.calls.run(tower, program, 12);
    return { moves: blocksworld.wording.write(action), ...rest };
  };
  it('put one block, or clear one of all that lies on it', () => {
    expect(run('clear 2; put 2 1; put 3 2')).toMatchObject({
      moves: '30 10 21 32',
      ran: true,
      calls: 3,
      why: '4 moves, solved',
    });
    expect(run('clear 3; 30')).toMatchObject({ moves: '30', ran: true, calls: 2 });
  });
  it('say why they cannot be carried out', () => {
    for (const [program, why] of [
      ['put 2 0', '1 and 3 lie on 2'],
      ['put 3 1', '3 lies on 1'],
      ['put 3 4', 'there is no block 4'],
      ['put 3 3', '3 cannot lie on itself'],
      ['put 3 0; put 3 0', '3 stands on the table'],
      ['clear 5', 'there is no block 5'],
    ] as const)
      expect(run(program), program).toMatchObject({ ran: false, why: expect.stringContaining(why) });
    for (const program of ['put 3', 'put 0 1', 'clear', 'clear 1 2'])
      expect(run(program)).toMatchObject({ readable: false });
  });
});
