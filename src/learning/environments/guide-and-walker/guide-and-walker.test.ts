import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { mean } from '../../../basics/statistics';
import { teamById } from '../../agents';
import { tokenizerFrom } from '../../language/tokenizer';
import { differentProblems } from '../different-problems';
import type { Environment } from '../environment';
import { gridOf } from '../grid';
import { ceilingsOf, worldOf } from '../players';
import { bestBlindWalk } from './blind-walk';
import { possibleGoals, type WalkAction, type WalkState } from './game';
import { guideAndWalker } from './guide-and-walker';

/** The walker stands in the top left corner; the goal is 5 steps away, around a wall. */
const yard: WalkState = {
  map: '   \n## \n#. ',
  player: 0,
  startDistance: 5,
  farthest: 16,
  length: 4,
  alphabet: 'both',
  bumped: false,
};
const [guide, walker] = ['guide', 'walker'].map((player) => worldOf(guideAndWalker as Environment, player));
const told = ({ wording }: Environment, state: WalkState) => `${wording.describe(state)}${wording.notes?.(state)}`;
const say = (state: WalkState, text: string, budget = 12) =>
  guideAndWalker.act(state, guide!.wording.read(text) as WalkAction, budget);
const walk = (state: WalkState, text: string, budget = 12) =>
  guideAndWalker.act(state, walker!.wording.read(text) as WalkAction, budget);

describe('what is said', () => {
  it('changes the message alone, and gains nothing by itself', () => {
    const said = say(yard, ' R R D 3');
    expect(said.state).toEqual({ ...yard, message: ['R', 'R', 'D', '3'] });
    expect(said).toMatchObject({
      terms: { team: 0, legal: 1, progress: 0 },
      solved: false,
      done: false,
      excess: 0,
      why: 'said R R D 3',
    });
  });

  it('is cut where it is too long, and holds only symbols of the alphabet', () => {
    expect(say(yard, ' R R D L 1 1')).toMatchObject({
      state: { message: ['R', 'R', 'D', 'L'] },
      excess: 2,
      terms: { legal: 4 / 6 },
    });
    expect(say(yard, ' R R', 1)).toMatchObject({ state: { message: ['R'] }, excess: 1 });
    expect(say({ ...yard, alphabet: 'moves' }, ' R 2 R 3')).toMatchObject({
      state: { message: ['R', 'R'] },
      terms: { legal: 0.5 },
    });
    expect(say({ ...yard, alphabet: 'digits' }, ' R')).toMatchObject({
      state: { ...yard, alphabet: 'digits' },
      terms: { legal: 0 },
    });
  });

  it('is heard until the walker has moved, and replaced by what is said next', () => {
    const first = say(yard, ' R R').state;
    expect(told(walker!, first)).toBe('can R\nhear R R\n');
    expect(say(first, ' 7').state.message).toEqual(['7']);
    expect(walk(first, '').state).toEqual(first);
    const { state } = walk(first, 'RR');
    expect(state).not.toHaveProperty('message');
    expect(told(walker!, state)).toBe('can D L\nhear\n');
  });
});

describe('the walker', () => {
  it('earns what it gains on the way, and is told that it bumped, as the guide is', () => {
    const bumped = walk(yard, 'DR');
    expect(bumped).toMatchObject({ state: { player: 1, bumped: true }, why: 'bumped 1 time, 4 steps left' });
    expect(bumped.terms).toEqual({ team: 0.2, legal: 0.5, progress: 0.2 });
    expect(told(walker!, bumped.state)).toBe('can L R\nmove fail\nhear\n');
    expect(told(guide!, bumped.state)).toMatch(/\nmove fail\n$/);
    expect(walk(bumped.state, 'R').state.bumped).toBe(false);
    expect(guideAndWalker.team?.(yard, bumped.state)).toBe(0.2);
    expect(walk({ ...yard, player: 8 }, 'L')).toMatchObject({
      solved: true,
      done: true,
      terms: { team: 1 },
    });
  });

  it('sees the four cells around it, and neither goal nor place', () => {
    expect(walker!.picture(yard)).toEqual(['?#?', '#@ ', '?#?']);
    const elsewhere: WalkState = { ...yard, map: '####\n## .\n####\n####', player: 6, startDistance: 1 };
    expect(told(walker!, elsewhere)).toBe(told(walker!, yard));
    expect(walker!.picture(elsewhere)).toEqual(walker!.picture(yard));
    expect(told(guide!, elsewhere)).toBe('@ 1 2 . 1 3\n####\n##@.\n####\n####\n');
  });

  it('sees the same on the maps that stand in for its own, which are others', () => {
    const alike = guideAndWalker.players!['walker']!.alike!;
    let others = 0;
    for (let seed = 0; seed < 200; seed++) {
      const state = guideAndWalker.start(seed, {});
      const other = alike(state, rngFrom('alike', seed).number);
      expect(told(walker!, other)).toBe(told(walker!, state));
      if (other.map !== state.map) others++;
    }
    expect(others).toBeGreaterThan(190);
  });
});

/** Cells of all walks of so many moves, one walk after the other: the most that one of them steps on. */
function mostByAllWalks(rows: readonly string[], start: number, cells: readonly number[], moves: number): number {
  const grid = gridOf(rows, '#');
  let most = 0;
  const go = (cell: number, left: number, stepped: readonly number[]) => {
    most = Math.max(most, new Set(stepped.filter((one) => cells.includes(one))).size);
    if (left === 0) return;
    for (let move = 0; move < 4; move++) {
      const to = grid.neighbours[cell * 4 + move] as number;
      if (to >= 0) go(to, left - 1, [...stepped, to]);
    }
  };
  go(start, moves, []);
  return most;
}

describe('the ceiling', () => {
  const walkersCeiling = (state: WalkState, moves: number) =>
    ceilingsOf(guideAndWalker as Environment, state, { turns: 1, moveBudget: moves })?.['walker'];

  it('is the share of the possible goals that the best walk steps on', () => {
    const cross = { ...yard, map: '#.#\n   \n# #', player: 4, startDistance: 1 }; // four dead ends around it
    expect(possibleGoals(cross)).toEqual([1, 3, 5, 7]);
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((moves) => walkersCeiling(cross, moves))).toEqual([
      0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1, 1,
    ]);
    const corridor = { ...yard, map: '     .', player: 2, startDistance: 3 }; // 2 cells to the left, 3 to the right
    expect([1, 2, 3, 6, 7, 20].map((moves) => walkersCeiling(corridor, moves))).toEqual([0.2, 0.4, 0.6, 0.8, 1, 1]);
    const near = { ...corridor, farthest: 2, map: '   . ' }; // one of four cells is the goal: no cell is farther than 2 steps
    expect([1, 2, 5, 6].map((moves) => walkersCeiling(near, moves))).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('of the guide is nothing: it cannot walk', () => {
    expect(ceilingsOf(guideAndWalker as Environment, yard, { turns: 9, moveBudget: 9 })?.['guide']).toBe(0);
  });

  it.each([
    [3, 9],
    [4, 8],
  ])('is that of all walks together on maps of %i rows, up to %i moves', (size, mostMoves) => {
    for (let seed = 0; seed < 12; seed++) {
      const random = rngFrom('all walks', seed);
      const cells = Array.from({ length: size * size }, () => (random.number() < 0.25 ? '#' : ' '));
      cells[0] = ' ';
      const rows = Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size).join(''));
      const wanted = [...cells.keys()].filter((cell) => cell > 0 && cells[cell] === ' ' && random.number() < 0.8);
      for (const moves of [1, mostMoves - 1, mostMoves])
        expect(bestBlindWalk(gridOf(rows, '#'), 0, wanted, moves), rows.join('/')).toEqual({
          cells: mostByAllWalks(rows, 0, wanted, moves),
          exact: true,
        });
    }
  });

  it('is a bound from above where the search is cut short', () => {
    const rows = ['     ', ' # # ', '     ', ' # # ', '     '];
    const cells = [...rows.join('')].flatMap((cell, index) => (cell === ' ' && index > 0 ? [index] : []));
    const cut = bestBlindWalk(gridOf(rows, '#'), 0, cells, 20, 3);
    const { cells: most, exact } = bestBlindWalk(gridOf(rows, '#'), 0, cells, 20);
    expect(exact).toBe(true);
    expect(cut.exact).toBe(false);
    expect(cut.cells).toBeGreaterThanOrEqual(most);
  });
});

describe('its problems', () => {
  const [turns, moveBudget] = [4, 4];
  const starts = differentProblems(guideAndWalker as Environment, { settings: {}, split: 'validation', n: 200 }).map(
    (seed) => guideAndWalker.start(seed, {}),
  );

  it('are out of the reach of either player in four turns of four moves, and within that of both', () => {
    const ceilings = starts.map(
      (start) => ceilingsOf(guideAndWalker as Environment, start, { turns, moveBudget })?.['walker'] ?? 1,
    );
    expect(mean(ceilings)).toBeGreaterThan(0.25);
    expect(mean(ceilings)).toBeLessThan(0.4);
    for (const { startDistance, length } of starts)
      expect(startDistance).toBeLessThanOrEqual(turns * Math.min(moveBudget, length));
    expect(mean(starts.map(({ startDistance }) => startDistance))).toBeGreaterThan(5);
    expect(mean(starts.map(({ startDistance }) => startDistance))).toBeLessThan(7);
  });

  it('are asked about in a few tokens, all of them known', () => {
    const path = new URL('../../../../models/sprout/tokenizer.json', import.meta.url);
    const tokenizer = tokenizerFrom(JSON.parse(readFileSync(path, 'utf8')));
    const [unknown] = tokenizer.encode('é');
    const roles = teamById('guide-and-walker-team').roles;
    const longest = roles.map((role) => {
      const world = role.player === 'guide' ? guide : walker;
      const lengths = starts.map((start) => {
        const state = say(start, ' U 3 L R').state;
        const view = { environment: world!, state, turn: 1, last: 'start' as const, earlier: [] };
        const tokens = tokenizer.encode(role.prompt(view));
        expect(tokens).not.toContain(unknown);
        return tokens.length;
      });
      return Math.max(...lengths);
    });
    expect(longest[0]).toBeLessThanOrEqual(95);
    expect(longest[1]).toBeLessThanOrEqual(18);
  });
});
