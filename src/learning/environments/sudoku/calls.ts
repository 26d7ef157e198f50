// Sudoku's calls: "fill r c v" and "only r c", rows and columns counted from 1.
import { type CallBoard, type Planned, runProgram } from '../call-program';
import type { CallLanguage } from '../environment';
import {
  cellAt,
  mayHold,
  openValues,
  placeOf,
  type SudokuMove,
  type SudokuState,
  solutionOf,
  sudokuBoard,
} from './grid';
import { shapeOf } from './shape';
import { readFills, writeFills } from './wording';

interface SudokuCall {
  readonly row: number;
  readonly column: number;
  /** Absent: the only value left. */
  readonly value?: string;
}

const callBoard: CallBoard<SudokuState, SudokuMove, SudokuCall> = {
  ...sudokuBoard,
  readMoves: readFills,
  writeMoves: writeFills,
  readCall([word, ...digits]) {
    if (!digits.every((digit) => /^[1-9]$/.test(digit))) return undefined;
    const [row, column, value] = digits;
    const place = { row: Number(row), column: Number(column) };
    if (word === 'fill' && digits.length === 3) return { ...place, value };
    return word === 'only' && digits.length === 2 ? place : undefined;
  },
  plan,
};

function plan({ clues, cells }: SudokuState, { row, column, value }: SudokuCall): Planned<SudokuMove> {
  const shape = shapeOf(clues);
  const cell = cellAt(shape, row, column);
  const stuck = (why: string) => ({ moves: [], stuck: why });
  if (cell < 0) return stuck(`${row} ${column} lies outside the grid`);
  if (clues[cell] !== '-') return stuck(`${row} ${column} is a clue`);
  if (value !== undefined) {
    if (!shape.values.includes(value)) return stuck(`values go from 1 to ${shape.size}`);
    if (!mayHold(shape, clues, cell, value)) return stuck(`a clue in the same row, column or box is ${value}`);
  }
  const open = value === undefined ? openValues(shape, cells, cell) : [value];
  if (open.length !== 1)
    return stuck(open.length === 0 ? `no value is left for ${row} ${column}` : `it could be ${open.join(' ')}`);
  return { moves: cells[cell] === open[0] ? [] : [`${row}${column}${open[0]}`] };
}

/** Cells that are no clues, and each one's place as a call names it. */
function cellsToFill({ clues }: SudokuState): { cell: number; place: string }[] {
  const shape = shapeOf(clues);
  return [...clues].flatMap((clue, cell) => (clue === '-' ? [{ cell, place: placeOf(shape, cell).join(' ') }] : []));
}

export const sudokuCalls: CallLanguage<SudokuState, readonly SudokuMove[]> = {
  help: [
    'fill 1 2 3 – write a 3 into row 1, column 2; both are counted from 1, without the lines between boxes',
    'only 4 2 – write into row 4, column 2 the only value that its row, column and box leave open; fails where several are',
    'move 123 421 – fills without spaces: a 3 into row 1, column 2, then a 1 into row 4, column 2',
  ],
  firstIndex: 1,
  run: (state, program, moveLimit) => runProgram(callBoard, state, program, moveLimit),
  /** A cell that the rules decide at once, else the first that is not right. */
  best(state) {
    const { clues, cells } = state;
    const shape = shapeOf(clues);
    const solution = solutionOf(clues);
    const wrong = cellsToFill(state).filter(({ cell }) => cells[cell] !== solution[cell]);
    const decided = wrong.find(({ cell }) => openValues(shape, cells, cell).join('') === solution[cell]);
    if (decided) return `only ${decided.place}`;
    const [first] = wrong;
    return first && `fill ${first.place} ${solution[first.cell]}`;
  },
  possible(state) {
    if (sudokuBoard.solved(state)) return [];
    const { clues, cells } = state;
    const shape = shapeOf(clues);
    return cellsToFill(state).flatMap(({ cell, place }) => {
      const [only, ...others] = openValues(shape, cells, cell);
      const fills = shape.values.filter((value) => value !== cells[cell] && mayHold(shape, clues, cell, value));
      return [
        ...(only !== undefined && others.length === 0 && only !== cells[cell] ? [`only ${place}`] : []),
        ...fills.map((value) => `fill ${place} ${value}`),
      ];
    });
  },
};
