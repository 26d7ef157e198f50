import { describe, expect, it } from 'vitest';
import { type Split, splits, worldSeed } from '../splits';
import { canonicalBoard } from '../symmetry';
import { describeQueens, type QueensState } from './board';
import { completionsOf } from './completion';
import { eightQueens } from './eight-queens';

/** Of the two arrangements of size 4 only 2 4 1 3 keeps the queen on row 1, column 2. */
const board: QueensState = { squares: '----\n----\n--#-\n----', columnOf: [1, -1, -1, -1], given: 1 };

describe('completions', () => {
  it('are as many as is known of empty boards', () => {
    for (const [size, count] of [
      [4, 2],
      [5, 10],
      [6, 4],
      [7, 40],
      [8, 92],
    ] as const) {
      const squares = Array<string>(size).fill('-'.repeat(size)).join('\n');
      expect(completionsOf(squares, Array<number>(size).fill(-1)), `${size}`).toHaveLength(count);
    }
  });
  it('keep the queens that stand and leave closed squares empty', () => {
    expect(completionsOf(board.squares, board.columnOf)).toEqual([[1, 3, 0, 2]]);
    expect(completionsOf('----\n---#\n----\n----', [1, -1, -1, -1])).toEqual([]);
  });
});

it('draws boards with as many queens and closed squares as asked for', () => {
  for (let seed = 0; seed < 6; seed++) {
    const { columnOf, squares, given } = eightQueens.start(seed, { size: 7, given: 3, closed: 9 });
    expect([columnOf.filter((column) => column >= 0).length, given]).toEqual([3, 3]);
    expect(squares.match(/#/g)).toHaveLength(9);
  }
  expect(() => eightQueens.start(0, { size: 4, given: 4 })).toThrow(
    'at least 1 of 4 queens is to be put, got 4 given: raise "size" or lower "given"',
  );
});

it('has problems of every split on the smallest boards', () => {
  // No queen given and two squares closed: 104 boards, 17 but for mirrors and turns, of which 2 each are for
  // validation, test and report.
  const settings = { size: 4, given: 0, closed: 2 };
  const boardsOf = (split: Split) =>
    new Set(
      Array.from({ length: 200 }, (_, index) => describeQueens(eightQueens.start(worldSeed(split, index), settings))),
    );
  for (const split of splits) expect(boardsOf(split).size).toBe(eightQueens.problems?.(split, settings));
  const layouts = splits.map(
    (split) => new Set([...boardsOf(split)].map((board) => canonicalBoard(board.trim().split('\n')))).size,
  );
  expect(layouts).toEqual([11, 2, 2, 2]);
});

it('refuses boards of which there are too few to be split', () => {
  expect(() => eightQueens.start(0, { size: 4, given: 3, closed: 12 })).toThrow(
    'a 4×4 board with 3 queens given and 12 squares closed can be laid out in 1 way only',
  );
});

it('rewards queens that leave a way to the end, and a dead end not at all', () => {
  const one = eightQueens.act(board, ['24'], 12);
  expect(one).toMatchObject({ terms: { team: 1 / 3, legal: 1, progress: 1 / 3 }, done: false, why: '2 queens left' });
  const attacked = eightQueens.act(board, ['21', '24', '33', '33'], 12); // attacked, put, closed, closed
  expect(attacked).toMatchObject({
    terms: { legal: 0.25, progress: 1 / 3 },
    why: '3 queens could not be put, 2 queens left',
  });
  const lost = eightQueens.act({ ...board, squares: '----\n----\n----\n----', columnOf: [0, -1, -1, -1] }, ['23'], 12);
  expect(lost).toMatchObject({ terms: { team: 0, legal: 1, progress: 0 }, solved: false, done: true });
  expect(eightQueens.act(board, ['24', '31', '43'], 12)).toMatchObject({
    terms: { team: 1, legal: 1, progress: 1 },
    solved: true,
    why: 'every row has a queen',
  });
});

it('notes the free squares of each row without a queen', () => {
  expect(eightQueens.wording.notes?.(board)).toBe('4 2,1 3,134 4\n');
  expect(eightQueens.wording.notes?.(eightQueens.act(board, ['24'], 1).state)).toBe('1 3,13 4\n');
  expect(eightQueens.wording.notes?.(eightQueens.act(board, ['24', '31', '43'], 3).state)).toBe('');
});

it('shows queens and closed squares', () => {
  expect(eightQueens.wording.describe(board)).toBe('-@--\n----\n--#-\n----\n');
  expect(eightQueens.picture(board)).toEqual([' Q  ', '    ', '  # ', '    ']);
  expect(eightQueens.wording.read('24, 31')).toEqual(['24', '31']);
});

describe('calls', () => {
  const run = (program: string) => {
    const { action, ...rest } = eightQueens.calls.run(board, program, 12);
    return { moves: eightQueens.wording.write(action), ...rest };
  };
  it('put a queen on a square, or on the only free one of a row', () => {
    expect(run('place 2 4; only 3; 43')).toMatchObject({
      moves: '24 31 43',
      ran: true,
      calls: 3,
      why: '3 moves, solved',
    });
    expect(run('only 2')).toMatchObject({ moves: '24', ran: true });
  });
  it('say why they cannot be carried out', () => {
    for (const [program, why] of [
      ['place 2 1', '2 1 is closed or attacked'],
      ['place 3 3', '3 3 is closed or attacked'],
      ['place 1 4', 'row 1 has a queen already'],
      ['place 5 1', 'rows and columns go from 1 to 4'],
      ['only 4', 'row 4 has 3 free squares: 1 3 4'],
      ['place 4 1; only 3', 'row 3 has 0 free squares'],
    ] as const)
      expect(run(program), program).toMatchObject({ ran: false, why: expect.stringContaining(why) });
    expect(run('place 2')).toMatchObject({ readable: false });
  });
});
