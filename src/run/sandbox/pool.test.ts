import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProgramRequest } from '../../learning/agents/program-runner';
import { boundedOutput, whyOf } from './limits';
import { type SandboxSettings, sandboxOf } from './pool';
import type { SandboxThread } from './sandbox-thread';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const limits = { timeMs: 100, memoryBytes: 2 ** 20, outputLength: 10 };
const asks = (...sources: string[]): ProgramRequest[] =>
  sources.map((source) => ({ language: 'javascript', source, seed: 1 }));

/** Threads whose programs are words: "never" does not answer, "break" breaks the thread, anything else is printed after
 *  10 ms. */
function scripted(settings: Partial<SandboxSettings> = {}) {
  const told = { started: 0, stopped: 0, most: 0, running: 0 };
  const start = async (): Promise<SandboxThread> => {
    told.started++;
    return {
      run: ({ source }) =>
        new Promise((resolve, reject) => {
          told.most = Math.max(told.most, ++told.running);
          if (source === 'break') reject(new Error('gone'));
          if (source === 'never') return;
          setTimeout(() => {
            told.running--;
            resolve({ end: 'finished', output: source, why: 'finished' });
          }, 10);
        }),
      stop: () => {
        told.stopped++;
      },
    };
  };
  return { told, sandbox: sandboxOf({ start, threads: 2, limits, graceMs: 50, idleMs: 1000, ...settings }) };
}

async function finished<T>(promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(900);
  return promise;
}

test('nothing is started before the first program', () => {
  expect(scripted().told.started).toBe(0);
});

test('results stand in the order of their requests, on no more threads than allowed', async () => {
  const { sandbox, told } = scripted();
  const results = await finished(sandbox.run(asks('a', 'b', 'c', 'd', 'e')));
  expect(results.map(({ output }) => output)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(told).toMatchObject({ started: 2, most: 2, stopped: 0 });
});

test('threads are used again', async () => {
  const { sandbox, told } = scripted({ threads: 1 });
  await finished(sandbox.run(asks('a')));
  await finished(sandbox.run(asks('b')));
  expect(told.started).toBe(1);
});

test('a program that does not answer ends with its thread; the next one gets another', async () => {
  const { sandbox, told } = scripted({ threads: 1 });
  const [lost, next] = await finished(sandbox.run(asks('never', 'b')));
  expect(lost).toEqual({ end: 'out-of-time', output: '', why: 'stopped after 0.1 s' });
  expect(next?.output).toBe('b');
  expect(told).toMatchObject({ started: 2, stopped: 1 });
});

test('a thread that breaks costs its program only', async () => {
  const { sandbox } = scripted({ threads: 1 });
  const [lost, next] = await finished(sandbox.run(asks('break', 'b')));
  expect(lost).toMatchObject({ end: 'failed', why: 'its sandbox broke: gone' });
  expect(next?.output).toBe('b');
});

test('an interpreter that cannot be loaded fails every program with the reason, and is tried again', async () => {
  let there = false;
  const thread: SandboxThread = {
    run: async ({ source }) => ({ end: 'finished', output: source, why: 'finished' }),
    stop: () => {},
  };
  const sandbox = sandboxOf({
    threads: 2,
    start: async () => {
      if (!there) throw new Error('no network');
      return thread;
    },
  });
  const failed = await finished(sandbox.run(asks('a', 'b', 'c')));
  for (const result of failed) expect(result.why).toBe('JavaScript programs cannot run here: no network');
  there = true;
  expect((await finished(sandbox.run(asks('a'))))[0]?.output).toBe('a');
});

test('threads are given back after a while without programs', async () => {
  const { sandbox, told } = scripted();
  await finished(sandbox.run(asks('a', 'b')));
  expect(told.stopped).toBe(0);
  await vi.advanceTimersByTimeAsync(1100);
  expect(told.stopped).toBe(2);
  expect((await finished(sandbox.run(asks('c'))))[0]?.output).toBe('c');
});

test('closing ends what runs and what waits, with the reason', async () => {
  const { sandbox, told } = scripted({ threads: 1 });
  const results = sandbox.run(asks('a', 'b'));
  await vi.advanceTimersByTimeAsync(1);
  sandbox.close();
  for (const { why } of await finished(results)) expect(why).toBe('the sandbox was closed');
  expect(told.stopped).toBe(1);
});

test('closing while an interpreter starts stops it once it is there', async () => {
  let arrive: ((thread: SandboxThread) => void) | undefined;
  let stopped = 0;
  const sandbox = sandboxOf({ start: () => new Promise((resolve) => (arrive = resolve)) });
  const results = sandbox.run(asks('a'));
  sandbox.close();
  arrive?.({ run: () => Promise.reject(new Error('never asked')), stop: () => stopped++ });
  expect((await finished(results))[0]?.why).toBe('the sandbox was closed');
  expect(stopped).toBe(1);
});

test('output is cut at its limit, never through a character', () => {
  const output = boundedOutput(4);
  expect(output.add('ab')).toBe(true);
  expect(output.add('c😀')).toBe(false);
  expect(output.add('x')).toBe(false);
  expect(output.text()).toBe('abc');
});

test('half a character is replaced', () => {
  const output = boundedOutput(4);
  output.add('\ud800a');
  expect(output.text()).toBe('\ufffda');
  expect(whyOf('failed', limits, '\ud800 broke\nin the middle')).toBe('\ufffd broke');
});

test('programs that need packages have threads and limits of their own', async () => {
  const asked: (string | undefined)[] = [];
  const seen: number[] = [];
  const sandbox = sandboxOf({
    limits,
    imageLimits: { timeMs: 500 },
    start: async (_, image) => {
      asked.push(image);
      return {
        run: async ({ source }, { timeMs }) => {
          seen.push(timeMs);
          return { end: 'finished', output: source, why: 'finished' };
        },
        stop: () => {},
      };
    },
  });
  const [bare] = asks('bare');
  const results = await finished(sandbox.run([bare as ProgramRequest, { ...(bare as ProgramRequest), image: 'sums' }]));
  expect(results.map(({ output }) => output)).toEqual(['bare', 'bare']);
  expect(asked).toEqual([undefined, 'sums']);
  expect(seen).toEqual([limits.timeMs, 500]);
  sandbox.close();
});
