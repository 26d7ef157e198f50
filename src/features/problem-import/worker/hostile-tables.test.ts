// Files of problems are hostile until checked: two thousand seeded mutations of small Parquet, JSONL, JSON and CSV
// files. Each is read to rows and a report, or refused in one line that names it – without a crash or a hang.
// FUZZ=10000 runs as many of each kind.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Rng, rngFrom } from '../../../basics/rng';
import { tried } from '../../../export/hostile-files.fixture';
import { bytesSource } from '../../../files/formats/byte-source';
import { minutes } from '../../../headless/patience.mjs';
import { missingFields } from '../../../learning/environments/problem-import/detect';
import { openProblems, readProblems } from './open-problems';

const rounds = Number(process.env['FUZZ'] ?? 500);
const slowMs = 2000;
const sample = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../e2e/samples/problems/golden/${name}`, import.meta.url)));

function mutated(bytes: Uint8Array, rng: Rng): Uint8Array {
  const at = () => Math.floor(rng.number() * bytes.length);
  const copy = bytes.slice();
  const kind = Math.floor(rng.number() * 5);
  if (kind === 0) return copy.slice(0, at());
  if (kind === 1) return new Uint8Array([...copy.slice(0, at()), ...copy.slice(at())]);
  if (kind === 2) {
    const from = at();
    copy.fill(rng.number() < 0.5 ? 0 : 255, from, from + 1 + Math.floor(rng.number() * 8));
    return copy;
  }
  const lastPart = kind === 3 ? Math.max(0, bytes.length - 600) : 0; // where a Parquet file says what it holds
  const flips = 1 + Math.floor(rng.number() * 4);
  for (let flip = 0; flip < flips; flip++)
    copy[lastPart + Math.floor(rng.number() * (bytes.length - lastPart))] = Math.floor(rng.number() * 256);
  return copy;
}

async function readWhole(bytes: Uint8Array): Promise<void> {
  const opened = await openProblems(bytesSource(bytes, 'mutant'));
  const { layout, mapping } = opened.detected;
  if (missingFields(layout, mapping).length > 0) return;
  const { report } = await readProblems(opened, { layout, mapping });
  expect(report.problems + report.bad + report.duplicates).toBe(report.rows);
}

describe('mutated files of problems', () => {
  it.each([
    ['gsm8k.parquet', 'codecontests.parquet', 'olympiadbench.parquet'],
    ['apps.jsonl', 'livecodebench.jsonl'],
    ['list.json', 'tasks.json'],
    ['own-columns.csv'],
  ])('%s and its like are read or refused', { timeout: 10 * minutes }, async (...names) => {
    const originals = names.map(sample);
    const counts = { read: 0, refused: 0 };
    for (let round = 0; round < rounds; round++) {
      const rng = rngFrom('hostile tables', names.join(), round);
      const bytes = mutated(originals[round % originals.length] as Uint8Array, rng);
      const begun = process.cpuUsage();
      try {
        counts[await tried(() => readWhole(bytes))]++;
      } catch (error) {
        throw new Error(`${names[round % names.length]}, mutation ${round}: ${(error as Error).stack}`);
      }
      expect(process.cpuUsage(begun).user / 1000, `ms of mutation ${round}`).toBeLessThan(slowMs);
    }
    expect(counts.read).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(0);
  });
});
