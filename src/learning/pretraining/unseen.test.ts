import { expect, it } from 'vitest';
import { environmentById } from '../environments';
import type { EnvironmentSettings } from '../environments/environment';
import { worldSeed } from '../environments/splits';
import type { Piece } from './piece';
import { isUnseen, type ProblemsOfSplit, problemsPlayed, shownInPiece, shownInScene, unseenRows } from './unseen';

const sets = problemsPlayed(30);
const worlds: readonly [id: string, settings: EnvironmentSettings][] = [
  ['sokoban', { size: 6, boxes: 1 }],
  ['plan-path', { size: 10, blocked: 0.22 }],
  ['sudoku', { size: 4, blanks: 8 }],
  ['eight-queens', { size: 4, given: 0, closed: 3 }],
  ['blocksworld', { blocks: 4 }],
  ['maths', { level: 1 }],
  ['guide-and-walker', { size: 8, blocked: 0.15, farthest: 12 }],
  ['sokoban-for-two', { size: 6, boxes: 1, doors: 1, plates: 1 }],
];
const testProblem = (id: string) => {
  const environment = environmentById(id);
  const settings = worlds.find(([one]) => one === id)?.[1] ?? {};
  return environment.wording.describe(environment.start(worldSeed('test', 0), settings));
};
const linesOf = (words: string) => words.trimEnd().split('\n');
/** Worlds and splits of which the piece shows a problem. */
const shownBy = (piece: Piece) =>
  unseenRows(sets, new Set(shownInPiece(piece))).flatMap(({ world, split, shown }) =>
    shown > 0 ? [`${world} ${split} ${shown}`] : [],
  );

it('holds every world that is played, in four splits', () => {
  expect(new Set(sets.map(({ world }) => world)).size).toBe(16);
  expect(sets).toHaveLength(4 * 16);
  for (const { world, all, problems } of sets)
    expect(problems.length > 0 && all === problems.length < 30, world).toBe(true);
});

it('finds in the text no problem that is played, none twice and none in two splits', () => {
  const variants = worlds.map(([environment, settings]) => ({
    share: 1 / worlds.length,
    environment,
    settings,
    ...(environment === 'maths' ? { team: 'maths-tool-and-reasoner' } : {}),
  }));
  const shown = Array.from({ length: 60 }, (_, scene) => shownInScene(1, scene, { variants })).flat();
  expect(shown.length).toBeGreaterThan(200);
  expect(unseenRows(sets, new Set(shown)).filter((row) => !isUnseen(row))).toEqual([]);
});

it.each(worlds)('finds a problem of %s that was planted in a prompt', (id, settings) => {
  const name = [id, ...Object.entries(settings).map(([knob, value]) => `${knob} ${value}`)].join(' · ');
  const prompt = `${environmentById(id).wording.title} 2 moved\n${testProblem(id)}tool:`;
  expect(shownBy({ prompt, continuations: ['?'] })).toEqual([`${name} test 1`]);
});

it('finds it turned, as what a proposal leads to, and in a continuation', () => {
  const rows = linesOf(testProblem('sokoban'));
  const turned = [...(rows[0] ?? '')].map((_, column) => rows.map((row) => row[column]).join('')).reverse();
  const after = `sokoban 1 start\n-@$.\n----\n----\n----\ntool:push R 1\n${turned.join('\n')}\nran:R\nplan:`;
  expect(shownBy({ prompt: after, continuations: ['R'] })).toEqual(['sokoban · size 6 · boxes 1 test 1']);
  expect(shownBy({ prompt: 'sokoban 1 start\n', continuations: ['U', `${turned.join('\n')}\n`] })).toHaveLength(1);
});

it('finds stacks whose goal was named before, a map on which the agent moved, a sum the other way round', () => {
  const [at = '', need = ''] = linesOf(testProblem('blocksworld'));
  const stacks = `blocksworld 1 start\nat 1 2 3 4\n${need}\ntool:put 1 2\n${at}\nran:12\nplan:`;
  expect(shownBy({ prompt: stacks, continuations: ['need 2'] })).toEqual(['blocksworld · blocks 4 test 1']);

  const map = linesOf(testProblem('plan-path'));
  const row = map.findIndex((line) => line.includes('@'));
  const place = `at ${row} ${map[row]?.indexOf('@')}`;
  const elsewhere = map
    .map((line) => line.replace('@', '-'))
    .join('\n')
    .replace('-', '@');
  const walked = `map 1 start\n${elsewhere}\ntool:path 0 0 1 1\n${place}\nran:RD\nplan:`;
  expect(shownBy({ prompt: walked, continuations: ['RD'] })).toEqual(['plan-path · size 10 · blocked 0.22 test 1']);

  const sum = sets
    .find(({ world, split }) => world.startsWith('maths') && split === 'test')
    ?.problems.find((one) => /[+]/.test(one));
  const [, one, other] = /^\? = (\d+) \+ (\d+)$/.exec(sum ?? '') ?? [];
  expect(shownBy({ prompt: `maths 1\n? = ${other} + ${one}\ntool:`, continuations: ['add 1 2'] })).toEqual([
    'maths · level 1 test 1',
  ]);
});

it('counts problems that are there twice, and those of two splits', () => {
  const set = (split: ProblemsOfSplit['split'], problems: string[]) => ({ world: 'w', split, all: true, problems });
  const rows = unseenRows(
    [set('train', ['d']), set('validation', ['a', 'b', 'b']), set('test', ['a', 'c', 'd'])],
    new Set(['c']),
  );
  expect(rows.map(({ doubles, shared, shown }) => [doubles, shared, shown])).toEqual([
    [1, 1, 0],
    [0, 2, 1],
  ]);
});
