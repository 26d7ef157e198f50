// Worlds of Python packages without Python: what is asked of the sandbox is read, and answered as the package would.
import { expect, test } from 'vitest';
import type { ProgramResult } from '../../../learning/agents/program-runner';
import type { Environment } from '../../../learning/environments/environment';
import { worldSeed } from '../../../learning/environments/splits';
import { moduleOfSource, moduleOfText, openPythonMakers } from '../worker/makers';
import { imageById, isWheelOf, preludeOf } from './images';
import type { GameSource, QuestionsSource } from './world-source';

const sums: QuestionsSource = {
  kind: 'questions',
  image: 'reasoning-gym',
  name: 'chain_sum',
  sentence: 'Sums',
  config: { seed: 42, size: 60 },
  questions: Array.from({ length: 60 }, (_, index) => ({ index, question: `${index} + 1 =`, answer: `${index + 1}` })),
};
const guess: GameSource = {
  kind: 'game',
  image: 'textarena',
  name: 'GuessTheNumber-v0',
  sentence: 'Play.',
  players: 1,
  openings: Array.from({ length: 40 }, (_, seed) => ({ seed, player: 0, seen: 'Guess a number, like [7].' })),
};
const printed = (output: string): ProgramResult => ({ end: 'finished', output: `noise\n${output}\n`, why: 'finished' });

async function worldOn(source: QuestionsSource | GameSource): Promise<Environment> {
  const { world } = await openPythonMakers();
  return world?.(moduleOfSource(source)) as Environment;
}

test('an answer is scored by the package, which is asked for the entry by its place', async () => {
  const world = await worldOn(sums);
  const state = world.start(worldSeed('train', 3), {});
  const action = world.wording.read('I think <answer>5</answer>');
  const [request] = world.programs?.(state, action) ?? [];
  expect(request).toMatchObject({ language: 'python', image: 'reasoning-gym' });
  expect(request?.globals?.['arguments']).toMatchObject(['chain_sum', sums.config, expect.any(Number), '5']);
  const half = world.act(state, action, 1, [printed('0.5')]);
  expect(half).toMatchObject({ terms: { team: 0.5, legal: 1, progress: 0.5 }, solved: false, done: true });
  expect(world.act(state, action, 1, [printed('1.0')])).toMatchObject({ terms: { team: 1 }, solved: true });
  const opinion = world.wording.read('tool: 5');
  expect(world.act(state, opinion, 1, [printed('1.0')])).toMatchObject({ terms: { team: 0.5 }, done: false });
  expect(world.programs?.(state, world.wording.read(''))).toEqual([]);
});

test('an answer that cannot be scored scores 0, and why is told', async () => {
  const world = await worldOn(sums);
  const state = world.start(worldSeed('train', 0), {});
  const stopped: ProgramResult = { end: 'out-of-time', output: '', why: 'stopped after 10 s' };
  const { terms, why } = world.act(state, world.wording.read('5'), 1, [stopped]);
  expect(terms.team).toBe(0);
  expect(why).toBe('answered 5: not scored, stopped after 10 s');
});

test('V1: questions keep to their splits, and answers are read as they are written', async () => {
  const world = await worldOn(sums);
  const asked = (split: 'train' | 'test') =>
    Array.from({ length: world.problems?.(split, {}) ?? 0 }, (_, at) =>
      world.wording.describe(world.start(worldSeed(split, at), {})),
    );
  expect(asked('train').filter((one) => asked('test').includes(one))).toEqual([]);
  for (const answer of ['5', 'a: b', 'two\nlines', ' spaced ', '\\boxed{3}', '####4']) {
    const action = [{ answer }];
    expect(world.wording.read(world.wording.write(action))).toEqual(action);
  }
  expect(world.wording.read('so \\boxed{\\frac{1}{2}}')).toEqual([{ answer: '\\frac{1}{2}' }]);
});

test('a game is its seed and its actions; its reward comes at the end', async () => {
  const world = await worldOn(guess);
  const start = world.start(worldSeed('train', 1), {});
  const first = world.wording.read('3');
  expect(first).toEqual(['[3]']);
  const on = world.act(start, first, 1, [printed('{"seen": "Higher!", "done": false}')]);
  expect(on).toMatchObject({ done: false, terms: { team: 0, legal: 1 } });
  expect(world.programs?.(on.state, ['[9]'])[0]?.globals?.['arguments']).toMatchObject([
    'GuessTheNumber-v0',
    1,
    expect.any(Number),
    0,
    ['[3]', '[9]'],
  ]);
  const end = world.act(on.state, ['[9]'], 1, [printed('{"seen": "", "done": true, "reward": 0.75, "why": "close"}')]);
  expect(end).toMatchObject({ done: true, solved: false, terms: { team: 0.75 } });
  expect(world.programs?.(end.state, ['[9]'])).toEqual([]);
});

test('a model of few words is told the numbers of a game, and the words that are named', async () => {
  const world = await worldOn({ ...guess, words: { higher: 'U' } });
  const start = world.start(worldSeed('train', 1), {});
  expect(world.wording.describe(start)).toBe('7\n');
  const { state } = world.act(start, ['[3]'], 1, [printed('{"seen": "Go [Higher] than 3!", "done": false}')]);
  expect(world.wording.describe(state)).toBe('U 3\n');
});

test('a file that is no world says what is wrong with it', () => {
  expect(() => moduleOfText('{')).toThrow('is JSON');
  expect(() => moduleOfText('{"format":"grove-python-world","version":1,"kind":"questions"}')).toThrow('name');
  const { image: _, ...nobodys } = sums;
  expect(() => moduleOfText(moduleOfSource(nobodys).source)).toThrow('either a package or a text');
  expect(moduleOfText(moduleOfSource(sums).source).card).toEqual(moduleOfSource(sums).card);
});

test('wheels are known by their pins, and what is compiled is stood in for', () => {
  expect(isWheelOf('python-dateutil==4.0.0', 'python_dateutil-4.0.0-py3-none-any.whl')).toBe(true);
  expect(isWheelOf('sympy==1.14.0', 'sympy-1.13.0-py3-none-any.whl')).toBe(false);
  expect(preludeOf(imageById('reasoning-gym'))).toContain('"numpy"');
  expect(() => imageById('gym')).toThrow('known are reasoning-gym, textarena');
});
