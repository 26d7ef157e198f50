// Connect Four on boards from 5×4: stones fall into columns, four in a row win. The smallest board is solved to the end
// (search.ts), so that a policy is measured by perfect play.
import { check } from '../../../../basics/check';
import { valuesFrom } from '../../../../basics/knobs';
import { rngFrom } from '../../../../basics/rng';
import { drawn, type GameRules, gameFrom, other, type Side } from '../game';
import { connectFourFace } from './card';
import { bestColumns, hasFour, landing } from './search';

export interface ConnectFourPosition {
  readonly columns: number;
  readonly rows: number;
  /** The columns that were played, in order: "3312". */
  readonly played: string;
}

const marks = ['X', 'O'] as const;
const mostBits = 30;

/** The cells of each side, as bits. */
function cellsOf({ columns, rows, played }: ConnectFourPosition): readonly [number, number] {
  const cells: [number, number] = [0, 0];
  [...played].forEach((column, ply) => {
    const stone = landing({ columns, rows }, cells[0] | cells[1], Number(column) - 1);
    cells[ply % 2 === 0 ? 0 : 1] |= stone;
  });
  return cells;
}

export function winnerOf(position: ConnectFourPosition): Side | undefined {
  const cells = cellsOf(position);
  return ([0, 1] as const).find((side) => hasFour(position, cells[side]));
}

function mover(position: ConnectFourPosition): Side | undefined {
  const { columns, rows, played } = position;
  if (played.length === columns * rows || winnerOf(position) !== undefined) return undefined;
  return played.length % 2 === 0 ? 0 : 1;
}

function openColumns({ columns, rows, played }: ConnectFourPosition): string[] {
  const heightOf = (column: number) => [...played].filter((one) => Number(one) === column).length;
  return Array.from({ length: columns }, (_, index) => index + 1)
    .filter((column) => heightOf(column) < rows)
    .map((column) => ` ${column}`);
}

function rowsOf(position: ConnectFourPosition, [first, second]: readonly [string, string]): string[] {
  const { columns, rows } = position;
  const cells = cellsOf(position);
  return Array.from({ length: rows }, (_, fromAbove) =>
    Array.from({ length: columns }, (_, column) => {
      const bit = 1 << (column * (rows + 1) + rows - 1 - fromAbove);
      return (cells[0] & bit) !== 0 ? first : (cells[1] & bit) !== 0 ? second : '.';
    }).join(''),
  );
}

const rules: GameRules<ConnectFourPosition> = {
  ...connectFourFace,
  start(seed, settings) {
    const { columns, rows, opening } = valuesFrom(connectFourFace.knobs, settings) as Record<
      'columns' | 'rows' | 'opening',
      number
    >;
    check(
      columns * (rows + 1) <= mostBits,
      `a board of ${columns} columns and ${rows} rows is too large to look ahead on: take 5×4, 5×5 or 6×4`,
    );
    check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}`);
    const random = rngFrom('connect-four', seed, columns, rows, opening).number;
    let position: ConnectFourPosition = Object.freeze({ columns, rows, played: '' });
    for (let ply = 0; ply < opening; ply++) position = rules.play(position, drawn(openColumns(position), random));
    return position;
  },
  mover,
  moves: (position) => (mover(position) === undefined ? [] : openColumns(position)),
  play: (position, move) => Object.freeze({ ...position, played: position.played + move.trim() }),
  payoff(position, side) {
    const winner = winnerOf(position);
    return winner === undefined ? 0.5 : winner === side ? 1 : 0;
  },
  gaveUp: (_position, side, loser) => (side === loser ? 0 : 1),
  /** The own stones "@", the other's "#". */
  seen: (position, side) => {
    const own = side === 0 ? (['@', '#'] as const) : (['#', '@'] as const);
    return `${rowsOf(position, own).join('\n')}\n`;
  },
  picture: (position) => rowsOf(position, marks),
  told: (_position, move) => `drops a stone into column${move}`,
  alike: (position) => position,
  cue: 'guide',
  help: 'the number of a column that is not full after a space, 1 is the left one, for example " 3"',
  scripts: {
    minimax: (position, random) => {
      const cells = cellsOf(position);
      const side = position.played.length % 2 === 0 ? 0 : 1;
      const { columns } = bestColumns(position, { own: cells[side], all: cells[side] | cells[other(side)] });
      return ` ${drawn(columns, random) + 1}`;
    },
  },
  byHand: {
    kind: 'point',
    how: 'Click a column.',
    pointing: ({ position: { rows } }, { move }) => ({
      cells: [Array.from({ length: rows }, (_, row) => ({ row, column: Number(move) - 1 }))],
    }),
  },
};

export const connectFour = gameFrom(rules);
