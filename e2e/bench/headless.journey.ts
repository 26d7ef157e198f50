// The proof of fairness without a browser, on sizes that take seconds: us and the peers on Node and Dawn, in the words
// a person types.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchmarkReport } from '../../src/features/benchmark/worker/run-benchmark';
import { minutes } from '../../src/headless/patience.mjs';
import { vulkanDriver } from '../../src/headless/vulkan.mjs';
import { itIsFair } from './fairness';
import { runHeadless } from './headless/start.mjs';

const folder = mkdtempSync(join(tmpdir(), 'grove-bench-'));
const json = join(folder, 'report.json');
const ending = new AbortController();
let status: number;
let report: BenchmarkReport;

describe.skipIf(!vulkanDriver())('the benchmark with its peers on Node and Dawn', () => {
  beforeAll(async () => {
    status = await runHeadless(['--headless', '--tiny', '--json', json], ending.signal);
    report = JSON.parse(readFileSync(json, 'utf8'));
  }, 10 * minutes);
  afterAll(() => {
    ending.abort();
    rmSync(folder, { recursive: true });
  });

  itIsFair(() => report.rows);

  it('ends by itself and reports all of it', () => {
    expect([status, report.cancelled]).toEqual([0, false]);
  });
});
