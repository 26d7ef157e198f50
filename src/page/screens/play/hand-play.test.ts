import { describe, expect, it } from 'vitest';
import { defaultsOf } from '../../../basics/knobs';
import type { ProgramResult } from '../../../learning/agents/program-runner';
import { environments } from '../../../learning/environments';
import type { CodeProblem } from '../../../learning/environments/problems';
import { worldSeed } from '../../../learning/environments/splits';
import {
  afterWish,
  type HandGame,
  handWishOf,
  isWalked,
  movesMade,
  newGame,
  present,
  programsOf,
  standing,
  swipeDirection,
  targetsOf,
  valuesOf,
} from './hand-play';
import { roomAt } from './rooms';

/** Makes one move as a person would: keys where one walks, else pointing at its cells and naming its value. */
function movedByHand(game: HandGame, move: unknown): HandGame {
  const { environment } = game;
  const { byHand, wording } = environment;
  if (byHand?.kind !== 'point') return afterWish(game, { kind: 'say', words: wording.write(move) });
  const { cells, value } = byHand.pointing(present(game), move);
  let now = game;
  for (const [cell] of cells) {
    expect(targetsOf(now)).toContainEqual(cell);
    now = afterWish(now, { kind: 'point', cell: cell! });
  }
  if (value === undefined) return now;
  expect(valuesOf(now)).toContain(value);
  return afterWish(now, handWishOf({ key: value }, now)!);
}

/** Judged by what they do, without running anything. */
const playable = environments.filter(({ programs }) => programs === undefined);

describe.each(playable.map((environment) => [environment.card.id, environment] as const))(
  'a problem of %s played by hand',
  (_, environment) => {
    const start = environment.start(worldSeed('test', 3), defaultsOf(environment.card.knobs));
    const { solution, solutionMoves } = roomAt(environment, worldSeed('test', 3), start);
    const fresh = newGame(environment, start);
    const moves = environment.solve(start) as readonly unknown[];
    const solvedGame = moves.reduce<HandGame>((game, move) => movedByHand(game, [move]), fresh);

    it('is solved by the solver’s moves, one by one, and then rests', () => {
      expect(environment.solved(present(solvedGame))).toBe(true);
      expect(movesMade(solvedGame)).toBe(solutionMoves);
      expect(standing(solvedGame, solutionMoves)).toContain('like the solver');
      expect(afterWish(solvedGame, { kind: 'say', words: solution! })).toBe(solvedGame);
      expect(targetsOf(solvedGame)).toEqual([]);
    });

    it('is solved by the solver’s words as well', () => {
      const said = afterWish(fresh, { kind: 'say', words: solution! });
      expect(environment.solved(present(said))).toBe(true);
      expect(movesMade(said)).toBe(solutionMoves);
    });

    it('takes moves back one by one, and all at once', () => {
      expect(movesMade(afterWish(solvedGame, { kind: 'undo' }))).toBe(moves.length - 1);
      const back = moves.reduce<HandGame>((game) => afterWish(game, { kind: 'undo' }), solvedGame);
      expect(present(back)).toBe(start);
      expect(afterWish(back, { kind: 'undo' })).toEqual(back);
      expect(present(afterWish(solvedGame, { kind: 'restart' }))).toBe(start);
    });

    it('does not count what changes nothing, and says why words were not taken', () => {
      const unreadable = afterWish(fresh, { kind: 'say', words: '?!' });
      expect(present(unreadable)).toBe(start);
      expect(standing(unreadable, solutionMoves)).toContain(environment.wording.help);
      const legal = new Set(environment.legal(start).map((action) => environment.wording.write(action)));
      const bump = ['U', 'D', 'L', 'R'].find((direction) => !legal.has(direction));
      if (bump && isWalked(environment)) expect(afterWish(fresh, { kind: 'say', words: bump })).toBe(fresh);
      expect(afterWish(fresh, { kind: 'point', cell: { row: 99, column: 99 } })).toBe(fresh);
    });

    it('lets go of a cell that is pointed at twice, and begins anew elsewhere', () => {
      const [first, second] = targetsOf(fresh);
      if (!first || !second) return;
      const picked = afterWish(fresh, { kind: 'point', cell: first });
      if (picked.picked.length === 0) return; // one cell is a whole move here
      expect(afterWish(picked, { kind: 'point', cell: first }).picked).toEqual([]);
      expect(afterWish(picked, { kind: 'undo' }).picked).toEqual([]);
    });
  },
);

describe('programs written by hand', () => {
  const code = environments.find(({ card }) => card.id === 'code')!;
  const start = code.start(worldSeed('test', 3), defaultsOf(code.card.knobs)) as { problem: CodeProblem };
  const { tests } = start.problem;
  const fresh = newGame(code, start);
  const solution = { kind: 'say', words: roomAt(code, worldSeed('test', 3), start).solution! } as const;
  const printing = (outputs: readonly string[]) =>
    outputs.map((output): ProgramResult => ({ end: 'finished', output, why: 'finished' }));
  const examples = start.problem.examples!;
  const wanted = (of: typeof tests) =>
    of.kind === 'calls' ? of.cases.map(({ result }) => JSON.stringify(result)) : of.cases.map(({ stdout }) => stdout);
  const right = printing([...wanted(tests), ...wanted(examples)]);

  it('are run on every hidden test and every example, and solve the task when all hold', () => {
    expect(programsOf(fresh, solution)).toHaveLength(right.length);
    const solved = afterWish(fresh, solution, right);
    expect(code.solved(present(solved))).toBe(true);
    expect(standing(solved, 1)).toBe('Solved in 1 move, like the solver.');
    expect(programsOf(solved, solution)).toEqual([]);
  });

  it('stand with a verdict when some fail, and can be taken back', () => {
    const wrong = afterWish(fresh, solution, printing(right.map(() => 'nonsense')));
    expect(standing(wrong, 1)).toBe(`Passes 0 of ${tests.cases.length} hidden tests.`);
    expect(movesMade(wrong)).toBe(1);
    expect(present(afterWish(wrong, { kind: 'undo' }))).toBe(start);
  });

  it('begin with one that can be run; what is no program is not run and says so', () => {
    const least = code.wording.write(code.legal(start)[0]!);
    expect(programsOf(fresh, { kind: 'say', words: least })).toHaveLength(right.length);
    expect(programsOf(fresh, { kind: 'say', words: 'print(1)' })).toEqual([]);
    expect(standing(afterWish(fresh, { kind: 'say', words: 'print(1)' }), 1)).toContain('cannot be read');
    expect(programsOf(fresh, { kind: 'undo' })).toEqual([]);
  });
});

describe('handWishOf', () => {
  const walking = newGame(environments[0]!, environments[0]!.start(0, {}));
  const pointing = newGame(environments.find((world) => !isWalked(world))!, undefined);
  it('reads arrows, WASD in either case, and the letters of the buttons', () => {
    expect(['ArrowUp', 'A', 's', 'ArrowRight'].map((key) => handWishOf({ key }, walking))).toEqual(
      (['U', 'L', 'D', 'R'] as const).map((words) => ({ kind: 'say', words })),
    );
    expect(['u', 'Backspace', 'r', 'n'].map((key) => handWishOf({ key }, walking)?.kind)).toEqual([
      'undo',
      'undo',
      'restart',
      'next',
    ]);
    expect(handWishOf({ key: 'z', control: true }, walking)).toEqual({ kind: 'undo' });
    expect(handWishOf({ key: 'r', control: true }, walking)).toBeUndefined();
    expect(handWishOf({ key: 'Enter' }, walking)).toBeUndefined();
  });
  it('leaves arrows alone where nobody walks', () => {
    expect(handWishOf({ key: 'ArrowUp' }, pointing)).toBeUndefined();
  });
});

describe('swipeDirection', () => {
  it('tells four directions from a tap', () => {
    expect(
      [
        [40, 5],
        [-40, 5],
        [3, 40],
        [3, -40],
        [4, 4],
      ].map(([right, down]) => swipeDirection(right!, down!)),
    ).toEqual(['R', 'L', 'D', 'U', undefined]);
  });
});
