// What is derived from an author's few functions keeps the contract of a world, and what an author does wrong is one
// readable sentence.

import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { splitOfProblem, splitOfSeed } from '../../../learning/environments/splits';
import { openInterpreterFile } from '../cli/own-worlds';
import { checkWorld } from './check-world';
import { exampleWorld } from './example';
import { worldInterpreter } from './makers';
import { moduleOf, type OwnWorld, ownWorld } from './own-world';
import { loadWorld } from './world-program';

let quickjs: QuickJSWASMModule;
beforeAll(async () => {
  quickjs = await worldInterpreter(await openInterpreterFile());
});

function worldOf(source: string): OwnWorld {
  const loaded = loadWorld(quickjs, source);
  if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
  return ownWorld(loaded.program, moduleOf(loaded.program.description, source));
}

/** A row of lamps; a move flips one and its neighbours. */
const lamps = `export const world = {
  name: 'Lamps', sentence: 'Put out all lamps', title: 'path', moves: ['1', '2', '3', '4', '5', '6', '7'],
  symbols: { '*': { name: 'lit', look: 'text' }, '-': 'dark' },
  start: (random) => [1, 2, 3, 4, 5, 6, 7].map(() => random() < 0.5),
  step: (state, move) => state.map((lit, place) => (Math.abs(place + 1 - Number(move)) < 2 ? !lit : lit)),
  solved: (state) => state.every((lit) => !lit),
  picture: (state) => [state.map((lit) => (lit ? '*' : '-')).join('')],
};`;

describe.each([
  ['penguin', exampleWorld],
  ['lamps', lamps],
])('a world derived from a module: %s', (_name, source) => {
  test('same seed, same problem, of the seed’s split; states survive JSON; the solver solves', () => {
    const world = worldOf(source);
    for (let seed = 0; seed < 12; seed++) {
      const state = world.start(seed, {});
      expect(worldOf(source).start(seed, {})).toEqual(state);
      expect(splitOfProblem(world.wording.describe(state))).toBe(splitOfSeed(seed));
      const way = world.solve(state) as readonly string[];
      expect(way.length).toBe(world.remaining(state));
      const copy = JSON.parse(JSON.stringify(state));
      expect(world.act(copy, way, way.length)).toMatchObject({
        solved: true,
        done: true,
        terms: { team: 1, progress: 1, legal: 1 },
      });
      expect(world.wording.read(world.wording.write(way))).toEqual(way);
    }
  });

  test('every term lies in [0, 1], nothing pays for nothing, and junk is neither read nor carried out', () => {
    const world = worldOf(source);
    const rng = rngFrom('own world test');
    for (let seed = 0; seed < 10; seed++) {
      const state = world.start(3 * seed, {});
      const outcome = world.act(state, world.random(state, 14, rng.number), 12);
      for (const term of Object.values(outcome.terms)) expect(term >= 0 && term <= 1).toBe(true);
      expect(outcome.excess).toBe(2);
      expect(world.act(state, [], 12)).toMatchObject({ state, terms: { legal: 0, progress: 0 } });
      for (const junk of [['X'], [null], 'nonsense']) {
        const after = world.act(state, junk as never, 12);
        expect(after.state).toBe(state);
        expect(after.terms).toMatchObject({ legal: 0, progress: 0 });
      }
    }
    expect(world.wording.read('?')).toBeUndefined();
    expect(world.wording.read('')).toEqual([]);
  });

  test('best plays to the end, every possible call runs', () => {
    const { calls, ...world } = worldOf(source);
    let state = world.start(0, {});
    while (!world.solved(state)) {
      const best = calls.best(state) as string;
      expect(calls.possible(state)).toContain(best);
      for (const call of calls.possible(state))
        expect(calls.run(state, call, 12)).toMatchObject({ ran: true, calls: 1 });
      state = world.act(state, calls.run(state, best, 12).action, 12).state;
    }
    expect(calls.best(state)).toBeUndefined();
  });
});

test('an edited world is another world', () => {
  const [first, second] = [worldOf(lamps), worldOf(`${lamps}\n`)];
  expect(first.card.id).toMatch(/^own\/lamps-[0-9a-f]{8}$/);
  expect(second.card.id).not.toBe(first.card.id);
});

const step = 'step: (state, move) =>';
const wrong: readonly (readonly [what: string, source: string, about: string, said: RegExp])[] = [
  ['a slip of the pen', lamps.replace("'Lamps',", "'Lamps',,"), 'module', /SyntaxError.*line 2/],
  ['no export', 'const world = 1;', 'module', /nothing is exported: write export default/],
  ['an import', `import fs from 'fs';\n${lamps}`, 'module', /imports nothing/],
  ['waiting', `await new Promise(() => {});\n${lamps}`, 'module', /take out await/],
  ['a function that is missing', lamps.replace('solved:', 'finished:'), 'finished', /a world has no "finished"/],
  ['moves of different lengths', lamps.replace("'7'", "'17'"), 'moves', /all moves are equally long/],
  ['a throw', lamps.replace(step, `${step} nope() ||`), 'step', /threw ReferenceError.*\(line 5\)/],
  [
    'a loop without end',
    `${lamps.replace(step, `${step} bad() || `)}; function bad() { for (;;); }`,
    'step',
    /does not come to an end/,
  ],
  ['writing into the state', lamps.replace(step, `${step} (state[0] = 1) && `), 'step', /read-only/],
  ['a state that is no data', lamps.replace(step, `${step} new Map() || `), 'step', /plain data.*the state is a Map/],
  ['no return', lamps.replace(step, `${step} undefined && `), 'step', /got nothing: is there a return/],
  [
    'an unknown symbol',
    lamps.replace(" '-': 'dark'", " 'x': 'dark'"),
    'picture',
    /the symbol "-" is not among symbols/,
  ],
  ['rows of different lengths', lamps.replace("join('')]", "join(''), '-']"), 'picture', /rows of the same length/],
  [
    'chance of its own',
    lamps.replace('random() <', 'Math.random() <'),
    'start',
    /use the random that start\(\) is given/,
  ],
  ['a clock', lamps.replace('random() <', 'Date.now() <'), 'start', /Date is not defined|'Date' is not defined/],
  [
    'a memory between calls',
    `let count = 0;\n${lamps.replace('random() <', 'random() + (count++ % 3) / 9 <')}`,
    'start',
    /answers differently when asked again/,
  ],
  ['no way to the end', lamps.replace('state.every((lit) => !lit)', 'false'), 'start', /had no way to the end/],
  ['a score outside', lamps.replace('solved:', 'score: () => 2, solved:'), 'score', /from 0 to 1, got 2/],
  [
    'a wrong remaining',
    lamps.replace('solved:', 'remaining: () => 7, solved:'),
    'remaining',
    /expected that some move lowers it|expected 0 where solved/,
  ],
];

test.each(wrong)(
  'the check names what is wrong: %s',
  (_what, source, about, said) => {
    const { findings, world } = checkWorld(source, { quickjs, now: () => 0, problems: 10 });
    const problems = findings.filter(({ kind }) => kind === 'problem');
    expect(problems.map((one) => `${one.about}: ${one.what}`).join('\n')).toMatch(said);
    expect(problems.map((one) => one.about)).toContain(about);
    expect(world).toBeUndefined();
  },
  120_000,
);
