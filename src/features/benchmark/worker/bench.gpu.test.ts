// What can be wrong about a benchmark without any GPU: medians, what counts as agreement, when a measurement ends, what
// a failure does.
import { describe, expect, it } from 'vitest';
import { agreement } from './agreement';
import { type CaseTools, measureCase } from './case';
import type { Contestant, Outcomes, ProductTask, Trial } from './contestant';
import { measure, median } from './measure';
import { casesFor, reachOf, rowNames, shapeOf } from './shapes';
import { tableLines } from './table';
import { randomModel } from './tasks';

/** A trial whose runs take these milliseconds of a clock of its own; the last one for ever. */
function scripted<Outcome>(runMs: readonly number[], outcome: Outcome) {
  let nowMs = 0;
  const log: string[] = [];
  let run = 0;
  const trial: Trial<Outcome> = {
    run: async (times) => {
      for (let time = 0; time < times; time++) nowMs += runMs[Math.min(run, runMs.length - 1)] ?? 0;
      run++;
      log.push(`run ${times}`);
    },
    outcome: async () => {
      log.push('outcome');
      return outcome;
    },
    close: () => void log.push('close'),
  };
  return { trial, log, now: () => nowMs };
}

const never = new AbortController().signal;

describe('a measurement', () => {
  it('warms up, asks for the outcome once, takes the median of five', async () => {
    const { trial, log, now } = scripted([900, 200, 300, 250, 210, 220], 'done');
    expect(await measure(trial, { now, software: true, signal: never })).toEqual({
      medianMs: 220,
      runs: 5,
      outcome: 'done',
    });
    expect(log).toEqual(['run 1', 'outcome', 'run 1', 'run 1', 'run 1', 'run 1', 'run 1', 'close']);
  });

  it('hands on what the trial says of its runs', async () => {
    const { trial, now } = scripted([10], 'done');
    const telling = { ...trial, note: () => 'longest submission 9 ms' };
    expect((await measure(telling, { now, software: true, signal: never })).note).toBe('longest submission 9 ms');
  });

  it('repeats a short task within a run', async () => {
    const { trial, log, now } = scripted([50, 10], 'done');
    expect((await measure(trial, { now, software: false, signal: never })).medianMs).toBe(10);
    expect(log).toEqual(['run 1', 'outcome', 'run 1', ...Array.from({ length: 5 }, () => 'run 10'), 'close']);
  });

  it('is content with the first run where that takes very long', async () => {
    const { trial, log, now } = scripted([50_000], 'done');
    expect(await measure(trial, { now, software: true, signal: never })).toEqual({
      medianMs: 50_000,
      runs: 0,
      outcome: 'done',
    });
    expect(log).toEqual(['run 1', 'outcome', 'close']);
  });

  it('stops between runs when it is cancelled, and frees what it held', async () => {
    const { trial, log, now } = scripted([10], 'done');
    await expect(
      measure(trial, { now, software: true, signal: AbortSignal.abort(new Error('cancelled')) }),
    ).rejects.toThrow('cancelled');
    expect(log).toEqual(['close']);
  });

  it('says what a card leaves to the processor, where that is counted', async () => {
    const { trial, now } = scripted([1000], 'done');
    const cpuMs = () => 0.08 * now();
    expect((await measure(trial, { now, software: false, signal: never, cpuMs })).cpuShare).toBeCloseTo(0.08);
    expect((await measure(trial, { now, software: true, signal: never, cpuMs })).cpuShare).toBeUndefined();
  });

  it('has a median of few and of even many', () => {
    expect([median([3]), median([4, 1]), median([5, 1, 3]), median([4, 1, 3, 2])]).toEqual([3, 2.5, 3, 2.5]);
  });
});

describe('agreement', () => {
  it('of products is relative to the largest number', () => {
    const ours = Float32Array.of(100, 1);
    expect(agreement.product(ours, Float32Array.of(100, 1.005)).agrees).toBe(true);
    expect(agreement.product(ours, Float32Array.of(100, 1.05)).agrees).toBe(false);
    expect(agreement.product(ours, Float32Array.of(100)).agrees).toBe(false);
    expect(agreement.product(ours, Float32Array.of(100, Number.NaN)).agrees).toBe(false);
  });

  it('of answers is the share of equal tokens', () => {
    expect(agreement.decode([[1, 2, 3, 4]], [[1, 2, 3, 5]])).toEqual({
      agrees: false,
      compared: '75.0 % of 4 tokens match',
    });
    expect(agreement.decode([[1, 2]], [[1, 2]]).agrees).toBe(true);
  });

  it('of steps looks at the loss and at every gradient', () => {
    const step = (loss: number, gradient: number): Outcomes['step'] => ({
      loss,
      moment1: new Map([
        ['a', Float32Array.of(1, gradient)],
        ['b', Float32Array.of(0.5)],
      ]),
    });
    expect(agreement.step(step(2, 0.5), step(2.001, 0.5005)).agrees).toBe(true);
    expect(agreement.step(step(2, 0.5), step(2.1, 0.5)).agrees).toBe(false);
    expect(agreement.step(step(2, 0.5), step(2, 0.6)).agrees).toBe(false);
    expect(() => agreement.step(step(2, 0.5), { loss: 2, moment1: new Map() })).toThrow('no gradient of a');
  });
});

describe('a row', () => {
  const contestant = (name: string, product: Contestant['product']): Contestant => ({
    name,
    version: '1',
    product,
    decode: `${name} does not decode`,
    step: `${name} does not train`,
  });
  /** All share one clock, which only runs move. */
  function tools(ours: (task: ProductTask) => Float32Array, theirs: Contestant['product']): CaseTools {
    let nowMs = 0;
    const taking = (ms: number, answer: (task: ProductTask) => Float32Array) => async (task: ProductTask) => ({
      run: async (times: number) => {
        nowMs += ms * times;
      },
      outcome: async () => answer(task),
      close: () => {},
    });
    return {
      now: () => nowMs,
      software: true,
      signal: never,
      ours: contestant('ours', taking(1000, ours)),
      peers: [
        contestant('good', taking(3000, ours)),
        contestant(
          'wrong',
          taking(500, () => Float32Array.of(0, 0, 0, 0)),
        ),
        contestant('failing', theirs),
        contestant('unable', 'it has no products'),
      ],
      modelOf: () => randomModel('none', {}),
      late: () => false,
      onContestant: () => {},
    };
  }
  const product = { name: 'product-1024', kind: 'product', m: 2, k: 3, n: 2 } as const;
  const answer = () => Float32Array.of(1, 2, 3, 4);

  it('has ratio and agreement of every peer, and the reason where there is none', async () => {
    const failing = async () => {
      throw new Error('no such kernel');
    };
    const row = await measureCase(product, tools(answer, failing));
    expect(row).toMatchObject({ name: 'product-1024', shape: '2 × 3 × 2', unit: 'GFLOP/s' });
    expect(row.ours).toBeCloseTo(24e-9);
    expect(row.peers.map(({ name, ratio, agrees }) => [name, ratio, agrees])).toEqual([
      ['good', 3, true],
      ['wrong', 0.5, false],
      ['failing', null, null],
      ['unable', null, null],
    ]);
    expect(row.peers.slice(2).map(({ note }) => note)).toEqual(['failed: no such kernel', 'it has no products']);
    expect(tableLines([row]).join('\n')).toMatch(/good 1 .* 3\.00 × yes/);
  });

  it('leaves peers out once the table has taken its time, ours not', async () => {
    const row = await measureCase(product, { ...tools(answer, 'none'), late: () => true });
    expect(row.ours).not.toBeNull();
    expect(row.peers.map(({ value, note }) => [value, note.slice(0, 8)])).toEqual([
      [null, 'left out'],
      [null, 'left out'],
      [null, 'none'],
      [null, 'it has n'],
    ]);
    expect(row.peers[0]?.note).toContain('--rows product-1024');
  });

  it('says why we could not run it, and asks no peer then', async () => {
    const asked: string[] = [];
    const broken = { ...tools(answer, 'none'), onContestant: (name: string) => void asked.push(name) };
    const ours = contestant('ours', async () => {
      throw new Error('too large for this adapter');
    });
    expect(await measureCase(product, { ...broken, ours })).toMatchObject({
      ours: null,
      note: 'failed: too large for this adapter',
    });
    expect(asked).toEqual(['ours']);
  });
});

describe('the cases', () => {
  it.each(['processor', 'card', 'large card'] as const)('have every row, each size once (%s)', (reach) => {
    const cases = casesFor(reach);
    expect([...new Set(cases.map(({ name }) => name))].sort()).toEqual([...rowNames].sort());
    const named = cases.map((one) => `${one.name} ${shapeOf(one)}`);
    expect(new Set(named).size).toBe(named.length);
  });

  it('are as large as the adapter is fast', () => {
    const [card, processor] = [{ software: false }, { software: true }];
    const reaches = [reachOf(processor, 9999), reachOf(card, 30), reachOf(card, 900), reachOf(card, 12_000)];
    expect(reaches).toEqual(['processor', 'processor', 'card', 'large card']);
  });
});
