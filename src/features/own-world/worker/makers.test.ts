// However many worlds are made, and however they end, the memory for the next one is there.
import { expect, test } from 'vitest';
import type { WorldModule } from '../../../learning/catalogue';
import { newInstance } from '../../../run/sandbox/quickjs';
import { openInterpreterFile } from '../cli/own-worlds';
import { worldInterpreter, worldMakers } from './makers';
import { moduleOf } from './own-world';
import { loadWorld } from './world-program';

/** A row of lamps, which takes some 30 MB. */
const heavy = (name: string, step = '') => `const kept = new ArrayBuffer(30_000_000);
export const world = {
  name: '${name}', sentence: 'Put out all lamps', title: 'path', moves: ['1', '2', '3', '4', '5', '6', '7'],
  symbols: { '*': { name: 'lit', look: 'text' }, '-': 'dark' },
  start: (random) => [1, 2, 3, 4, 5, 6, 7].map(() => random() < 0.5),
  step: (state, move) => { ${step} return state.map((lit, place) => (Math.abs(place + 1 - Number(move)) < 2 ? !lit : lit)); },
  solved: (state) => state.every((lit) => !lit),
  picture: (state) => [state.map((lit) => (lit ? '*' : '-')).join('')],
};`;

test('one heavy world after the other is made; one made long ago is played on, and a forgotten one is made again', async () => {
  const wasm = await openInterpreterFile();
  const describing = await worldInterpreter(wasm);
  const modules = Array.from({ length: 6 }, (_, edit): WorldModule => {
    const source = heavy(`Lamps ${edit}`);
    const loaded = loadWorld(describing, source);
    if ('faults' in loaded) throw new Error(loaded.faults[0]?.what);
    loaded.program.close();
    return moduleOf(loaded.program.description, source);
  });
  const { world } = await worldMakers(wasm);
  const make = (module: WorldModule) => world?.(module) as NonNullable<ReturnType<NonNullable<typeof world>>>;
  const worlds = modules.map(make);
  const begun = worlds.map((one) => one.start(3, {}));
  expect(worlds.map(({ card }) => card.id)).toEqual(modules.map(({ card }) => card.id));
  expect(make(modules[5]!)).toBe(worlds[5]);
  expect(make(modules[0]!)).not.toBe(worlds[0]);
  expect(make(modules[0]!).start(3, {})).toEqual(begun[0]);
  worlds.forEach((one, index) => {
    expect(one.start(3, {})).toEqual(begun[index]);
    expect(one.solve(begun[index])).toBeDefined();
  });
});

test('a program that was stopped, or closed, leaves no memory behind and begins afresh', async () => {
  const { quickjs } = await newInstance(await openInterpreterFile(), 64 * 2 ** 20);
  const loaded = loadWorld(quickjs, heavy('Stuck', "if (move === '7') for (;;);"));
  if ('faults' in loaded) throw new Error(loaded.faults[0]?.what);
  const { program } = loaded;
  const state = program.start({}, 1);
  const next = program.step(state, '1');
  for (let time = 0; time < 3; time++) {
    expect(() => program.step(state, '7')).toThrow('it does not come to an end');
    program.close();
    program.close();
    expect(program.step(state, '1')).toBe(next);
  }
  expect('program' in loadWorld(quickjs, heavy('Beside'))).toBe(true);
});
