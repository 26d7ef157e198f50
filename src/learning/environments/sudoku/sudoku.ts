// Sudoku: fill the grid so that every row, column and box holds each value once. Team reward: 1 when solved, else 0;
// local progress: the share of the cells not yet right that an action put right.
import { type Knobs, valuesFrom } from '../../../basics/knobs';
import { counted } from '../call-program';
import { carryOut, shareGained } from '../carry-out';
import { randomDigits } from '../digit-moves';
import type { Environment, EnvironmentCard, SymbolCard } from '../environment';
import { sudokuBeginner } from './beginner';
import { sudokuCalls } from './calls';
import { drawSudoku, mostBlanks } from './generator';
import {
  canonicalGrid,
  cellsLeft,
  circled,
  describeGrid,
  layoutOf,
  mayHold,
  pencilMarks,
  pictured,
  placeOf,
  type SudokuMove,
  type SudokuState,
  solutionOf,
  sudokuBoard,
} from './grid';
import { type Shape, shapeOf, sizes } from './shape';
import { readFills, sudokuHelp, writeFills } from './wording';

const knobs = {
  size: {
    kind: 'integer',
    name: 'Size',
    meaning: `Rows and columns of the grid: ${sizes.join(', ')}.`,
    unit: 'cells',
    range: [4, 9],
    default: 4,
  },
  blanks: {
    kind: 'integer',
    name: 'Blanks',
    meaning: `Cells to be filled; at most ${sizes.map((size) => `${mostBlanks[size]} of ${size}×${size}`).join(', ')}.`,
    unit: 'cells',
    range: [1, 50],
    default: 8,
  },
} as const satisfies Knobs;

const digits = Array.from({ length: 9 }, (_, index) => `${index + 1}`);
const symbols: Record<string, SymbolCard> = {
  '#': { name: 'line between boxes', sprite: 'wall' },
  ' ': { name: 'open', sprite: 'floor' },
};
for (const digit of digits) symbols[digit] = { name: `clue ${digit}`, sprite: 'text' };
for (const digit of digits) symbols[circled(digit)] = { name: `written ${digit}`, sprite: 'text' };

const card: EnvironmentCard = {
  id: 'sudoku',
  name: 'Sudoku',
  sentence: 'Fill the grid so that every row, column and box holds each value once.',
  knobs,
  symbols,
  problem: 'grid',
  remainingUnit: 'cells',
};

export const sudoku: Environment<SudokuState, readonly SudokuMove[]> = {
  card,
  start(seed, settings) {
    const { size, blanks } = valuesFrom(knobs, settings);
    return drawSudoku(seed, size, blanks);
  },
  layout: layoutOf,
  canonical: canonicalGrid,
  act(state, action, budget) {
    const before = cellsLeft(state);
    const { state: next, solved, tried, changed, legal, excess, frames } = carryOut(sudokuBoard, state, action, budget);
    const after = cellsLeft(next);
    const refused = tried > changed ? `${counted(tried - changed, 'move')} changed nothing, ` : '';
    const why = solved
      ? `${refused}the grid is solved`
      : tried === 0
        ? 'did nothing'
        : `${refused}${counted(after, 'cell')} left`;
    return {
      state: next,
      terms: { team: solved ? 1 : 0, legal, progress: shareGained(before, after) },
      solved,
      done: solved,
      why,
      frames,
      excess,
    };
  },
  solved: sudokuBoard.solved,
  remaining: cellsLeft,
  /** Single values; whole grids are not listed. */
  legal({ clues, cells }) {
    const shape = shapeOf(clues);
    return [...cells].flatMap((present, cell) =>
      shape.values
        .filter((value) => value !== present && mayHold(shape, clues, cell, value))
        .map((value) => [moveOf(shape, cell, value)]),
    );
  },
  random({ clues }, moves, random) {
    const { size } = shapeOf(clues);
    return randomDigits(moves, 3, () => 1 + Math.floor(random() * size));
  },
  solve({ clues, cells }) {
    const shape = shapeOf(clues);
    return [...solutionOf(clues)].flatMap((value, cell) => (value !== cells[cell] ? [moveOf(shape, cell, value)] : []));
  },
  picture: sudokuBoard.picture,
  byHand: {
    kind: 'point',
    how: 'Click a cell, then type its digit.',
    pointing({ clues }, [move = '']) {
      const [row = '', column = '', value = ''] = move;
      return { cells: [[pictured(shapeOf(clues), Number(row), Number(column))]], value };
    },
  },
  wording: {
    title: 'sudoku',
    describe: describeGrid,
    notes: pencilMarks,
    describeAfter: describeGrid,
    write: writeFills,
    read: readFills,
    help: sudokuHelp,
    symbolsPerMove: 3,
  },
  calls: sudokuCalls,
  beginner: sudokuBeginner,
};

function moveOf(shape: Shape, cell: number, value: string): SudokuMove {
  return `${placeOf(shape, cell).join('')}${value}`;
}
