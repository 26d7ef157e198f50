import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { halls } from './halls.test-data';
import { roomOfLevel, sokobanOn } from './levels';
import type { Push } from './pushes';
import { boundOf, leastPushes } from './pushes-bound';
import { hasTable, pushesLeft } from './pushes-table';
import { type SokobanState, sokobanBoard } from './room';
import { searched } from './search';
import { sokoban } from './sokoban';

function stateOf(rows: readonly string[]): SokobanState {
  const read = roomOfLevel(rows);
  if ('fault' in read) throw new Error(read.fault);
  return read.state;
}
const boundFor = (state: SokobanState) => leastPushes(boundOf(state.room), state.boxes);

/** A drawn room after some random moves, so that its table can be asked for the truth. */
const anyState = fc
  .record({
    seed: fc.integer({ min: 0, max: 5000 }),
    boxes: fc.integer({ min: 1, max: 3 }),
    moves: fc.integer({ min: 0, max: 25 }),
  })
  .map(({ seed, boxes, moves }) => {
    const start = sokoban.start(seed, { size: 7, boxes });
    return sokoban.act(start, sokoban.random(start, moves, rngFrom('large rooms', seed).number), moves).state;
  });

describe('the bound', () => {
  it('is never more than the pushes needed, 0 exactly where the room is solved, and Infinity only where it is lost', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const bound = boundFor(state);
        expect(bound).toBeLessThanOrEqual(pushesLeft(state));
        expect(bound === 0).toBe(sokobanBoard.solved(state));
      }),
      { numRuns: 120 },
    );
  });

  it('gives every box a goal of its own, at the least sum of pushes', () => {
    const floor = '#        #';
    const pair = stateOf(['##########', floor, floor, '#  $*@.  #', floor, floor, '##########']);
    expect(boundFor(pair)).toBe(3); // the nearest goal of both is the one that a box stands on: 1 and 0 pushes
  });

  it('knows a box in a corner, and one that no goal of its own is left for, for lost', () => {
    const rows = ['########', '#.     #', '# $@$  #', '#     .#', '########'];
    const state = stateOf(rows);
    expect(boundFor({ ...state, boxes: [6 + 8, 20] })).toBe(Number.POSITIVE_INFINITY); // the upper right corner
    // both along the wall of one goal
    expect(boundFor({ ...state, boxes: [3 + 8, 4 + 8] })).toBe(Number.POSITIVE_INFINITY);
  });
});

it('the search finds a solution where there is one, and nothing where there is none', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const found = searched(state);
      expect(found !== undefined).toBe(Number.isFinite(pushesLeft(state)));
      if (found) expect(found.length).toBeGreaterThanOrEqual(pushesLeft(state));
      if (found && found.length > 0) expect(sokobanBoard.solved((found.at(-1) as Push).after)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

describe('a room too large for a table', () => {
  const start = stateOf(halls);
  const world = sokobanOn([start]);

  it('is played by the same rules, rewarded by the bound, and says that it is one', () => {
    expect(hasTable(start.room)).toBe(false);
    expect(world.estimated?.(start)).toBe(true);
    expect(world.estimated?.(sokoban.start(0, {}))).toBe(false);
    const left = world.remaining(start);
    expect(left).toBeGreaterThan(100);
    const pushed = world.act(start, ['D', 'D', 'R', 'R'], 12);
    expect(pushed.terms).toEqual({ team: 0, legal: 1, progress: 1 / left });
    expect(pushed.why).toBe(`at least ${left - 1} pushes left`);
    expect(pushed.done).toBe(false);
    expect(world.picture(pushed.state)[3]).toBe('#  @$  $       #             #');
  });

  it('ends where a box is stuck in a corner', () => {
    const below = halls.with(1, halls[5] as string).with(2, '#            $ #             #');
    const { state, done, solved, terms, why } = world.act(
      stateOf(below.with(3, '#  $         @ #             #')),
      ['U'],
      12,
    );
    expect(world.remaining(state)).toBe(Number.POSITIVE_INFINITY);
    expect({ done, solved, progress: terms.progress }).toEqual({ done: true, solved: false, progress: 0 });
    expect(why).toBe('a box is stuck for good');
  });

  it('is told in words, and calls name its rows and columns', () => {
    const words = world.wording.describe(start).trimEnd().split('\n');
    expect(words).toHaveLength(23);
    expect(words.every((row) => row.length === 28)).toBe(true);
    expect(world.calls.run(start, 'go 23 28', 99)).toMatchObject({ ran: true });
    expect(world.calls.run(start, 'push 3 3 R 2', 99)).toMatchObject({ ran: true });
  });

  it('shows a solution where one is found, and its first run as the best call', () => {
    const near = halls.map((row) => row.replaceAll(/[$.]/g, ' '));
    const three = stateOf(near.with(2, '#  $   $   .   #             #').with(3, '#  $   .       #      .      #'));
    const five = stateOf(near.with(2, '# $$$ ...      #             #').with(8, '# $  $       . # .           #'));
    for (const state of [three, five]) {
      expect(hasTable(state.room)).toBe(false);
      const way = world.solve(state) ?? [];
      expect(world.act(state, way, way.length).solved).toBe(true);
      const best = world.calls.best(state) ?? '';
      expect(world.calls.possible(state)).toContain(best);
      const { action } = world.calls.run(state, best, 99);
      expect(world.remaining(world.act(state, action, 99).state)).toBeLessThan(world.remaining(state));
    }
  });

  it('has no solution to show where the search gives up', () => {
    expect(world.solve(start)).toBeUndefined();
    expect(world.calls.best(start)).toBeUndefined();
    expect(world.calls.possible(start)).toContain('push 3 3 U 1');
  });
});

it('the largest room that is allowed is read, told and played', () => {
  const rows = Array.from({ length: 50 }, (_, row) =>
    row === 0 || row === 49
      ? '#'.repeat(50)
      : row % 3 === 1 || row > 46
        ? `#${' '.repeat(48)}#`
        : `#${'   $ .'.repeat(8)}#`,
  );
  const state = stateOf(rows.with(1, `#@${' '.repeat(47)}#`));
  expect(state.boxes).toHaveLength(240);
  const world = sokobanOn([state]);
  expect(world.remaining(state)).toBe(480);
  expect(world.act(state, ['R', 'R', 'D'], 12).state.player).toBe(2 * 50 + 3);
  expect(world.picture(state)).toHaveLength(50);
});
