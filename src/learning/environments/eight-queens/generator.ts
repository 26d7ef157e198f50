// Draws Eight Queens problems: of a random complete arrangement some queens are left standing, and some of the squares that it does
// not need are closed. Closed squares make many problems of the few arrangements there are: 2 of size 4, 92 of size 8.
import { check } from '../../../basics/check';
import { rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { drawForSplit } from '../drawing';
import { describeQueens, type QueensState } from './board';
import { completionsOf } from './completion';

const arrangements = remembered(
  (size) => completionsOf(openSquares(Number(size)).join('\n'), Array<number>(Number(size)).fill(-1)),
  16,
);

export function drawQueens(seed: number, size: number, given: number, closed: number): QueensState {
  check(given < size, `at least 1 of ${size} queens is to be put, got ${given} given: raise "size" or lower "given"`);
  const random = rngFrom('eight-queens', seed, size, given, closed);
  const draw = (): QueensState => {
    const complete = random.pick(arrangements(String(size)));
    const standing = new Set(random.shuffle([...complete.keys()]).slice(0, given));
    const notNeeded = complete.flatMap((column, row) =>
      [...complete.keys()].filter((other) => other !== column).map((other) => row * (size + 1) + other),
    );
    const squares = [...openSquares(size).join('\n')];
    for (const square of random.shuffle(notNeeded).slice(0, closed)) squares[square] = '#';
    const columnOf = complete.map((column, row) => (standing.has(row) ? column : -1));
    return Object.freeze({ squares: squares.join(''), columnOf: Object.freeze(columnOf), given });
  };
  return drawForSplit({ seed, draw, describe: describeQueens, what: `a ${size}×${size} board with ${given} queens` });
}

function openSquares(size: number): string[] {
  return Array<string>(size).fill('-'.repeat(size));
}
