import { afterAll, describe, expect, test } from 'vitest';
import { present } from '../basics/check';
import type { ProgramLanguage, ProgramRequest } from '../learning/agents/program-runner';
import { deafPrograms, hostilePrograms, ordinary } from '../run/sandbox/hostile-programs.test-data';
import { seconds } from './patience.mjs';
import { headlessSandbox } from './sandbox';
import { sharedThreads } from './shared-threads.fixture';

const languages: readonly ProgramLanguage[] = ['javascript', 'python'];
const given = { globals: { given: [1, 5, 2] }, stdin: 'hello\nthere' };

const threads = sharedThreads();
/** For programs that take all the time there is, for those that hear no clock either, and for those that shall not be
 *  short of time. */
const hasty = threads.sandbox({ limits: { timeMs: Math.max(400, 0.1 * seconds) }, graceMs: 4 * seconds });
const strict = threads.sandbox({ limits: { timeMs: 0.4 * seconds }, graceMs: seconds });
const patient = threads.sandbox({ limits: { timeMs: 10 * seconds } });
afterAll(threads.close);

const one = async (request: ProgramRequest, where = patient) =>
  present((await where.run([request]))[0], 'a result for a request');

describe.each(languages)('a program in %s', (language) => {
  const run = (source: string, more: Partial<ProgramRequest> = {}) => one({ language, source, seed: 1, ...more });
  const words = {
    javascript: {
      chance: 'console.log(Math.random(), Math.random())',
      time: 'console.log(Date.now(), new Date().toString(), new Date(2025, 6, 1).getTime())',
      lines: 'let line; while ((line = readLine()) !== null) console.log(line)',
      fault: '\n\nmissing.thing',
    },
    python: {
      chance:
        'import random, os, uuid\nprint(random.random(), random.Random().random(), os.urandom(4), uuid.uuid4(), set("abc"))',
      time: 'import time, datetime\nprint(time.time(), time.monotonic(), datetime.datetime.now(), time.localtime())\ntime.sleep(100)',
      lines: 'import sys\nfor line in sys.stdin: print(line.rstrip())',
      fault: '\n\nmissing.thing',
    },
  }[language];

  test('prints what it computes from its globals and its input', async () => {
    const result = await run(ordinary[language].source, given);
    expect(result).toEqual({ end: 'finished', why: 'finished', output: ordinary[language].output });
  });

  test('reads its input line by line', async () => {
    expect((await run(words.lines, given)).output).toBe('hello\nthere\n');
  });

  test('draws its chance from its seed alone', async () => {
    const [first, again, other] = [
      await run(words.chance),
      await run(words.chance),
      await run(words.chance, { seed: 2 }),
    ];
    expect(first.end).toBe('finished');
    expect(again).toEqual(first);
    expect(other.output).not.toBe(first.output);
  });

  test('lives at one instant, in Greenwich, and sleeps for nothing', async () => {
    const result = await run(words.time);
    expect(result.end).toBe('finished');
    expect(result.output).toMatch(
      language === 'python' ? /^1735689600.0 0.0 2025-01-01 00:00:00 / : /^1735689600000 Wed Jan 01 2025/,
    );
    expect(await run(words.time)).toEqual(result);
  });

  test('is told where it failed', async () => {
    expect((await run(words.fault)).why).toMatch(/(ReferenceError|NameError): .*missing.* \(line 3\)/);
  });

  test('that cannot be handed over fails with the reason', async () => {
    expect((await run('1', { globals: { big: 1n } })).why).toMatch(/could not be handed over: .*BigInt/);
  });
});

test('Python sleeps in asyncio in the order of its waits', async () => {
  const source = `import asyncio
async def say(seconds):
  await asyncio.sleep(seconds)
  print(seconds)
async def main(): await asyncio.gather(say(30), say(10), say(20))
asyncio.run(main())`;
  expect(await one({ language: 'python', source, seed: 1 })).toMatchObject({ end: 'finished', output: '10\n20\n30\n' });
});

test('JavaScript’s timers fire in the order of their waits', async () => {
  const source =
    'for (const wait of [30, 10, 20]) setTimeout((n) => console.log(n), wait, wait); Promise.resolve().then(() => console.log(0))';
  expect(await one({ language: 'javascript', source, seed: 1 })).toMatchObject({
    end: 'finished',
    output: '0\n10\n20\n30\n',
  });
});

describe.each(languages)('hostile programs in %s', (language) => {
  const programs = hostilePrograms.filter((program) => program.language === language);
  test.each(programs)('$name', async ({ source, end, why, output }) => {
    const where = end === 'out-of-time' ? hasty : patient;
    const result = await one({ language, source, seed: 1 }, where);
    expect(result, result.why).toMatchObject({ end, ...(output === undefined ? {} : { output }) });
    if (why) expect(result.why).toMatch(why);
    expect(result.output.length).toBeLessThanOrEqual(20_000);
    const after = await one({ language, source: ordinary[language].source, seed: 1, ...given });
    expect(after).toEqual({ end: 'finished', why: 'finished', output: ordinary[language].output });
  });

  test('leave nothing in the thread that leads out of it', async () => {
    expect(await (await threads.start(language)).openDoors()).toEqual([]);
  });
});

test.each(deafPrograms)('$language: $name is ended with its thread, and another takes over', async (program) => {
  const { language, source } = program;
  expect((await one({ language, source, seed: 1 }, strict)).end).toBe('out-of-time');
  const next = await one({ language, source: ordinary[language].source, seed: 1, ...given }, strict);
  expect(next.output).toBe(ordinary[language].output);
});

test('the headless sandbox starts its own threads', async () => {
  const sandbox = headlessSandbox({ threads: 2 });
  const sources = ['print(1)', 'print(2)', 'print(3)'];
  const results = await sandbox.run(sources.map((source) => ({ language: 'javascript', source, seed: 1 })));
  expect(results.map(({ output }) => output)).toEqual(['1\n', '2\n', '3\n']);
  sandbox.close();
});
