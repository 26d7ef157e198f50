import { describe, expect, it } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { mean } from '../../../basics/statistics';
import { writeMoves } from '../moves';
import { worldSeed } from '../splits';
import type { MapState } from './map';
import { planPath } from './plan-path';

/** The agent starts in the top left corner; the goal is 8 steps away, around a wall. */
const yard: MapState = { map: '   # \n ### \n   # \n ##  \n    .', player: 0, startDistance: 8 };

it('rewards the share of the whole way and the share of the way left', () => {
  const half = planPath.act(yard, ['D', 'D', 'D', 'D'], 12);
  expect(half).toMatchObject({ terms: { team: 0.5, legal: 1, progress: 0.5 }, done: false, why: '4 steps left' });
  expect(planPath.act(half.state, ['R', 'R'], 12).terms).toEqual({ team: 0.25, legal: 1, progress: 0.5 });
  expect(planPath.act(half.state, ['U', 'U'], 12).terms).toEqual({ team: 0, legal: 1, progress: 0 });
  const there = planPath.act(half.state, ['R', 'R', 'R', 'R', 'U'], 12);
  expect(there).toMatchObject({
    terms: { team: 1, legal: 1, progress: 1 },
    solved: true,
    done: true,
    why: 'reached the goal',
  });
  expect(there.frames).toHaveLength(4); // what follows the solving move is not carried out
  expect(planPath.act(yard, ['U', 'D'], 12)).toMatchObject({
    terms: { legal: 0.5 },
    why: 'bumped 1 time, 7 steps left',
  });
});

it('shows where the agent is, not where it began', () => {
  expect(planPath.wording.describe(yard)).toBe('@--#-\n-###-\n---#-\n-##--\n----.\n');
  const { state } = planPath.act(yard, planPath.solve(yard)!, 12);
  expect(planPath.wording.describe(state)).toBe('---#-\n-###-\n---#-\n-##--\n----+\n');
  expect(planPath.wording.describeAfter(planPath.act(yard, ['D', 'D', 'R'], 12).state)).toBe('at 2 1\n');
});

describe('calls', () => {
  const run = (program: string, limit = 20) => {
    const { action, ...rest } = planPath.calls.run(yard, program, limit);
    return { moves: writeMoves(action), ...rest };
  };
  it('walks a shortest way', () => {
    expect(run('path 0 0 4 4')).toEqual({
      moves: 'DDDDRRRR',
      readable: true,
      ran: true,
      calls: 1,
      why: '8 moves, solved',
    });
    expect(run('go 2 0; path 2 0 2 2;LL')).toMatchObject({ moves: 'DDRRLL', ran: true, calls: 3 });
    expect(run('path 0 0 0 0')).toMatchObject({ moves: '', ran: true, calls: 1 });
  });
  it('says why a call cannot be carried out and keeps what came before', () => {
    expect(run('go 2 0; path 1 1 4 4')).toMatchObject({
      moves: 'DD',
      ran: false,
      calls: 1,
      why: '"path 1 1 4 4": the agent is at 2 0, not at 1 1',
    });
    expect(run('go 1 1')).toMatchObject({ moves: '', ran: false, why: '"go 1 1": 1 1 is blocked' });
    expect(run('go 5 0')).toMatchObject({ moves: '', ran: false, why: '"go 5 0": 5 0 lies outside the map' });
    expect(planPath.calls.run({ ...yard, map: ' #  .', player: 0 }, 'go 0 4', 9)).toMatchObject({
      ran: false,
      why: '"go 0 4": there is no way to 0 4',
    });
  });
  it('stops at the move limit, which is no failure, and says how far it came', () => {
    expect(run('path 0 0 4 4', 3)).toEqual({
      moves: 'DDD',
      readable: true,
      ran: true,
      calls: 0,
      why: 'stopped in "path 0 0 4 4": the limit is 3 moves',
    });
  });
  it('cannot be read with an unknown word, a missing number or nothing at all', () => {
    for (const program of [
      'path 0 0 4',
      'path 0 0 4 4 4',
      'path a b c d',
      'walk 1 1',
      'go 1 -1',
      'path 0 0 4 4; hop',
      '',
    ]) {
      expect(run(program), program).toMatchObject({ moves: '', readable: false, ran: false });
    }
  });
  it('best leads to the goal, possible to every cell that can be reached', () => {
    expect(planPath.calls.best(yard)).toBe('path 0 0 4 4');
    expect(planPath.calls.possible(yard)).toHaveLength(25 - 7 - 1);
    const large = planPath.start(0, { size: 15 });
    expect(planPath.calls.run(large, planPath.calls.best(large)!, 99)).toMatchObject({ ran: true });
  });
});

it('matches the reference statistics of 10×10 maps with 22 % blocked', () => {
  const random = rngFrom('reference');
  const starts = Array.from({ length: 300 }, (_, index) => planPath.start(worldSeed('train', index), {}));
  const lengths = starts.map((state) => planPath.solve(state)!.length).sort((one, other) => one - other);
  const detours = starts.filter((state) => {
    const goal = state.map.replaceAll('\n', '').indexOf('.');
    const rows = Math.floor(goal / 10) - Math.floor(state.player / 10);
    const columns = (goal % 10) - (state.player % 10);
    return state.startDistance > Math.abs(rows) + Math.abs(columns);
  });
  const solved = starts.map((state) =>
    mean(
      Array.from({ length: 20 }, () =>
        Number(planPath.act(state, planPath.random(state, 20, random.number), 20).solved),
      ),
    ),
  );
  expect(mean(lengths)).toBeGreaterThan(7); // reference 7.7
  expect(mean(lengths)).toBeLessThan(8.4);
  expect(lengths[150]).toBeGreaterThanOrEqual(7); // reference 8
  expect(lengths[150]).toBeLessThanOrEqual(8);
  expect(lengths.at(-1)).toBeLessThanOrEqual(32); // reference 26
  expect(detours.length / 300).toBeGreaterThan(0.21); // reference 28 %
  expect(detours.length / 300).toBeLessThan(0.35);
  expect(mean(solved)).toBeGreaterThan(0.06); // reference 9 %
  expect(mean(solved)).toBeLessThan(0.13);
});
