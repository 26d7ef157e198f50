import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { mean } from '../../../basics/statistics';
import { teamById } from '../../agents';
import { unwritable } from '../../agents/writable';
import { tokenizerFrom } from '../../language/tokenizer';
import type { EnvironmentSettings } from '../environment';
import { allMoves, readMoves } from '../moves';
import { ceilingsOf, worldOf } from '../players';
import { worldSeed } from '../splits';
import { turnsNeeded } from './plan';
import { boardOf, type Figure, figures, isSolved, type PairState } from './room';
import { sokobanForTwo as world } from './sokoban-for-two';
import { movesAlone, movesLeft } from './tables';

/** A state from its picture, in which figures and boxes stand on plain floor. */
function pictured(...rows: readonly string[]): PairState {
  const at = (symbol: string) => [...rows.join('')].flatMap((one, cell) => (one === symbol ? [cell] : []));
  const room = rows.join('\n').replace(/[@&$]/g, ' ');
  const [boxes, [first = -1], [second = -1]] = [at('$'), at('@'), at('&')];
  return { room, boxes, first, second, startMoves: movesLeft({ room, boxes, first, second }) };
}

const act = (state: PairState, player: Figure, moves: string, budget = 12) =>
  world.act(state, { player, moves: readMoves(moves)! }, budget);
/** After parts like "@RR" or "&U", one after another. */
const after = (state: PairState, ...parts: readonly string[]) =>
  parts.reduce((now, part) => act(now, part[0] === '@' ? 'first' : 'second', part.slice(1)).state, state);
const row = (state: PairState, index: number) => world.picture(state)[index];

/** The first can reach the plate only, the second the box, which has to go through the door. */
const hall = pictured('#######', '#@_####', '#######', '#&$ |.#', '#######');

it('a door is open while a figure stands on a plate', () => {
  expect(hall.startMoves).toBe(4);
  expect(act(hall, 'second', 'RR')).toMatchObject({
    terms: { legal: 0.5 },
    why: 'bumped 1 time, 3 moves of both left',
  });
  const held = after(hall, '@R');
  expect([row(held, 1), row(held, 3)]).toEqual(['# (####', '#&$ /.#']);
  expect(row(after(held, '@L'), 3)).toBe('#&$ |.#');
  expect(act(held, 'second', 'RRRR')).toMatchObject({
    solved: true,
    done: true,
    terms: { team: 1, legal: 1, progress: 1 },
  });
});

it('a doorway with something in it stays open, whoever leaves the plate: nothing is crushed or shut in', () => {
  const box = after(hall, '@R', '&RR', '@L');
  expect(row(box, 3)).toBe('#  &>.#');
  const { state, solved } = act(box, 'second', 'R');
  expect(solved).toBe(true);
  expect(row(state, 3)).toBe('#   ?*#');
  expect(row(boardOf('second').step(state, 'L'), 3)).toBe('#  &|*#');
  expect(world.legal(state)).toEqual([]); // it is over
});

it('a box holds a door as a figure does, and a figure steps from a plate into the door beside it', () => {
  const weighed = after(pictured('#######', '#@$_#&#', '#####|#', '#####.#', '#######'), '@R');
  expect([row(weighed, 1), row(weighed, 2)]).toEqual(['# @=#&#', '#####/#']);
  const beside = pictured('#######', '#@_|$.#', '#&#####', '#######');
  expect(act(beside, 'first', 'RRR')).toMatchObject({ solved: true, terms: { legal: 1 } });
});

it('figures and boxes block each other; a box cannot be pulled, nor two be pushed at once', () => {
  const crowd = pictured('#######', '#@&$ .#', '#$    #', '#   $.#', '#######');
  for (const moves of ['R', 'U', 'L'])
    expect(act(crowd, 'first', moves).state).toEqual({ ...crowd, bumped: ['first'] });
  const both = after(crowd, '@R', '&U', '@');
  expect(both.bumped).toEqual(['first', 'second']);
  expect(after(both, '@D').bumped).toEqual(['second']);
  expect(row(after(crowd, '&D', '@R'), 1)).toBe('# @$ .#');
  expect(row(after(crowd, '&DUR'), 1)).toBe('#@ &$.#');
  expect(act(pictured('######', '#@$&.#', '######'), 'first', 'R').terms.legal).toBe(0);
  expect(act(pictured('#######', '#@$$..#', '#&    #', '#######'), 'first', 'R').terms.legal).toBe(0);
  expect(row(after(pictured('######', '#.$@ #', '#&   #', '######'), '@R'), 1)).toBe('#.$ @#');
});

it('the team term is the share of the way from the start that is done, nothing in a dead end', () => {
  const stepped = act(hall, 'first', 'R');
  expect(stepped.terms).toEqual({ team: 1 / 4, legal: 1, progress: 1 / 4 });
  expect(act(stepped.state, 'second', 'RR').terms).toEqual({ team: 3 / 4, legal: 1, progress: 2 / 3 });
  expect(act(stepped.state, 'first', 'L').terms).toEqual({ team: 0, legal: 1, progress: 0 });
  const corner = pictured('######', '#@ . #', '# $& #', '#    #', '######');
  expect(act(after(corner, '@RR'), 'second', 'L')).toMatchObject({
    done: true,
    solved: false,
    terms: { team: 0, progress: 0 },
    why: 'it cannot be solved any more',
  });
});

it('is told in compact words: where everything is, then the room inside its walls', () => {
  const held = after(hall, '@R', '&RR');
  expect(world.wording.describe(hall)).toBe('@ 1 1 & 3 1 $ 3 2 . 3 5 _ 1 2 | 3 4\n@_###\n#####\n&$-|.\n');
  expect(world.wording.describe(held)).toBe('@ 1 2 & 3 3 $ 3 4 . 3 5 _ 1 2 | 3 4\n-(###\n#####\n--&>.\n');
  const second = worldOf(world, 'second');
  expect(second.wording.describe(hall)).toBe('@ 3 1 & 1 1 $ 3 2 . 3 5 _ 1 2 | 3 4\n&_###\n#####\n@$-|.\n');
  expect(world.wording.read(world.wording.write({ player: 'second', moves: ['U', 'L'] }))).toEqual({
    player: 'second',
    moves: ['U', 'L'],
  });
});

it('tells what a look would find out: which moves change something, how far it is, and what each would leave', () => {
  const facts = (state: PairState, figure: Figure) =>
    world.players?.[figure]?.facts?.(state).flatMap(([asked, answer]) => (asked === '' ? [] : [asked + answer]));
  expect(facts(hall, 'first')).toEqual(['can R', 'need 4', 'if R need 3']);
  expect(facts(after(hall, '@R', '&RR'), 'second')).toEqual(['can L R', 'need 1', 'if L need 2', 'if R done']);
  const corner = after(pictured('######', '#@ . #', '# $& #', '#    #', '######'), '@RR');
  expect(facts(corner, 'second')).toContain('if L dead');
  expect(facts(act(corner, 'second', 'L').state, 'first')).toContain('need dead');
});

it('is written in words of the shipped vocabulary', () => {
  const path = new URL('../../../../models/sprout/tokenizer.json', import.meta.url);
  const sprout = tokenizerFrom(JSON.parse(readFileSync(path, 'utf8')));
  const some: readonly EnvironmentSettings[] = [{}, { boxes: 2, doors: 3, plates: 2 }];
  const missing = some.flatMap((environmentSettings) =>
    unwritable(sprout, {
      environment: world,
      environmentSettings,
      team: teamById('sokoban-for-two-team'),
      moveBudget: 12,
    }),
  );
  expect(missing).toEqual([]);
});

/** Least moves from every state that these figures can reach, by the rules alone: all states forwards, then back from
 *  the solved ones. */
function byBruteForce(start: PairState, movers: readonly Figure[]): Map<PairState, number> {
  const states = new Map([[JSON.stringify(start), start]]);
  const before = new Map<PairState, PairState[]>();
  for (const state of states.values()) {
    for (const figure of movers)
      for (const move of allMoves) {
        const next = boardOf(figure).step(state, move);
        const key = JSON.stringify(next);
        const known = states.get(key) ?? next;
        states.set(key, known);
        before.set(known, [...(before.get(known) ?? []), state]);
      }
  }
  const least = new Map([...states.values()].filter(isSolved).map((state) => [state, 0]));
  for (const [state, moves] of least)
    for (const earlier of before.get(state) ?? []) if (!least.has(earlier)) least.set(earlier, moves + 1);
  for (const state of states.values()) if (!least.has(state)) least.set(state, Number.POSITIVE_INFINITY);
  return least;
}

it.each<EnvironmentSettings>([{}, { boxes: 2 }, { doors: 2, plates: 2 }])(
  'the tables are right: brute force over every state that play reaches, with %o',
  (settings) => {
    for (let index = 0; index < ('boxes' in settings ? 1 : 4); index++) {
      const start = world.start(worldSeed('train', index), settings);
      const together = byBruteForce(start, figures);
      for (const [state, moves] of together) if (movesLeft(state) !== moves) expect(movesLeft(state)).toBe(moves);
      // one move before a solution one of them can do the rest
      const late = [...together.keys()].find((state) => together.get(state) === 1) as PairState;
      for (const state of [start, late])
        for (const figure of figures)
          for (const [reached, moves] of byBruteForce(state, [figure]))
            if (movesAlone(reached, figure) !== moves) expect(movesAlone(reached, figure)).toBe(moves);
      expect(figures.some((figure) => Number.isFinite(movesAlone(late, figure)))).toBe(true);
    }
  },
);

it('no drawn room is solved by either figure alone, or with its doors shut; both solve it in four turns of twelve moves', () => {
  for (let index = 0; index < 60; index++) {
    const start = world.start(worldSeed('report', index), index % 3 === 0 ? { doors: 2, plates: 2 } : {});
    const shut = { ...start, room: start.room.replaceAll('|', '#') };
    for (const movers of [['first'], ['second']] as const) expect(solvedBy(start, movers)).toBe(false);
    expect(solvedBy(shut, figures)).toBe(false);
    expect(turnsNeeded(start, 12)).toBeLessThanOrEqual(4);
    expect(ceilingsOf(world, start, { turns: 12, moveBudget: 60 })).toEqual({ first: 0, second: 0 });
  }
  function solvedBy(start: PairState, movers: readonly Figure[]): boolean {
    return byBruteForce(start, movers).get(start) !== Number.POSITIVE_INFINITY;
  }
});

it('a ceiling is worked out: who can do it alone, and in time, is not denied it', () => {
  const easy = pictured('#######', '#@$  .#', '####_|#', '#&   ##', '#######');
  expect(ceilingsOf(world, easy, { turns: 1, moveBudget: 3 })).toEqual({ first: 1, second: 0 });
  expect(ceilingsOf(world, easy, { turns: 1, moveBudget: 2 })).toEqual({ first: 0, second: 0 });
});

it('rooms have the statistics they are meant to have', () => {
  const starts = Array.from({ length: 200 }, (_, index) => world.start(worldSeed('train', index), {}));
  const moves = starts.map(({ startMoves }) => startMoves);
  expect(Math.min(...moves)).toBeGreaterThanOrEqual(4);
  expect(mean(moves)).toBeGreaterThan(7.5);
  expect(mean(moves)).toBeLessThan(9.5);
  const solvedByChance = starts.filter((start, seed) => {
    const { number } = rngFrom('chance', seed);
    let state = start;
    for (let turn = 0; turn < 8 && !isSolved(state); turn++)
      state = world.act(state, world.players![figures[turn % 2]!]!.random(state, 12, number), 12).state;
    return isSolved(state);
  });
  expect(solvedByChance.length / starts.length).toBeLessThan(0.1);
  expect(solvedByChance.length).toBeGreaterThan(0);
});

it('notes beside the room how each figure gets to a plate and to a push, and not who should', () => {
  const notes = (state: PairState, figure: Figure) => worldOf(world, figure).wording.notes?.(state);
  expect(notes(hall, 'first')).toBe('_:R $: fail &: still\n');
  // the door is shut: the box goes one cell nearer, up to it, and not further
  expect(notes(hall, 'second')).toBe('_: fail $:R &: still\n');
  const held = after(hall, '@R', '&R');
  expect(notes(held, 'first')).toBe('_: still $: fail &: still\n');
  expect(notes(held, 'second')).toBe('_: fail $:R &: still\n');
  expect(notes(after(hall, '&R'), 'second')).toBe('_: fail $: still &: still\n');
  // from below, then up and right
  const open = pictured('#######', '#    .#', '# $@ |#', '#_   &#', '#######');
  expect(notes(open, 'first')).toBe('_:DLL $:DLU &: still\n');
});

it('notes a way out of the other’s way, that a figure in the doorway can go on, and that its moves changed nothing', () => {
  const notes = (state: PairState, figure: Figure) => worldOf(world, figure).wording.notes?.(state);
  const lane = pictured('#######', '#&@_  #', '### ###', '#.$ | #', '#######');
  expect(notes(lane, 'first')).toBe('_:R $:RDDL &:RR\n');
  const doorway = after(pictured('#######', '#@_####', '#######', '#& |$.#', '#######'), '@R', '&RR', '@L');
  expect(notes(doorway, 'second')).toBe('_: fail $:R &: still\n');
  expect(notes(after(hall, '@U'), 'first')).toBe('move fail\n_:R $: fail &: still\n');
});

it('notes no push after which the box would never come home: who pushes has to get behind it again', () => {
  const notes = (state: PairState) => worldOf(world, 'second').wording.notes?.(state);
  // up and then right would be two pushes, but nobody gets to the left of the box in its corner
  const pocket = pictured('######', '## . #', '##$ ##', '#& @ #', '#  _|#', '######');
  expect(movesLeft(act(pocket, 'second', 'RU').state)).toBe(Number.POSITIVE_INFINITY);
  expect(notes(pocket)).not.toContain('$:RU');
  // straight on is a way home
  const straight = pictured('######', '##.  #', '##$ ##', '#& @ #', '#  _|#', '######');
  expect(notes(straight)).toContain('$:RU');
});
