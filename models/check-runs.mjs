// Whether sampler and trainer agreed in every step of every run (S2): the largest mismatch in the runs' own records.
//
//   node models/check-runs.mjs FOLDER|FILE.json …
//
// FOLDER is what `lab train --out` or `lab study --out` wrote, or any folder above; FILE is what `lab export --format run`, `lab train
// --json` or `lab record` wrote. Exit status 1 when a mismatch is above the tolerance, is missing, or nothing was checked, and when the run's
// own gate ever refused a step; 2 for wrong words.
import { readFileSync, statSync } from 'node:fs';
import { runsBelow, tolerance, trainableOf, verdictOf } from './publish/run-records.mjs';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('usage: node models/check-runs.mjs FOLDER|FILE.json …');
  process.exit(2);
}
let runs;
try {
  runs = paths.flatMap((path) => (statSync(path).isDirectory() ? runsBelow(path) : [runOfFile(path)]));
} catch (error) {
  console.error(`check-runs: ${error.message}`);
  process.exit(2);
}
if (runs.length === 0) {
  console.error(`check-runs: there is no run in ${paths.join(', ')}: name folders with a run.json and a metrics.jsonl`);
  process.exit(2);
}
const verdicts = runs.map(verdictOf);
for (const { line } of verdicts) console.log(line);
const steps = verdicts.reduce((sum, verdict) => sum + verdict.steps, 0);
const bad = verdicts.filter(({ good }) => !good).length;
console.log(
  bad === 0
    ? `${runs.length} runs, ${steps} steps: every mismatch is at most ${tolerance}`
    : `${bad} of ${runs.length} runs do not pass: a mismatch above ${tolerance}, or none recorded`,
);
process.exitCode = bad === 0 ? 0 : 1;

function runOfFile(path) {
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const run = file.run ?? file; // a recorded run holds the run's document
  if (!Array.isArray(run.steps)) throw new Error(`${path} is no run: it has no steps`);
  return { name: path, reports: run.steps, refusals: run.refusals, trainable: trainableOf(run) };
}
