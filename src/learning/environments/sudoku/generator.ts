// Draws Sudoku problems: a random complete grid, from which cells are emptied in random order wherever the solution
// stays the only one, until as many are blank as asked for.
import { check } from '../../../basics/check';
import { type Rng, rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { drawForSplit } from '../drawing';
import { type Split, splitOfProblem, splitsDealt } from '../splits';
import { layoutOf, type SudokuState } from './grid';
import { sizes } from './shape';
import { solutionsOf } from './solutions';

/** Most blanks that random emptying reaches soon, by size. */
export const mostBlanks: Readonly<Record<number, number>> = { 4: 10, 6: 22, 9: 50 };

/** `size`: 4, 6 or 9. Throws an ExpectationError for another size, or for more than `mostBlanks`. */
export function drawSudoku(seed: number, size: number, blanks: number): SudokuState {
  check(sizes.includes(size), `a Sudoku has size ${sizes.join(', ')}, got ${size}`);
  const most = mostBlanks[size] as number;
  check(
    blanks <= most,
    `a ${size}×${size} Sudoku has at most ${most} blanks, got ${blanks}: raise "size" or lower "blanks"`,
  );
  const random = rngFrom('sudoku', seed, size, blanks);
  const what = `a ${size}×${size} Sudoku with ${blanks} blanks`;
  return drawForSplit({ seed, draw: () => drawProblem(random, size, blanks), layout: layoutOf, splitOf, what });
}

/** The 288 complete grids of size 4 are 39 but for mirrors and turns, so they are dealt out. */
function splitOf(layout: string): Split {
  return smallestSplits('').get(layout) ?? splitOfProblem(layout);
}

const smallestSplits = remembered(() => {
  const complete = solutionsOf('-'.repeat(16), { most: Number.POSITIVE_INFINITY });
  return splitsDealt(complete.map((grid) => layoutOf({ clues: grid, cells: grid })));
}, 1);

function drawProblem(random: Rng, size: number, blanks: number): SudokuState | undefined {
  const [full = ''] = solutionsOf('-'.repeat(size * size), { most: 1, order: random.shuffle });
  let clues = full;
  let emptied = 0;
  for (const cell of random.shuffle([...full].map((_, cell) => cell))) {
    if (emptied === blanks) break;
    const fewer = `${clues.slice(0, cell)}-${clues.slice(cell + 1)}`;
    if (solutionsOf(fewer, { most: 2 }).length > 1) continue;
    clues = fewer;
    emptied++;
  }
  return emptied === blanks ? Object.freeze({ clues, cells: clues }) : undefined;
}
