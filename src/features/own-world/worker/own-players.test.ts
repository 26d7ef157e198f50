// An author's world of several players keeps the contract of such worlds, and what is wrong with a player is told of
// it.
import { readFileSync } from 'node:fs';
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { rngFrom } from '../../../basics/rng';
import { teamsFor } from '../../../learning/agents';
import type { Environment } from '../../../learning/environments/environment';
import { ceilingsOf, worldOf } from '../../../learning/environments/players';
import { openInterpreterFile } from '../cli/own-worlds';
import { checkWorld } from './check-world';
import { worldInterpreter } from './makers';
import { moduleOf, ownWorld } from './own-world';
import { loadWorld } from './world-program';

let quickjs: QuickJSWASMModule;
beforeAll(async () => {
  quickjs = await worldInterpreter(await openInterpreterFile());
});

function worldFrom(source: string): Environment {
  const loaded = loadWorld(quickjs, source);
  if ('faults' in loaded) throw new Error(JSON.stringify(loaded.faults));
  return ownWorld(loaded.program, moduleOf(loaded.program.description, source)) as Environment;
}

const tutorial = readFileSync(new URL('../../../learning/environments/your-own-world.md', import.meta.url), 'utf8');
const boat = /^```javascript\n([\s\S]*?)^```$/m.exec(tutorial)?.[1] ?? '';
/** Two sums that have to be brought to nought, one by each player; without a word between them, and searched. */
const sums = `export default {
  name: 'Two sums', sentence: 'Bring both sums to nought', title: 'path', symbols: { '-': 'minus', ...Object.fromEntries([...'0123456789'].map((one) => [one, one])) },
  players: [
    { id: 'one', name: 'First', sentence: 'Counts the first sum', moves: ['1', '2'], ceiling: () => 0 },
    { id: 'two', name: 'Second', sentence: 'Counts the second sum', moves: ['1', '3'], ceiling: (start, { turns }) => 1 / turns },
  ],
  start: (random) => [1 + random.integer(20), 1 + random.integer(20)],
  step: (state, move, player) => state.map((left, at) => (at === (player === 'one' ? 0 : 1) && left >= move ? left - move : left)),
  solved: ([one, two]) => one + two === 0,
  picture: (state) => [state.map((left) => String(left).padStart(2, '0')).join('-')],
};`;

describe.each([
  ['boat', boat],
  ['sums', sums],
])('a world of several from a module: %s', (_name, source) => {
  test('actions survive words, say whose they are and do as they say; nobody makes another’s moves', () => {
    const world = worldFrom(source);
    const rng = rngFrom('own players');
    for (let seed = 0; seed < 12; seed++) {
      const state = world.start(seed, {});
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      for (const { id } of world.card.players ?? []) {
        const { legal, wording, random, act } = worldOf(world, id);
        expect(legal(state).length).toBeGreaterThan(0);
        for (const action of [...legal(state), random(state, 20, rng.number)]) {
          expect(action).toMatchObject({ player: id });
          expect(wording.read(wording.write(action))).toEqual(action);
          expect(world.wording.read(world.wording.write(action))).toEqual(action);
        }
        for (const action of legal(state)) expect(act(state, action, 12).state).not.toEqual(state);
        for (const junk of [
          { player: 'three', moves: ['U', '1'] },
          { player: id, moves: ['X'] },
          { player: id },
          'UR',
          null,
        ])
          expect(act(state, junk, 12)).toMatchObject({ state, terms: { legal: 0, progress: 0 } });
      }
    }
  });

  test('the players’ solvers come to the end together; its team is theirs, and no other', () => {
    const world = worldFrom(source);
    let state = world.start(4, {});
    for (let turn = 0; turn < 4; turn++)
      for (const { id } of world.card.players ?? []) {
        const action = worldOf(world, id).solve(state);
        if (action !== undefined) state = world.act(state, action, 20).state;
      }
    expect(world.solved(state)).toBe(true);
    expect(teamsFor(world.card)).toMatchObject([
      { id: `${world.card.id}-team`, roles: world.card.players?.map(({ id }) => ({ player: id })) },
    ]);
  });
});

test('a message is as long as its player may say, and the others meet it in the world alone', () => {
  const world = worldFrom(boat);
  const state = world.start(0, {});
  const [one, two] = [worldOf(world, 'lighthouse'), worldOf(world, 'boat')];
  expect(world.card.players).toMatchObject([{ speaks: true }, { id: 'boat' }]);
  expect(world.players?.['lighthouse']?.says?.(state)).toEqual({ symbols: ['U', 'D', 'L', 'R'], length: 8 });
  const said = one.act(state, one.wording.read('ULULULULDD'), 12);
  expect(said).toMatchObject({ excess: 2, terms: { progress: 0 } });
  expect(two.wording.describe(said.state)).toBe('ULULULUL\n');
  expect(two.wording.describe(state)).toBe('?\n');
  expect(one.wording.describe(state)).toBe(world.wording.describe(state));
});

test('a ceiling is stated where all players have one', () => {
  const [foggy, open] = [worldFrom(boat), worldFrom(sums)];
  const limits = { turns: 4, moveBudget: 12 };
  expect(ceilingsOf(foggy, foggy.start(0, {}), limits)).toBeUndefined();
  expect(ceilingsOf(open, open.start(0, {}), limits)).toEqual({ one: 0, two: 0.25 });
  expect(open.card.openInformation).toMatch(/\.$/);
  expect(foggy.card.openInformation).toBeUndefined();
});

const wrong: readonly (readonly [what: string, source: string, about: string, said: RegExp])[] = [
  ['no id', boat.replace("id: 'boat'", "id: 'Boat 2'"), 'players[1].id', /one word in small letters/],
  ['one id twice', boat.replace("id: 'boat'", "id: 'lighthouse'"), 'players', /an id of its own/],
  ['one player', sums.replace(/ {4}\{ id: 'two'.*\n/, ''), 'players', /a list of 2 to 6/],
  ['moves of the world', boat.replace('players:', "moves: ['U'], players:"), 'moves', /write it there/],
  ['neither moves nor says', boat.replace('says: {', 'speak: {'), 'lighthouse', /expected moves, or says/],
  ['an endless message', boat.replace('length: 8', 'length: 80'), 'lighthouse.says', /length: 1 to 12/],
  ['an unknown part', boat.replace('alike:', 'hidden:'), 'boat.hidden', /a player has no "hidden"/],
  [
    'a view that tells too much',
    boat
      .replace("heard || '?'", "heard || 'UDLR'[port[0] % 4]")
      .replace('({ heard }) => [heard ||', '({ heard, port }) => [heard ||'),
    'boat.picture',
    /looks different to this player/,
  ],
  [
    'alike that hides nothing',
    boat.replace('port: random.pick(places)', ''),
    'boat.alike',
    /only gave back equal states/,
  ],
  [
    'a symbol of nobody',
    boat.replace("[heard || '?']", "[heard || '!']"),
    'boat.picture',
    /the symbol "!" is not among symbols/,
  ],
  [
    'an answer outside its moves',
    boat.replace('[...heard]', "['X']"),
    'boat.solve',
    /a list of its own moves or symbols/,
  ],
  ['solvers that do not meet', boat.replace('[...heard]', '[]'), 'players', /they are not there after 20 turns/],
  ['a ceiling above 1', sums.replace('() => 0', '() => 2'), 'one.ceiling', /a chance from 0 to 1, got 2/],
  [
    'a move without use',
    sums.replace("'1', '3'", "'1', '9'").replace('left >= move', 'move < 9 && left >= move'),
    'two',
    /never changed anything by 9/,
  ],
];

test.each(wrong)('the check names what is wrong with players: %s', (_what, source, about, said) => {
  const { findings } = checkWorld(source, { quickjs, now: () => 0, problems: 10 });
  const told = findings.filter(({ kind }) => kind !== 'ok').map((one) => `${one.about}: ${one.what}`);
  expect(told.join('\n')).toMatch(said);
  expect(
    told.some((one) => one.startsWith(`${about}: `)),
    told.join('\n'),
  ).toBe(true);
});
