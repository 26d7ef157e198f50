// The proof of fairness in the browser, on sizes that take seconds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchRow } from '../../src/features/benchmark/worker/case';
import { minutes } from '../../src/headless/patience.mjs';
import { itIsFair } from './fairness';
import { openBench, serveBench } from './page.mjs';

let server: Awaited<ReturnType<typeof serveBench>>;
let opened: Awaited<ReturnType<typeof openBench>>;
const complaints: string[] = [];
let rows: readonly BenchRow[];

describe('the benchmark with its peers', () => {
  beforeAll(async () => {
    server = await serveBench();
    opened = await openBench({
      address: server.address,
      software: true,
      complain: (message) => complaints.push(message),
    });
    const result = await opened.page.evaluate(() => globalThis.grove.bench({ rows: '', tiny: true }, () => {}));
    rows = result.report.rows;
  }, 10 * minutes);
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });

  itIsFair(() => rows);

  it('complains about nothing', () => {
    expect(complaints).toEqual([]);
  });
});
