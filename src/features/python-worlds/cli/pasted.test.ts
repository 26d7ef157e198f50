// Pasted texts in the real sandbox: a class with Gymnasium's methods, one with PettingZoo's, a data set with a rubric.
import { afterAll, expect, test } from 'vitest';
import { seconds } from '../../../headless/patience.mjs';
import { headlessSandbox } from '../../../headless/sandbox';
import type { Environment } from '../../../learning/environments/environment';
import { worldSeed } from '../../../learning/environments/splits';
import { aecExample, classExample, rubricExample } from '../shared/examples';
import { lookInto } from '../worker/ask-package';
import { makeWorld } from '../worker/make-world';
import { moduleOfSource, moduleOfText, openPythonMakers } from '../worker/makers';

const sandbox = headlessSandbox({ threads: 1, limits: { timeMs: 10 * seconds } });
afterAll(() => sandbox.close());

const worldOf = async (source: Parameters<typeof moduleOfSource>[0]) => {
  const module = moduleOfText(moduleOfSource(source).source);
  return (await openPythonMakers()).world?.(module) as Environment;
};

/** Plays an action as the rollouts do. */
async function played(world: Environment, state: unknown, words: string) {
  const action = world.wording.read(words);
  return world.act(state, action, 1, await sandbox.run(world.programs?.(state, action) ?? []));
}

test('a class with reset and step is played from its seed, and says which actions are legal', async () => {
  expect(await lookInto(sandbox, classExample)).toMatchObject({ kind: 'game', name: 'Lock', players: 1, tried: 8 });
  const { source } = await makeWorld(sandbox, { code: classExample }, { seed: 1, size: 40 });
  const world = await worldOf(source);
  const start = world.start(worldSeed('train', 0), {});
  expect(world.legal(start)).toEqual([['0'], ['1'], ['2'], ['3'], ['4'], ['5'], ['6'], ['7'], ['8'], ['9']]);
  const none = await played(world, start, 'x');
  expect(none).toMatchObject({ done: false, terms: { legal: 0 } });
  let state: unknown = none.state;
  for (let digit = 0; digit < 10; digit++) {
    const outcome = await played(world, state, `${digit}`);
    state = outcome.state;
    if (!outcome.done) continue;
    expect([0, 1]).toContain(outcome.terms.team);
    return;
  }
  expect.unreachable('the lock ends within ten digits');
});

test('a class for two plays the other one at random, and wins and losses lie in [0, 1]', async () => {
  expect(await lookInto(sandbox, aecExample)).toMatchObject({ kind: 'game', name: 'Nim', players: 2, ended: 8 });
  const { source } = await makeWorld(sandbox, { code: aecExample }, { seed: 1, size: 40 });
  const openings = source.kind === 'game' ? source.openings : [];
  expect(new Set(openings.map(({ player }) => player))).toEqual(new Set([0, 1]));
  const world = await worldOf(source);
  let state: unknown = world.start(worldSeed('train', 1), {});
  let reward: number | undefined;
  while (reward === undefined) {
    const outcome = await played(world, state, '1');
    state = outcome.state;
    if (outcome.done) reward = outcome.terms.team;
  }
  expect([0, 1]).toContain(reward);
});

test('a data set with a rubric asks its questions, and the rubric scores whole texts', async () => {
  expect(await lookInto(sandbox, rubricExample)).toEqual({
    kind: 'questions',
    name: 'questions',
    sentence: '',
    count: 45,
  });
  const { source, left } = await makeWorld(sandbox, { code: rubricExample }, { seed: 1, size: 200 });
  expect(left).toBe(0);
  const world = await worldOf(source);
  const state = world.start(worldSeed('train', 0), {}) as { readonly answer: string };
  expect((await played(world, state, state.answer)).terms.team).toBe(1);
  const bare = /\d+/.exec(state.answer)?.[0] ?? '';
  expect((await played(world, state, bare)).terms.team).toBeLessThan(1);
});

test.each([
  ['class A:\n  def reset(self, seed): pass', /there is no class with reset and step/],
  ['import numpy', /ModuleNotFoundError: No module named 'numpy' \(line 1\)/],
  ['x = (', /SyntaxError: '\(' was never closed \(line 1\)/],
  [
    classExample.replace('self.np_random.integers(10)', 'nobody'),
    /NameError: name 'nobody' is not defined \(line \d+\)/,
  ],
  [classExample.replace('self.np_random.integers(10)', '__import__("secrets").randbelow(10)'), /two different games/],
  [classExample.replace('return seen, reward, True, False, {}', 'return seen, 5, True, False, {}'), /beyond 0 to 1/],
  ['dataset = [{"question": "1 + 1", "answer": "2"}]', /neither a rubric nor a function reward/],
])('a text that is wrong says what and where: %#', async (code, why) => {
  await expect(lookInto(sandbox, code)).rejects.toThrow(why);
});
