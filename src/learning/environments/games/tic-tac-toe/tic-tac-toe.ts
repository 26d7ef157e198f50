// Tic-tac-toe: three in a row on nine fields. Nothing is hidden, and whoever plays right never loses: the table of all
// positions (minimax) is the truth that a policy is measured by.
import { check } from '../../../../basics/check';
import { valuesFrom } from '../../../../basics/knobs';
import { rngFrom } from '../../../../basics/rng';
import { drawn, type GameRules, gameFrom, other, type Side } from '../game';
import { ticTacToeFace } from './card';

/** Nine fields, row by row: "X" of who begins, "O" of the other, "." free. */
export interface TicTacToePosition {
  readonly fields: string;
}

const marks = ['X', 'O'] as const;
const lines = [
  ...[0, 3, 6].map((first) => [first, first + 1, first + 2]),
  ...[0, 1, 2].map((first) => [first, first + 3, first + 6]),
  [0, 4, 8],
  [2, 4, 6],
];

export function winnerOf(fields: string): Side | undefined {
  const line = lines.find(
    ([a = 0, b = 0, c = 0]) => fields[a] !== '.' && fields[a] === fields[b] && fields[b] === fields[c],
  );
  return line && (fields[line[0] as number] === 'X' ? 0 : 1);
}

const freeIn = (fields: string) => [...fields].flatMap((field, index) => (field === '.' ? [index] : []));
const moverIn = (fields: string): Side => (freeIn(fields).length % 2 === 1 ? 0 : 1);
const put = (fields: string, index: number) =>
  `${fields.slice(0, index)}${marks[moverIn(fields)]}${fields.slice(index + 1)}`;

const values = new Map<string, number>();

/** What the position is worth to who begins: 1 won, 0 drawn, −1 lost, when both play right. */
export function worthOf(fields: string): number {
  const known = values.get(fields);
  if (known !== undefined) return known;
  const winner = winnerOf(fields);
  const free = freeIn(fields);
  const after = () => free.map((index) => worthOf(put(fields, index)));
  const value =
    winner !== undefined
      ? winner === 0
        ? 1
        : -1
      : free.length === 0
        ? 0
        : moverIn(fields) === 0
          ? Math.max(...after())
          : Math.min(...after());
  values.set(fields, value);
  return value;
}

/** The moves that keep what the position is worth. */
export function bestMoves(fields: string): readonly number[] {
  return freeIn(fields).filter((index) => worthOf(put(fields, index)) === worthOf(fields));
}

const isOver = (fields: string) => winnerOf(fields) !== undefined || !fields.includes('.');
const wordOf = (index: number) => ` ${index + 1}`;
const rowsOf = (fields: string) => [fields.slice(0, 3), fields.slice(3, 6), fields.slice(6)];

const rules: GameRules<TicTacToePosition> = {
  ...ticTacToeFace,
  start(seed, settings) {
    const { opening } = valuesFrom(ticTacToeFace.knobs, settings) as { opening: number };
    check(Number.isInteger(seed) && seed >= 0, `a world seed is a whole number from 0, got ${seed}`);
    const random = rngFrom('tic-tac-toe', seed, opening).number;
    for (;;) {
      let fields = '.........';
      for (let ply = 0; ply < opening; ply++) fields = put(fields, drawn(freeIn(fields), random));
      if (!isOver(fields) && worthOf(fields) === 0) return Object.freeze({ fields });
    }
  },
  mover: ({ fields }) => (isOver(fields) ? undefined : moverIn(fields)),
  moves: ({ fields }) => (isOver(fields) ? [] : freeIn(fields).map(wordOf)),
  play: ({ fields }, move) => Object.freeze({ fields: put(fields, Number(move) - 1) }),
  payoff({ fields }, side) {
    const winner = winnerOf(fields);
    return winner === undefined ? 0.5 : winner === side ? 1 : 0;
  },
  gaveUp: (_position, side, loser) => (side === loser ? 0 : 1),
  /** The own fields "@", the other's "#". */
  seen: ({ fields }, side) =>
    `${rowsOf(fields.replaceAll(marks[side], '@').replaceAll(marks[other(side)], '#')).join('\n')}\n`,
  picture: ({ fields }) => rowsOf(fields),
  told: (_position, move) => `takes field${move}`,
  alike: (position) => position,
  cue: 'guide',
  help: 'the number of a free field after a space, 1 top left to 9 bottom right, for example " 5"',
  scripts: { minimax: ({ fields }, random) => wordOf(drawn(bestMoves(fields), random)) },
  byHand: {
    kind: 'point',
    how: 'Click a free field.',
    pointing: (_state, { move }) => {
      const index = Number(move) - 1;
      return { cells: [[{ row: Math.floor(index / 3), column: index % 3 }]] };
    },
  },
};

export const ticTacToe = gameFrom(rules);
