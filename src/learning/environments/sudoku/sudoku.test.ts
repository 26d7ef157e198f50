import { describe, expect, it } from 'vitest';
import type { SudokuState } from './grid';
import { solutionsOf } from './solutions';
import { sudoku } from './sudoku';

const clues = '1--4' + '--12' + '2---' + '-321';
/** Solution 1234 3412 2143 4321. */
const grid: SudokuState = { clues, cells: clues };
const solved = '1234341221434321';

describe('solutions', () => {
  it('are all found: there are 288 complete grids of size 4', () => {
    expect(new Set(solutionsOf('-'.repeat(16), { most: 1000 })).size).toBe(288);
    expect(solutionsOf(clues, { most: 2 })).toEqual([solved]);
    expect(solutionsOf('-'.repeat(16), { most: 3 })).toHaveLength(3);
  });
  it('are none where clues clash', () => {
    expect(solutionsOf(`11${'-'.repeat(14)}`, { most: 1 })).toEqual([]);
  });
});

it('draws problems with exactly one solution and as many blanks as asked for', () => {
  for (const [size, blanks] of [
    [4, 1],
    [4, 10],
    [6, 22],
    [9, 50],
  ] as const) {
    for (let seed = 0; seed < 3; seed++) {
      const state = sudoku.start(seed, { size, blanks });
      expect(state.cells).toBe(state.clues);
      expect([...state.clues].filter((clue) => clue === '-')).toHaveLength(blanks);
      expect(solutionsOf(state.clues, { most: 2 })).toHaveLength(1);
    }
  }
  expect(() => sudoku.start(0, { size: 5 })).toThrow('a Sudoku has size 4, 6, 9, got 5');
  expect(() => sudoku.start(0, { blanks: 11 })).toThrow(
    'a 4×4 Sudoku has at most 10 blanks, got 11: raise "size" or lower "blanks"',
  );
});

it('rewards cells put right, and the whole only when solved', () => {
  const half = sudoku.act(grid, ['122', '133', '213', '224'], 12);
  expect(half).toMatchObject({ terms: { team: 0, legal: 1, progress: 0.5 }, done: false, why: '4 cells left' });
  const wrong = sudoku.act(grid, ['122', '324'], 12); // the 4 of row 3 belongs into column 3
  expect(wrong).toMatchObject({ terms: { legal: 1, progress: 1 / 8 }, why: '7 cells left' });
  expect(sudoku.remaining(sudoku.act(wrong.state, ['321'], 12).state)).toBe(6);
  const all = sudoku.act(half.state, sudoku.solve(half.state)!, 12);
  expect(all).toMatchObject({ terms: { team: 1, legal: 1, progress: 1 }, solved: true, why: 'the grid is solved' });
});

it('refuses to alter a clue, what a clue forbids, and what lies outside', () => {
  for (const move of ['112', '121', '125', '152', '102', '12', '1', '99']) {
    const outcome = sudoku.act(grid, [move], 12);
    expect(outcome, move).toMatchObject({
      state: grid,
      terms: { legal: 0 },
      why: '1 move changed nothing, 8 cells left',
    });
  }
});

it('takes a whole grid as one move: clues must stand, and what they forbid is left open', () => {
  expect(sudoku.act(grid, [solved], 1)).toMatchObject({ solved: true, terms: { team: 1, legal: 1 } });
  expect(sudoku.act(grid, ['2134341221434321'], 1)).toMatchObject({ state: grid, terms: { legal: 0 } });
  expect(sudoku.act(grid, ['12443412214-4321'], 1).state.cells).toBe('12-43412214-4321');
});

describe('words', () => {
  const { read, write } = sudoku.wording;
  it('are three digits to a move, or the rows of a grid', () => {
    expect(write(['123', solved, '421'])).toBe('123 1234 3412 2143 4321 421');
    for (const text of ['123 421', '123421', '1 2 3, 4 2 1']) expect(read(text), text).toEqual(['123', '421']);
    for (const text of [
      '1234\n3412\n2143\n4321\n',
      '1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1',
      '12|34\n34|12\n#####\n21#43\n43#21',
    ])
      expect(read(text), text).toEqual([solved]);
    expect(read('1.34 3412 2043 4-21')).toEqual(['1-3434122-434-21']);
    for (const text of ['12', '1234', '1234 3412 2143', '12a', '1234\n3412\n2143\n4321\nso'])
      expect(read(text), text).toBeUndefined();
    for (const size of [6, 9]) {
      const state = sudoku.start(1, { size });
      const whole = solutionsOf(state.clues, { most: 1 });
      expect(read(write(whole))).toEqual(whole);
    }
  });
  it('show the grid, then which cells may be overwritten', () => {
    expect(sudoku.wording.describe(grid)).toBe('1--4\n--12\n2---\n-321\n');
    expect(sudoku.wording.describe(sudoku.act(grid, ['122', '213'], 2).state)).toBe(
      '12-4\n3-12\n2---\n-321\nown 12 21\n',
    );
  });
});

it('notes the values open in each cell that is not settled', () => {
  const notes = (moves: string[]) => sudoku.wording.notes?.(sudoku.act(grid, moves, 12).state);
  expect(notes([])).toBe('2 1 2,3 1 3,34 2 1,4 2 2,14 3 2,34 3 3,3 3 4,4 4 1\n');
  expect(notes(['122', '213'])).toBe('3 1 3,34 2 1,4 2 2,14 3 2,34 3 3,3 3 4,4 4 1\n');
  // a wrong one: two cells have nothing left
  expect(notes(['214'])).toBe('2 1 2,3 1 3,34 2 1, 2 2,14 3 2,34 3 3,3 3 4, 4 1\n');
});

it('pictures lines between boxes and what was written in circles', () => {
  expect(sudoku.picture(sudoku.act(grid, ['122'], 1).state)).toEqual(['1②# 4', '  #12', '#####', '2 #  ', ' 3#21']);
  const six = sudoku.picture(sudoku.start(0, { size: 6 }));
  expect([six.length, six[0]?.length, six[2], six[0]?.[3]]).toEqual([8, 7, '#######', '#']);
});

describe('calls', () => {
  const run = (program: string, state = grid) => {
    const { action, ...rest } = sudoku.calls.run(state, program, 12);
    return { moves: sudoku.wording.write(action), ...rest };
  };
  it('write a value, or the only one left', () => {
    expect(run('fill 1 2 2; only 1 3')).toMatchObject({ moves: '122 133', ran: true, calls: 2, why: '2 moves' });
    expect(run('move 122; 133 213')).toMatchObject({ moves: '122 133 213', ran: true, calls: 2 });
    expect(run('move 1234 3412 2143 4321')).toMatchObject({ moves: '1234 3412 2143 4321', why: '1 move, solved' });
    expect(run('fill 1 2 2; fill 1 2 2')).toMatchObject({ moves: '122', ran: true, calls: 2 });
  });
  it('say why they cannot be carried out', () => {
    for (const [program, why] of [
      ['only 1 1', '1 1 is a clue'],
      ['only 5 1', '5 1 lies outside the grid'],
      ['only 3 3', '"only 3 3": it could be 3 4'],
      ['fill 3 3 3; only 1 3', 'no value is left for 1 3'],
      ['fill 1 2 1', 'a clue in the same row, column or box is 1'],
      ['fill 1 2 7', 'values go from 1 to 4'],
    ] as const)
      expect(run(program), program).toMatchObject({ ran: false, why: expect.stringContaining(why) });
    expect(run('fill 1 2')).toMatchObject({ readable: false });
  });
});
