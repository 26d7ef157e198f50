// Whether sampler and trainer agreed in every step of every run (S2): the largest mismatch in the runs' own records.
//
//   node models/check-runs.mjs FOLDER|FILE.json …
//
// FOLDER is what `lab train --out` or `lab study --out` wrote, or any folder above; FILE is what `lab export --format run`, `lab train
// --json` or `lab record` wrote. Exit status 1 when a mismatch is above the tolerance, is missing, or nothing was checked, and when the run's
// own gate ever refused a step; 2 for wrong words.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const tolerance = 1e-3; // mismatchTolerance of src/learning/training/mismatch-gate.ts

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

function runsBelow(folder) {
  if (existsSync(join(folder, 'run.json')) && existsSync(join(folder, 'metrics.jsonl'))) return [runOfFolder(folder)];
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ name }) => runsBelow(join(folder, name)));
}

function runOfFolder(folder) {
  const lines = readFileSync(join(folder, 'metrics.jsonl'), 'utf8').split('\n').slice(0, -1); // a line cut off in a crash is none
  const reports = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const { refusals, config } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const last = new Map(reports.map((report) => [report.step, report])); // a step that was done again
  return { name: folder, reports: [...last.values()], refusals, level: config.level };
}

function runOfFile(path) {
  const file = JSON.parse(readFileSync(path, 'utf8'));
  const run = file.run ?? file; // a recorded run holds the run's document
  if (!Array.isArray(run.steps)) throw new Error(`${path} is no run: it has no steps`);
  return { name: path, reports: run.steps, refusals: run.refusals, level: run.config?.level };
}

function verdictOf({ name, reports, refusals = [], level }) {
  let [largest, where, missing, trained] = [0, '', 0, 0];
  for (const { step, updates } of reports) {
    if (Object.keys(updates).length > 0) trained++;
    for (const [policy, { mismatch }] of Object.entries(updates)) {
      if (typeof mismatch !== 'number') missing++; // NaN is written as null or as a text
      else if (mismatch > largest) [largest, where] = [mismatch, ` (step ${step}, ${policy})`];
    }
  }
  const faults = [
    ...(largest > tolerance ? ['TOO LARGE'] : []),
    ...(missing > 0 ? [`${missing} NOT A NUMBER`] : []),
    ...(reports.some(({ step }, index) => step !== index + 1) ? ['STEPS ARE MISSING'] : []),
    ...(trained === 0 && level !== 'prompt-only' ? ['NO STEP TRAINED ANYTHING'] : []),
    ...refusals.map(({ step, mismatches }) => `REFUSED step ${step}: ${numbers(mismatches)}`),
  ];
  const line = `${name}: ${reports.length} steps, ${trained} with updates, largest mismatch ${shown(largest)}${where}`;
  return { steps: reports.length, good: faults.length === 0, line: [line, ...faults].join(' · ') };
}

function numbers(mismatches) {
  return Object.entries(mismatches)
    .map(([policy, mismatch]) => `${policy} ${shown(mismatch)}`)
    .join(', ');
}

function shown(mismatch) {
  if (typeof mismatch !== 'number') return 'not a number';
  return mismatch === 0 || mismatch >= 0.01 ? String(Number(mismatch.toFixed(3))) : mismatch.toExponential(1);
}
