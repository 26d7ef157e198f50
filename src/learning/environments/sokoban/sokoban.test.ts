import { describe, expect, it } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { mean } from '../../../basics/statistics';
import { allMoves, writeMoves } from '../moves';
import { worldSeed } from '../splits';
import { pushesLeft } from './pushes-table';
import { type SokobanState, sokobanBoard } from './room';
import { sokoban } from './sokoban';
import { solution } from './solver';

/** The state that a picture shows. */
function stateOf(picture: string): SokobanState {
  const cellsOf = (symbols: string) =>
    [...picture.replaceAll('\n', '')].flatMap((one, cell) => (symbols.includes(one) ? [cell] : []));
  const room = picture.replace(/[@$]/g, ' ').replace(/[+*]/g, '.');
  return { room, boxes: cellsOf('$*'), player: cellsOf('@+')[0]! };
}
const hall = stateOf('######\n#@   #\n# $  #\n#    #\n# .  #\n######');

describe('the exact table', () => {
  it('agrees with a plain search forwards, dead ends included', () => {
    for (const [size, boxes] of [
      [6, 1],
      [6, 1],
      [6, 2],
    ] as const) {
      for (let seed = 0; seed < 4; seed++) {
        const start = sokoban.start(seed * 7, { size, boxes });
        for (const state of everyStateFrom(start)) expect(pushesLeft(state)).toBe(pushesBySearch(state));
      }
    }
  });

  it('knows a corner for a dead end, which ends the episode without progress', () => {
    const corner = sokoban.act(hall, ['R', 'R', 'D', 'L'], 12); // the box now lies against the left wall
    expect(sokoban.picture(corner.state)).toEqual(['######', '#    #', '#$@  #', '#    #', '# .  #', '######']);
    expect(corner).toMatchObject({ done: true, solved: false, terms: { team: 0, legal: 1, progress: 0 } });
    expect(sokoban.remaining(corner.state)).toBe(Number.POSITIVE_INFINITY);
    expect(sokoban.solve(corner.state)).toBeUndefined();
    expect(sokoban.calls.best(corner.state)).toBeUndefined();
  });
});

it('the solver needs the fewest pushes and, among these, the fewest moves', () => {
  for (let seed = 0; seed < 60; seed++) {
    const start = sokoban.start(seed, seed % 3 === 2 ? { boxes: 2 } : {});
    const moves = solution(start)!;
    expect(moves.length).toBe(movesBySearch(start));
    let state: SokobanState = start;
    let pushes = 0;
    for (const move of moves) {
      const next = sokobanBoard.step(state, move);
      if (next.boxes !== state.boxes) pushes++;
      state = next;
    }
    expect(pushes).toBe(pushesLeft(start));
  }
});

it('rewards the share of the pushes saved and the share of boxes on goals', () => {
  const once = sokoban.act(hall, ['R', 'D'], 12);
  expect(once).toMatchObject({ terms: { team: 0, legal: 1, progress: 0.5 }, done: false, why: '1 push left' });
  const solved = sokoban.act(hall, ['R', 'D', 'D', 'D', 'L'], 12);
  expect(solved).toMatchObject({ terms: { team: 1, legal: 1, progress: 1 }, solved: true, done: true, excess: 0 });
  expect(solved.frames).toHaveLength(3); // what follows the solving move is not carried out
  const bumping = sokoban.act(hall, ['U', 'R'], 1);
  expect(bumping).toMatchObject({ terms: { team: 0, legal: 0, progress: 0 }, excess: 1 });
  expect(sokoban.act(stateOf('######\n#@$ .#\n#*   #\n#    #\n#    #\n######'), ['R'], 12).terms).toEqual({
    team: 0.5,
    legal: 1,
    progress: 0.5,
  });
});

it('describes the inside only, floor as "-", and draws boxes and player on goals', () => {
  expect(sokoban.wording.describe(hall)).toBe('@---\n-$--\n----\n-.--\n');
  const onGoals = stateOf('#####\n#*@ #\n#+ $#\n#  .#\n#####'.replace('@', ' '));
  expect(sokoban.wording.describe(onGoals)).toBe('*--\n+-$\n--.\n');
});

describe('calls', () => {
  const run = (program: string, limit = 20, state = hall) => {
    const { action, ...rest } = sokoban.calls.run(state, program, limit);
    return { moves: writeMoves(action), ...rest };
  };
  it('walks to the far side along a shortest path and pushes', () => {
    expect(run('push D 2')).toEqual({ moves: 'RDD', readable: true, ran: true, calls: 1, why: '3 moves, solved' });
    expect(run(' PUSH  d 1 ;push d 1; ')).toMatchObject({ moves: 'RDD', ran: true, calls: 2 });
    expect(run('push 2 2 R 1')).toMatchObject({ moves: 'DR', ran: true });
    expect(run('go 4 4; UL; move U')).toMatchObject({ moves: 'DDDRRRULU', ran: true, calls: 3 });
  });
  it('keeps what was done when a push is blocked midway', () => {
    expect(run('push R 3')).toEqual({
      moves: 'DRR',
      readable: true,
      ran: false,
      calls: 0,
      why: '"push R 3": blocked after 2 pushes right',
    });
    expect(run('push L 1; push U 1')).toMatchObject({ moves: 'RRDLDLU', ran: true, calls: 2 });
  });
  it('says why a call cannot be carried out', () => {
    expect(run('push 1 1 D 1')).toMatchObject({ ran: false, why: '"push 1 1 D 1": there is no box on 1 1' });
    expect(run('go 2 2')).toMatchObject({ ran: false, why: '"go 2 2": a box stands on 2 2' });
    expect(run('go 5 5')).toMatchObject({ ran: false, why: '"go 5 5": 5 5 is no floor' });
    expect(run('move RU')).toMatchObject({ moves: 'R', ran: false, why: '"move RU": move 2 (U) cannot be made' });
  });
  it('stops at the move limit, which is no failure', () => {
    expect(run('push D 2', 2)).toEqual({
      moves: 'RD',
      readable: true,
      ran: true,
      calls: 0,
      why: 'stopped in "push D 2": the limit is 2 moves',
    });
  });
  it('cannot be read with an unknown word, a missing number, a count of 0 or nothing at all', () => {
    for (const program of [
      'push D',
      'push 2',
      'pull D 2',
      'push D 0',
      'push D 12',
      'push X 1',
      'go 2',
      'push D 2; hop',
      '',
    ]) {
      expect(run(program), program).toMatchObject({ moves: '', readable: false, ran: false });
    }
  });
  it('names the nearest box, and the first in reading order among equals', () => {
    const two = stateOf('######\n#    #\n# $$ #\n#    #\n#@ ..#\n######');
    expect(run('push U 1', 20, two).moves).toBe('URU');
    expect(run('push 2 3 U 1', 20, two).moves).toBe('URRU');
    const even = stateOf('#######\n#     #\n#$ @ $#\n#     #\n#.   .#\n#     #\n#######');
    expect(run('push D 1', 20, even).moves).toBe('ULLD');
  });
  it('best is a maximal straight run of a solution with the fewest runs', () => {
    expect(sokoban.calls.best(hall)).toBe('push D 2');
    expect(sokoban.calls.possible(hall)).toEqual([
      'push U 1',
      'push D 1',
      'push D 2',
      'push L 1',
      'push R 1',
      'push R 2',
    ]);
    for (let seed = 0; seed < 30; seed++) {
      const start = sokoban.start(seed, {});
      let state: SokobanState = start;
      let pushes = 0;
      while (!sokoban.solved(state)) {
        const best = sokoban.calls.best(state)!;
        pushes += Number(best.at(-1));
        state = sokoban.act(state, sokoban.calls.run(state, best, 99).action, 99).state;
      }
      expect(pushes).toBe(pushesLeft(start));
    }
  });
});

it('needs a larger room for several boxes and says so', () => {
  expect(() => sokoban.start(0, { size: 5, boxes: 2 })).toThrow(
    'a room of size 5 has place for 1 box, got 2: raise "size" or lower "boxes"',
  );
});

it('matches the reference statistics of 6×6 rooms with one box', () => {
  const random = rngFrom('reference');
  const starts = Array.from({ length: 300 }, (_, index) => sokoban.start(worldSeed('train', index), {}));
  const lengths = starts.map((state) => solution(state)!.length).sort((one, other) => one - other);
  const solved = starts.map((state) =>
    mean(
      Array.from({ length: 20 }, () => Number(sokoban.act(state, sokoban.random(state, 20, random.number), 20).solved)),
    ),
  );
  expect(mean(lengths)).toBeGreaterThan(4.6); // reference 5.1
  expect(mean(lengths)).toBeLessThan(5.6);
  expect(lengths[150]).toBe(5);
  expect(lengths[0]).toBe(2);
  expect(lengths.at(-1)).toBeLessThanOrEqual(20); // reference 14
  expect(mean(solved)).toBeGreaterThan(0.09); // reference 12 %
  expect(mean(solved)).toBeLessThan(0.15);
});

it('puts every box at least 2 cells from a goal when there is one', () => {
  for (let seed = 0; seed < 200; seed++) {
    const state = sokoban.start(seed, {});
    const goal = state.room.replaceAll('\n', '').indexOf('.');
    const [box = 0] = state.boxes;
    expect(
      Math.abs(Math.floor(box / 6) - Math.floor(goal / 6)) + Math.abs((box % 6) - (goal % 6)),
    ).toBeGreaterThanOrEqual(2);
    expect(sokoban.remaining(state)).toBeGreaterThanOrEqual(2);
  }
});

const keyOf = (state: SokobanState) => `${state.boxes}@${state.player}`;

function everyStateFrom(start: SokobanState): SokobanState[] {
  const found = new Map([[keyOf(start), start]]);
  for (const state of found.values()) {
    for (const move of allMoves) {
      const next = sokobanBoard.step(state, move);
      if (!found.has(keyOf(next))) found.set(keyOf(next), next);
      if (found.size > 400) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Least cost from `start` to a solved state, searched forwards over single moves (Dijkstra with buckets). */
function leastCost(start: SokobanState, costOf: (pushes: boolean) => number): number {
  const buckets = new Map<number, SokobanState[]>([[0, [start]]]);
  const settled = new Set<string>();
  for (let cost = 0; buckets.size > 0; buckets.delete(cost++)) {
    for (const state of buckets.get(cost) ?? []) {
      if (settled.has(keyOf(state))) continue;
      settled.add(keyOf(state));
      if (sokobanBoard.solved(state)) return cost;
      for (const move of allMoves) {
        const next = sokobanBoard.step(state, move);
        const total = cost + costOf(next.boxes !== state.boxes);
        if (!buckets.has(total)) buckets.set(total, []);
        if (next !== state) buckets.get(total)?.push(next);
      }
    }
  }
  return Number.POSITIVE_INFINITY;
}
const pushesBySearch = (start: SokobanState) => leastCost(start, (pushes) => (pushes ? 1 : 0));
/** Moves of a solution with the fewest pushes: a push costs as much as a thousand moves. */
const movesBySearch = (start: SokobanState) => leastCost(start, (pushes) => (pushes ? 1001 : 1)) % 1000;
