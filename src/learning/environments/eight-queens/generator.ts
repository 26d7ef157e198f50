// Where Eight Queens problems come from: of a complete arrangement some queens are left standing, and some of the
// squares that it does not need are closed. Closed squares make many problems of the few arrangements there are: 2 of
// size 4, 92 of size 8. Of size 4 all are listed; larger ones are drawn.
import { check } from '../../../basics/check';
import { rngFrom } from '../../../basics/rng';
import { remembered } from '../bounded-cache';
import { dealProblems, drawForSplit, pickForSplit } from '../drawing';
import type { Split } from '../splits';
import { canonicalQueens, describeQueens, layoutOf, type QueensState } from './board';
import { completionsOf } from './completion';

const arrangements = remembered(
  (size) => completionsOf(openSquares(Number(size)).join('\n'), Array<number>(Number(size)).fill(-1)),
  16,
);

export interface QueensSettings {
  readonly size: number;
  /** Queens that stand there at the beginning. */
  readonly given: number;
  /** Squares that no queen may stand on. */
  readonly closed: number;
}

const listedSize = 4;

/** The problem that a seed starts. */
export function queensProblem(seed: number, settings: QueensSettings): QueensState {
  const { size, given, closed } = settings;
  check(given < size, `at least 1 of ${size} queens is to be put, got ${given} given: raise "size" or lower "given"`);
  if (size <= listedSize) return pickForSplit(poolsOf(settings), seed);
  const random = rngFrom('eight-queens', seed, size, given, closed);
  const draw = (): QueensState => {
    const complete = random.pick(arrangements(String(size)));
    const standing = random.shuffle([...complete.keys()]).slice(0, given);
    return problemOf(complete, standing, random.shuffle(squaresBeside(complete)).slice(0, closed));
  };
  return drawForSplit({ seed, draw, layout: layoutOf, what: nameOf(settings) });
}

/** How many problems a split has; undefined where they are drawn without end. */
export function queensProblems(split: Split, settings: QueensSettings): number | undefined {
  return settings.size <= listedSize ? poolsOf(settings)[split].length : undefined;
}

function poolsOf(settings: QueensSettings): Record<Split, readonly QueensState[]> {
  return pools(JSON.stringify([settings.size, settings.given, settings.closed]));
}

const pools = remembered((key) => {
  const [size, given, closed] = JSON.parse(key) as [number, number, number];
  const all = arrangements(String(size)).flatMap((complete) =>
    choices([...complete.keys()], given).flatMap((standing) =>
      choices(squaresBeside(complete), closed).map((shut) => problemOf(complete, standing, shut)),
    ),
  );
  const states = [...new Map(all.map((state) => [describeQueens(state), state])).values()];
  return dealProblems({ states, layout: layoutOf, canonical: canonicalQueens, what: nameOf({ size, given, closed }) });
}, 8);

function nameOf({ size, given, closed }: QueensSettings): string {
  return `a ${size}×${size} board with ${given} queens given and ${closed} squares closed`;
}

/** Indices into the rows joined by "\n" of every square that the arrangement leaves empty. */
function squaresBeside(complete: readonly number[]): number[] {
  const size = complete.length;
  return complete.flatMap((column, row) =>
    [...complete.keys()].filter((other) => other !== column).map((other) => row * (size + 1) + other),
  );
}

function problemOf(complete: readonly number[], standing: readonly number[], closed: readonly number[]): QueensState {
  const squares = [...openSquares(complete.length).join('\n')];
  for (const square of closed) squares[square] = '#';
  const columnOf = complete.map((column, row) => (standing.includes(row) ? column : -1));
  return Object.freeze({ squares: squares.join(''), columnOf: Object.freeze(columnOf), given: standing.length });
}

/** Every way of taking `count` of the items, in their order. */
function choices<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) => choices(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]));
}

function openSquares(size: number): string[] {
  return Array<string>(size).fill('-'.repeat(size));
}
