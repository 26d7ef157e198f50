// The packages in the sandbox say what they say in CPython, for the same seeds (e2e/foreign/python_worlds.py). Where
// the wheels are not on this computer, that is said aloud: npm run lab -- python-worlds fetch brings them.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { minutes, seconds } from '../../../headless/patience.mjs';
import { headlessSandbox } from '../../../headless/sandbox';
import { imageById } from '../shared/images';
import { askOrigin } from '../worker/ask-package';
import { findImage, missingWheels, wheelsFolder } from './wheels';

const sandbox = headlessSandbox({
  findImage,
  threads: 1,
  imageLimits: { timeMs: 120 * seconds, outputLength: 100_000 },
});
afterAll(() => sandbox.close());

type Golden = Readonly<Record<string, { readonly fault?: string } & Readonly<Record<string, unknown>>>>;
const goldenOf = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`./golden/${name}.json`, import.meta.url), 'utf8')) as Golden;

/** Prints what the golden file holds of each, a line each. A fault is one line too. */
const prelude = `
import absent, hashlib, json, world
digest = lambda value: hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]
def said(ask):
    absent.used.clear()
    try:
        found = ask()
        return {'fault': 'needs ' + ', '.join(absent.used)} if absent.used else found
    except BaseException as error:
        return {'fault': type(error).__name__ + ': ' + str(error)}
`;
const questions = `${prelude}
def asked(name):
    dataset = world.create_dataset(name, seed=42, size=3)
    entries = [dataset[index] for index in range(3)]
    scores = [[world.score_of(dataset, answer, entry) for answer in (entry['answer'], '7', '', entries[index - 1]['answer'])]
        for index, entry in enumerate(entries)]
    return {'asked': digest([[entry['question'], entry['answer']] for entry in entries]), 'scores': scores}
print('\\n' + json.dumps(said(lambda: asked(name))))
`;
const games = `${prelude}
def played():
    result = world.play(id, players, 42, actions)
    return {'seen': digest(result['seen']), 'rewards': result.get('rewards')}
print('\\n' + json.dumps(said(played)))
`;

async function ask(image: string, source: string, globals: object): Promise<Record<string, unknown>> {
  const request = { language: 'python' as const, image, source, globals: { ...globals }, seed: 0 };
  const [result] = await sandbox.run([request]);
  if (result?.end !== 'finished') return { fault: result?.why ?? 'nothing was run' };
  return JSON.parse(result.output.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

const missing = { questions: await pinsMissing('reasoning-gym'), games: await pinsMissing('textarena') };
async function pinsMissing(image: string): Promise<readonly string[]> {
  return missingWheels(imageById(image));
}
for (const [what, wheels] of Object.entries(missing))
  if (wheels.length > 0)
    console.warn(`NOT RUN: ${what} against CPython – ${wheelsFolder()} lacks ${wheels.join(', ')}`);

test.skipIf(missing.questions.length > 0)(
  'at least 80 data sets of reasoning-gym ask and score as in CPython',
  { timeout: 8 * minutes },
  async () => {
    const golden = Object.entries(goldenOf('questions')).filter(([, { fault }]) => fault === undefined);
    const others: string[] = [];
    for (const [name, expected] of golden) {
      const found = await ask('reasoning-gym', questions, { name });
      if (JSON.stringify(found) !== JSON.stringify(expected)) others.push(`${name}: ${found['fault'] ?? 'differs'}`);
    }
    console.info(
      `${golden.length - others.length} of ${golden.length} data sets as in CPython; not ${others.join('; ')}`,
    );
    expect(golden.length - others.length).toBeGreaterThanOrEqual(80);
  },
);

test.skipIf(missing.games.length > 0)(
  'at least 20 games of TextArena go as in CPython under the same actions',
  { timeout: 8 * minutes },
  async () => {
    const golden = Object.entries(goldenOf('games')).filter(([, { fault }]) => fault === undefined);
    const others: string[] = [];
    for (const [name, { actions, ...expected }] of golden) {
      const [id, players] = name.split(' ');
      const found = await ask('textarena', games, { id, players: Number(players), actions });
      if (JSON.stringify(found) !== JSON.stringify(expected)) others.push(`${name}: ${found['fault'] ?? 'differs'}`);
    }
    console.info(`${golden.length - others.length} of ${golden.length} games as in CPython; not ${others.join('; ')}`);
    expect(golden.length - others.length).toBeGreaterThanOrEqual(20);
  },
);

test.skipIf(missing.games.length > 0)(
  'an action that was illegal is told of once, not at every later one',
  async () => {
    const after = (...actions: readonly string[]) =>
      askOrigin(sandbox, { image: 'textarena' }, 'play_on', 'GuessTheNumber-v0', 1, 1, 0, actions);
    expect(await after()).toMatchObject({ invalid: false });
    expect(await after('[90]')).toMatchObject({ invalid: true, done: false });
    expect(await after('[90]', '[7]')).toMatchObject({ invalid: false, done: false });
    expect(await after('[90]', '[90]')).toMatchObject({ invalid: true, done: true });
  },
);
