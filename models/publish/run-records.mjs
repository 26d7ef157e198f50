// The records that a run leaves: its document and one report for each step. And whether they pass S2: sampler and trainer agreed in every
// step. Plain JavaScript with Node's own modules only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const seedless = new Set(['untrained', 'random', 'solver', 'ceiling']);

/** Whether one seed says all of a row. */
export const isSeedless = ({ how, drawn }) => seedless.has(how.kind) && !drawn;

/** mismatchTolerance of src/learning/training/mismatch-gate.ts */
export const tolerance = 1e-3;

/** A run in the folder that `lab train --out` wrote. */
export function runOfFolder(folder) {
  const lines = readFileSync(join(folder, 'metrics.jsonl'), 'utf8').split('\n').slice(0, -1); // a line cut off in a crash is none
  const reports = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  const document = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const last = new Map(reports.map((report) => [report.step, report])); // a step that was done again
  return { name: folder, document, reports: [...last.values()], refusals: document.refusals, trainable: trainableOf(document) };
}

/** What trains; of runs of earlier versions too. */
export function trainableOf({ config: { trainable, level } = {} }) {
  return trainable ?? (level === 'prompt-only' ? 'none' : level);
}

/** All runs in a folder and below. */
export function runsBelow(folder) {
  if (existsSync(join(folder, 'run.json')) && existsSync(join(folder, 'metrics.jsonl'))) return [runOfFolder(folder)];
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap(({ name }) => runsBelow(join(folder, name)));
}

/** Steps, the largest mismatch of all, whether every step passes, and all that in a line. */
export function verdictOf({ name, reports, refusals = [], trainable }) {
  let [largest, where, missing, trained] = [0, '', 0, 0];
  for (const { step, updates } of reports) {
    if (Object.keys(updates).length > 0) trained++;
    for (const [policy, { mismatch }] of Object.entries(updates)) {
      if (typeof mismatch !== 'number')
        missing++; // NaN is written as null or as a text
      else if (mismatch > largest) [largest, where] = [mismatch, ` (step ${step}, ${policy})`];
    }
  }
  const faults = [
    ...(largest > tolerance ? ['TOO LARGE'] : []),
    ...(missing > 0 ? [`${missing} NOT A NUMBER`] : []),
    ...(reports.some(({ step }, index) => step !== index + 1) ? ['STEPS ARE MISSING'] : []),
    ...(trained === 0 && trainable !== 'none' ? ['NO STEP TRAINED ANYTHING'] : []),
    ...refusals.map(({ step, mismatches }) => `REFUSED step ${step}: ${numbers(mismatches)}`),
  ];
  const line = `${name}: ${reports.length} steps, ${trained} with updates, largest mismatch ${shown(largest)}${where}`;
  return { steps: reports.length, largest, good: faults.length === 0, line: [line, ...faults].join(' · ') };
}

function numbers(mismatches) {
  return Object.entries(mismatches)
    .map(([policy, mismatch]) => `${policy} ${shown(mismatch)}`)
    .join(', ');
}

/** "0.25", "3.1e-6" */
export function shown(mismatch) {
  if (typeof mismatch !== 'number') return 'not a number';
  return mismatch === 0 || mismatch >= 0.01 ? String(Number(mismatch.toFixed(3))) : mismatch.toExponential(1);
}
