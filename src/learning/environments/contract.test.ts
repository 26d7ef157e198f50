// One contract for every listed world (environment.ts). Actions are lists of moves; a test takes them apart through
// `legal`, which offers lists of one move, and as plain arrays, never through a world's letters. In a world of texts an
// action is at most one move, the answer; what such a world must have run is run here, in Node's own JavaScript.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rngFrom } from '../../basics/rng';
import { runHere } from '../../headless/run-here.fixture';
import { differentProblems } from './different-problems';
import { type Environment, type EnvironmentSettings, noCalls, type Outcome } from './environment';
import { environmentById, environments } from './index';
import { type Split, splitOfSeed } from './splits';

type Moves = readonly unknown[];
const enough = 1000; // a budget nothing runs out of
/** Settings every world is also tested with, besides its defaults. */
const variants: Readonly<Record<string, readonly EnvironmentSettings[]>> = {
  sokoban: [
    { size: 5 },
    { size: 6, boxes: 2 },
    { size: 6, boxes: 3 },
    { size: 8, boxes: 2 },
    { size: 8, boxes: 3 },
    { size: 10 },
  ],
  'plan-path': [{ size: 5 }, { size: 5, blocked: 0.4 }, { size: 10, blocked: 0 }, { size: 15, blocked: 0.3 }],
  sudoku: [{ blanks: 1 }, { blanks: 10 }, { size: 6, blanks: 22 }, { size: 9, blanks: 50 }],
  'eight-queens': [
    { size: 4, given: 0, closed: 2 },
    { size: 4, given: 1, closed: 6 },
    { size: 5 },
    { size: 8, given: 2 },
    { size: 8, given: 0, closed: 2 },
  ],
  blocksworld: [{ blocks: 3 }, { blocks: 5 }, { blocks: 6 }],
  maths: [{ level: 2 }, { level: 3 }, { level: 4 }, { level: 5 }, { level: 5, mixed: true }],
};
/** Different problems among the first hundred seeds, where there are not as many as one likes. */
const fewProblems: Readonly<Record<string, number>> = { code: 33 };
/** Texts that say nothing in most worlds, and something in this one. */
const readable: Readonly<Record<string, readonly string[]>> = { maths: ['7'] };

const worthOf = ({ terms }: Outcome<unknown>) => terms.team + 0.1 + 0.1 * terms.legal + 0.8 * terms.progress;

it('finds a world by its id and says which there are when there is none', () => {
  for (const world of environments) expect(environmentById(world.card.id)).toBe(world);
  expect(() => environmentById('chess')).toThrow('there is no environment "chess": known are sokoban, plan-path, ');
});

describe.each(environments.map((world) => [world.card.id, world] as const))('world %s', (id, world: Environment) => {
  const { calls, wording } = world;
  const layoutOf = world.layout ?? wording.describe;
  const isText = world.card.form === 'text';
  const most = isText ? 1 : Number.POSITIVE_INFINITY;
  /** The world's act, with the results of what it must have run. */
  const act = (state: unknown, action: unknown, budget: number) => {
    const runs = world.programs?.(state, action);
    return runs ? world.act(state, action, budget, runs.map(runHere)) : world.act(state, action, budget);
  };
  /** `count` moves, more than one action's worth where an action has only one. */
  const draws = (state: unknown, count: number, seed: number): Moves =>
    isText
      ? Array.from({ length: count }, (_, index) => movesFrom(state, 1, seed + index)).flat()
      : movesFrom(state, count, seed);
  const settingsTested = [{}, ...(variants[id] ?? [])];
  const problem = (index: number, settings: EnvironmentSettings = {}) => world.start(index, settings);
  const anyProblem = fc.nat(3000).map((seed) => problem(seed));
  const movesFrom = (state: unknown, moves: number, seed: number) =>
    world.random(state, moves, rngFrom('contract', seed).number) as Moves;
  /** A state some random moves into an episode. */
  const anyState = fc.tuple(anyProblem, fc.nat(12), fc.nat()).map(([state, moves, seed]) => {
    return act(state, movesFrom(state, moves, seed), enough).state;
  });
  /** The action without the moves that did nothing or led back to where it had been. */
  const shortened = (start: unknown, moves: Moves): Moves => {
    const path = [{ key: JSON.stringify(start), move: undefined as unknown }];
    let state = start;
    for (const move of moves) {
      state = act(state, [move], 1).state;
      const key = JSON.stringify(state);
      const before = path.findIndex((one) => one.key === key);
      if (before >= 0) path.length = before + 1;
      else path.push({ key, move });
    }
    return path.slice(1).map(({ move }) => move);
  };

  it('has a complete card', () => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(world.card.sentence).toMatch(/\.$/);
    expect(wording.title).toMatch(/^[a-z]+$/);
    for (const symbol of Object.keys(world.card.symbols)) expect([...symbol]).toHaveLength(1);
    expect(() => world.start(0, { nonsense: 1 })).toThrow('there is no setting "nonsense"');
    expect(() => world.start(-1, {})).toThrow('a world seed is a whole number');
  });

  it('R1: the same seed makes the same world, different seeds different ones', () => {
    for (const settings of settingsTested) expect(problem(7, settings)).toEqual(problem(7, settings));
    const texts = new Set(Array.from({ length: 100 }, (_, seed) => wording.describe(problem(seed))));
    expect(texts.size).toBeGreaterThan(fewProblems[id] ?? 95);
  });

  it('states survive JSON and are frozen', () => {
    fc.assert(
      fc.property(anyState, fc.nat(), (state, seed) => {
        const copy: unknown = JSON.parse(JSON.stringify(state));
        expect(copy).toEqual(state);
        const action = movesFrom(state, 6, seed);
        expect(act(copy, action, 6)).toEqual(act(state, action, 6));
        expect(Object.isFrozen(state)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('actions survive words and JSON', () => {
    fc.assert(
      fc.property(anyProblem, fc.nat(20), fc.nat(), (state, moves, seed) => {
        const action = movesFrom(state, moves, seed);
        expect(action).toHaveLength(Math.min(moves, most));
        expect(wording.read(wording.write(action))).toEqual(action);
        expect(wording.write(action).replaceAll(' ', '').length).toBeLessThanOrEqual(moves * wording.symbolsPerMove);
        expect(JSON.parse(JSON.stringify(action))).toEqual(action);
      }),
    );
  });

  it('W5: what cannot be read is undefined; the empty text is the empty action, which changes nothing and gains nothing', () => {
    const unreadable = ['?', 'hello', 'U2', '7', 'UU|', '<UR>'].filter((text) => !readable[id]?.includes(text));
    for (const text of unreadable) expect(wording.read(text), text).toBeUndefined();
    expect(wording.read('')).toEqual([]);
    const state = problem(3);
    const outcome = act(state, wording.read(''), 12);
    expect(outcome.state).toEqual(state);
    expect(outcome.terms).toMatchObject({ legal: 0, progress: 0 });
  });

  it('every legal move can be made by hand, and no two in the same way', () => {
    const { byHand } = world;
    if (!byHand) return;
    fc.assert(
      fc.property(anyState, (state) => {
        const legal = world.legal(state);
        if (byHand.kind === 'walk') {
          for (const move of legal) expect(wording.write(move)).toMatch(/^[UDLR]$/);
          return;
        }
        if (byHand.kind === 'write') {
          const { help, button, begins } = byHand.form(state);
          expect([help, button]).not.toContain('');
          if (begins !== undefined) expect(wording.read(begins)).toBeDefined();
          return;
        }
        if (byHand.kind === 'choose') {
          expect(new Set(legal.map((move) => byHand.named(state, move))).size).toBe(legal.length);
          return;
        }
        const picture = world.picture(state);
        const ways = legal.map((move) => byHand.pointing(state, move));
        for (const { cells, value } of ways) {
          for (const { row, column } of cells.flat()) expect([...(picture[row] ?? '')][column]).toBeDefined();
          for (const step of cells) expect(step.length).toBeGreaterThan(0);
          if (value !== undefined) expect([...value]).toHaveLength(1);
        }
        expect(new Set(ways.map((way) => JSON.stringify(way))).size).toBe(legal.length);
      }),
      { numRuns: 60 },
    );
  });

  it('every problem is solvable by the solver, starts unsolved, and its picture and words fit', () => {
    for (const settings of settingsTested) {
      for (let seed = 0; seed < 20; seed++) {
        const state = problem(seed, settings);
        expect(world.solved(state)).toBe(false);
        expect(world.remaining(state)).toBeGreaterThan(0);
        const action = world.solve(state) as Moves;
        const outcome = act(state, action, action.length);
        expect(outcome.solved && outcome.done, wording.describe(state)).toBe(true);
        expect(outcome.terms).toEqual({ team: 1, legal: 1, progress: 1 });
        expect(world.solved(outcome.state)).toBe(true);
        expect(world.remaining(outcome.state)).toBe(0);
        expect(outcome.frames).toHaveLength(action.length);
        const pictures = [world.picture(state), ...outcome.frames];
        const symbols = new Set(pictures.flatMap((picture) => [...picture.join('')]));
        expect(symbols).not.toContain('\n');
        if (!isText) {
          // in a world of texts lines are as long as they are, of any characters
          for (const symbol of symbols) expect(world.card.symbols).toHaveProperty([symbol]);
          expect(pictures.map((picture) => new Set(picture.map((row) => row.length)).size)).toEqual(
            pictures.map(() => 1),
          );
        }
        expect(outcome.frames.at(-1)).toEqual(world.picture(outcome.state));
        for (const text of [wording.describe(state), wording.describeAfter(state)])
          expect(text).toMatch(/^([^\n]+\n)+$/);
        expect(wording.notes?.(state) ?? '').toMatch(/^([^\n]+\n)?$/);
      }
    }
  });

  it('the solver solves from every state that is no dead end, and only from these', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const action = world.solve(state) as Moves | undefined;
        expect(action !== undefined).toBe(Number.isFinite(world.remaining(state)));
        if (action) expect(act(state, action, action.length).solved).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('W1: every reward term lies in [0, 1]; 10,000 random actions never break it', () => {
    const random = rngFrom('many actions', id);
    let state = problem(0);
    for (let count = 0; count < 10_000; count++) {
      const action = world.random(state, random.integer(16), random.number) as Moves;
      const outcome = act(state, action, 12);
      const { team, legal, progress } = outcome.terms;
      const fits = [team, legal, progress].every((term) => term >= 0 && term <= 1) && outcome.why !== '';
      const consistent =
        outcome.solved === world.solved(outcome.state) && outcome.excess === Math.max(0, action.length - 12);
      const over = outcome.solved || !Number.isFinite(world.remaining(outcome.state));
      if (!fits || !consistent || outcome.done !== over) expect.fail(`action ${count}: ${JSON.stringify(outcome)}`);
      state = outcome.done || count % 20 === 19 ? problem(count) : outcome.state;
    }
  });

  it('legal actions change the state; every other move costs, changes nothing and never throws', () => {
    fc.assert(
      fc.property(anyState, fc.nat(), (state, seed) => {
        const legal = world.legal(state).map((action) => JSON.stringify(action));
        if (world.solved(state)) return;
        for (const move of new Set(draws(state, 30, seed))) {
          const outcome = act(state, [move], 1);
          const isLegal = legal.includes(JSON.stringify([move]));
          expect(outcome.terms.legal).toBe(isLegal ? 1 : 0);
          expect(JSON.stringify(outcome.state) !== JSON.stringify(state)).toBe(isLegal);
        }
        for (const junk of [['X'], [undefined], [null, 3, {}]]) {
          const outcome = act(state, junk, 12);
          expect(outcome.state).toEqual(state);
          expect(outcome.terms).toMatchObject({ legal: 0, progress: 0 });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('W2: moves beyond the budget are counted, not carried out, and earn nothing', () => {
    fc.assert(
      fc.property(anyState, fc.nat(16), fc.nat(20), fc.nat(), (state, budget, moves, seed) => {
        const action = movesFrom(state, moves, seed);
        const whole = act(state, action, budget);
        const within = act(state, action.slice(0, budget), budget);
        expect(whole.excess).toBe(Math.max(0, action.length - budget));
        expect(within.excess).toBe(0);
        expect(whole.state).toEqual(within.state);
        expect(whole.frames).toEqual(within.frames);
        expect(whole.frames.length).toBeLessThanOrEqual(budget);
        expect(worthOf(whole)).toBeLessThanOrEqual(worthOf(within));
        if (whole.excess > 0 && within.terms.legal > 0 && !whole.solved)
          expect(worthOf(whole)).toBeLessThan(worthOf(within));
      }),
    );
  });

  /** Moves that lead back to `state`: of ten moves, every single one that does nothing and every pair that undoes
   *  itself. */
  const roundTrips = (state: unknown): Moves[] => {
    const steps = Array.from(new Set(draws(state, 30, 1)), (move) => [move]).slice(0, 10);
    const leadsBack = (moves: Moves) => JSON.stringify(act(state, moves, enough).state) === JSON.stringify(state);
    return [...steps, ...steps.flatMap((first) => steps.map((second) => [...first, ...second]))].filter(leadsBack);
  };

  it('W3: null and undone moves inserted into a solution never raise its value', () => {
    const insert = fc.record({ where: fc.nat(), which: fc.nat() });
    fc.assert(
      fc.property(
        anyProblem,
        fc.nat(),
        fc.array(insert, { minLength: 1, maxLength: 4 }),
        fc.nat(20),
        (state, cut, inserts, spare) => {
          const solution = world.solve(state) as Moves;
          const shortest = solution.slice(0, 1 + (cut % solution.length));
          const padded = [...shortest];
          for (const { where, which } of inserts) {
            const at = where % (padded.length + 1);
            const trips = roundTrips(act(state, padded.slice(0, at), enough).state);
            padded.splice(at, 0, ...(trips[which % trips.length] ?? []));
          }
          // A budget that cuts a round trip in half leaves a useful move; only a whole solution is measured against a
          // tight one.
          const budget = shortest.length === solution.length ? shortest.length + spare : enough;
          expect(worthOf(act(state, padded, budget))).toBeLessThanOrEqual(
            worthOf(act(state, shortest, budget)) + 1e-12,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('W3: any action is worth at most what is left of it without its null and undone moves', () => {
    fc.assert(
      fc.property(anyState, fc.nat(20), fc.nat(), (state, moves, seed) => {
        const action = movesFrom(state, moves, seed);
        const outcome = act(state, action, enough);
        const short = shortened(state, action);
        const shortest = act(state, short, enough);
        expect(shortest.state).toEqual(outcome.state);
        // Nothing is left of pure oscillation: it gains no progress, and no more than any one legal move does for
        // legality.
        if (short.length === 0) expect(outcome.terms).toMatchObject({ progress: 0, team: shortest.terms.team });
        else expect(worthOf(outcome)).toBeLessThanOrEqual(worthOf(shortest) + 1e-12);
      }),
      { numRuns: 1000 },
    );
  });

  it('W3: doing nothing and going back and forth gain no progress', () => {
    for (let seed = 0; seed < 50; seed++) {
      const state = problem(seed);
      expect(act(state, [], 12).terms.progress).toBe(0);
      for (const first of world.legal(state) as Moves[]) {
        const there = act(state, first, 1).state;
        for (const second of world.legal(there) as Moves[]) {
          if (JSON.stringify(act(there, second, 1).state) !== JSON.stringify(state)) continue;
          const forthAndBack = Array.from({ length: 6 }, () => [...first, ...second]).flat();
          expect(act(state, forthAndBack, 12).terms.progress).toBe(0);
        }
      }
    }
  });

  it('V1, V7: every problem belongs to the split of its seed, so no test problem is ever trained on', () => {
    for (const [index, settings] of settingsTested.entries()) {
      const splitOf = new Map<string, Split>();
      for (let seed = 0; seed < 4 * (index === 0 ? 40 : 12); seed++) {
        const layout = layoutOf(problem(seed, settings));
        expect(splitOf.get(layout) ?? splitOfSeed(seed), layout).toBe(splitOfSeed(seed));
        splitOf.set(layout, splitOfSeed(seed));
      }
    }
  });

  it('V6: no action changes what the split of a problem is read off', () => {
    fc.assert(
      fc.property(anyProblem, fc.nat(12), fc.nat(), (state, moves, seed) => {
        if (world.layout)
          expect(layoutOf(act(state, movesFrom(state, moves, seed), enough).state)).toBe(layoutOf(state));
      }),
    );
  });

  it('V3, V6: an evaluation plays different problems, and tells how many there are where they are few', () => {
    const canonical = world.canonical ?? wording.describe;
    for (const settings of settingsTested) {
      for (const split of ['validation', 'test', 'report'] as const) {
        const seeds = differentProblems(world, { settings, split, n: 25 });
        expect(new Set(seeds.map((seed) => canonical(problem(seed, settings)))).size).toBe(seeds.length);
        expect(seeds.every((seed) => splitOfSeed(seed) === split)).toBe(true);
        const listed = world.problems?.(split, settings);
        expect(seeds.length).toBe(Math.min(25, listed ?? 25));
      }
    }
  });

  it.skipIf(calls === noCalls)(
    'calls: best plays to the end, every possible call runs and changes the state, and none throws',
    () => {
      for (const settings of settingsTested) {
        for (let seed = 0; seed < 8; seed++) {
          let state = problem(seed, settings);
          for (const call of calls.possible(state)) {
            const run = calls.run(state, call, enough);
            expect(run, call).toMatchObject({ readable: true, ran: true, calls: 1 });
            expect(act(state, run.action, enough).state, call).not.toEqual(state);
          }
          for (let turn = 0; turn < 60 && !world.solved(state); turn++) {
            const best = calls.best(state) as string;
            expect(calls.possible(state)).toContain(best);
            const outcome = act(state, calls.run(state, best, enough).action, enough);
            expect(world.remaining(outcome.state)).toBeLessThan(world.remaining(state));
            state = outcome.state;
          }
          expect(world.solved(state)).toBe(true);
          expect(calls.best(state)).toBeUndefined();
        }
      }
    },
  );

  it.skipIf(calls === noCalls)(
    'calls: a program is readable or says why not, stays within its move limit and makes only moves that count',
    () => {
      const own = calls.help.flatMap((line) => line.match(/^[a-z]+/) ?? []); // the words its calls begin with
      const word = fc.constantFrom(...own, ...'UdL12390;;', 'LR', ' ', 'fly', '-1');
      const text = fc.oneof(
        fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
        fc.string(),
      );
      fc.assert(
        fc.property(anyState, text, fc.nat(12), (state, program, limit) => {
          const run = calls.run(state, program, limit);
          const action = run.action as Moves;
          expect(action.length).toBeLessThanOrEqual(limit);
          expect(run.why).not.toBe('');
          if (!run.readable) expect(run).toMatchObject({ action: [], ran: false, calls: 0 });
          const { terms } = act(state, action, limit);
          if (action.length > 0) expect(terms.legal).toBe(1);
        }),
        { numRuns: 500 },
      );
      for (const program of ['', ' ', ';', 'fly', 'push', 'move', 'go 1', 'path 1 2 3']) {
        expect(calls.run(problem(0), program, 12).readable, program).toBe(false);
      }
      expect(calls.help.length).toBeGreaterThan(0);
    },
  );

  it('has a beginner, where it has one, who mostly writes calls that can be read, and always such moves', () => {
    const { beginner } = world;
    if (!beginner) return;
    let readable = 0;
    let worked = 0;
    fc.assert(
      fc.property(anyState, fc.nat(), (state, seed) => {
        const rng = rngFrom('beginner', seed);
        if (world.solved(state)) return;
        for (const call of [beginner.call(state, rng), beginner.blindCall(state, rng)])
          if (calls.run(state, call, enough).readable) readable++;
        const moves = beginner.moves(state, rng);
        const action = wording.read(moves);
        expect(action, moves).toBeDefined();
        if (act(state, action, enough).terms.legal > 0) worked++;
      }),
      { numRuns: 60 },
    );
    expect(readable).toBeGreaterThan(60);
    expect(worked).toBeGreaterThan(0);
  });
});
