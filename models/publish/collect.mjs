// Studies that are finished become one record each, models/results/ID.json: what stands in README.md and nothing that could not stand there.
// A run in whose steps sampler and trainer ever disagreed is refused, and so are seeds that were not made alike.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSeedless, runsBelow, shown, verdictOf } from './run-records.mjs';

/** Writes the records of all studies in the folder that have a finished seed, beside the seeds that a record has already; returns lines for
 *  people. Throws at the first that is refused. */
export function collect(folder, { ids, results }) {
  const told = [];
  mkdirSync(results, { recursive: true });
  const records = ids.flatMap((id) => {
    const { all, finished, left } = seedsOf(folder, id);
    if (keepTrials(id, all, results)) told.push(`${id}: its trials of learning rates are kept`);
    if (left.length > 0) told.push(`${id}: not finished, left out: seeds ${left.join(', ')}`);
    if (finished.length === 0) return [];
    const record = recordOf(id, finished);
    const file = join(results, `${id}.json`);
    const before = existsSync(file) ? jsonIn(file) : undefined;
    if (!before || wasMadeAs(before, record)) return [before ? withSeedsOf(before, record) : record];
    told.push(`${id}: its record was made otherwise and is replaced`);
    return [record];
  });
  for (const record of records) {
    writeFileSync(join(results, `${record.study}.json`), `${JSON.stringify(record, undefined, 1)}\n`);
    told.push(`${record.study}: seeds ${record.seeds.join(', ')}, largest mismatch ${shown(record.largestMismatch)}`);
  }
  return told;
}

/** Where the trials of a study are kept, for its other seeds. */
export const trialsOf = (results, id) => join(results, 'trials', `${id}.json`);

/** Keeps what learning rates were tried, whether the study is finished or not. Returns whether there was something to keep. */
function keepTrials(id, all, results) {
  const count = ({ study }) => study?.trials?.length ?? 0;
  const [most] = all.filter((one) => count(one) > 0).sort((a, b) => count(b) - count(a));
  if (!most) return false;
  const { wishes, configs, trials, chosen, rows } = most.study;
  const whole = trainedRows(rows).every((row) => chosen[row] !== undefined);
  mkdirSync(join(results, 'trials'), { recursive: true });
  writeFileSync(trialsOf(results, id), `${JSON.stringify({ wishes, configs, trials, whole })}\n`);
  return true;
}

/** Whether every rate of a study was tried. */
export function triedAll(results, id) {
  return jsonIn(trialsOf(results, id))?.whole === true;
}

const trainedRows = (rows) => rows.filter(({ how }) => how.kind === 'trained').map(({ id }) => id);

/** Whether two records are of the same study: their seeds can stand side by side. */
function wasMadeAs(before, record) {
  const made = ({ problems, steps, settings, model, chosen, rows }) =>
    JSON.stringify([problems, steps, settings, model, chosen, rows.map(({ cells: _, ...row }) => row)]);
  return made(before) === made(record);
}

/** A record with the seeds of an earlier one that it has not: a queue may be collected in several folders, one after the other. */
function withSeedsOf(before, record) {
  const earlier = before.seeds.filter((seed) => !record.seeds.includes(seed));
  if (earlier.length === 0) return record;
  const bySeed = (a, b) => a.seed - b.seed;
  const rows = record.rows.map((row, index) => {
    if (isSeedless(row)) return row;
    const cells = before.rows[index].cells.filter(({ seed }) => earlier.includes(seed));
    return { ...row, cells: [...cells, ...row.cells].sort(bySeed) };
  });
  return {
    ...record,
    seeds: [...earlier, ...record.seeds].sort((a, b) => a - b),
    commits: different([...before.commits, ...record.commits]),
    adapters: different([...before.adapters, ...record.adapters]),
    machines: different([...before.machines, ...record.machines]),
    largestMismatch: Math.max(before.largestMismatch, record.largestMismatch),
    rows,
  };
}

/** The finished studies of that name, each of one seed or of several, and the seeds of those that are not. */
function seedsOf(folder, id) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const all = names
    .filter((name) => name.startsWith(`${id}-`) && isSeeds(name.slice(id.length + 1)))
    .map((name) => ({ seeds: name.slice(id.length + 1).split('-').map(Number), place: join(folder, name) }))
    .map((one) => ({ ...one, study: studyIn(one.place) }))
    .sort((a, b) => a.seeds[0] - b.seeds[0]);
  const finished = all.filter(({ study }) => study?.status === 'finished');
  const seeds = finished.flatMap((one) => one.seeds);
  const twice = seeds.find((seed, at) => seeds.indexOf(seed) < at);
  if (twice !== undefined) throw new Error(`${id} is not published: seed ${twice} lies in two folders`);
  return { all, finished, left: all.filter(({ study }) => study?.status !== 'finished').flatMap((one) => one.seeds) };
}

function isSeeds(text) {
  return /^\d+(-\d+)*$/.test(text);
}

/** The study in a job's folder; undefined where none was begun. */
export function studyIn(place) {
  return jsonIn(join(place, 'study', 'study.json'));
}

/** What its process was begun with, and where; undefined where none was. */
export function jobIn(place) {
  return jsonIn(join(place, 'job.json'));
}

function jsonIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function recordOf(id, finished) {
  const [{ study: first }] = finished;
  const { steps, problems, settings, model, tuning } = alike(id, 'wishes', finished, ({ study: { wishes } }) => {
    const { seeds: _, ...others } = wishes;
    return others;
  });
  const runs = finished.flatMap(({ place }) => runsBelow(join(place, 'study', 'runs')));
  const verdicts = runs.map(verdictOf);
  const bad = verdicts.find(({ good }) => !good);
  if (bad) throw new Error(`${id} is not published: ${bad.line}`);
  return {
    study: id,
    seeds: finished.flatMap(({ seeds }) => seeds),
    problems: problems ?? null,
    steps: steps ?? null,
    settings: settings ?? {},
    ...(tuning ? { tuning, chosen: alike(id, 'learning rates', finished, ({ study }) => study.chosen) } : {}),
    model: { name: model?.model ?? null, hash: alike(id, 'base models', runs, ({ document }) => document.baseHash) },
    commits: different(finished.flatMap(({ study }) => study.commits ?? [])),
    adapters: different(runs.map(({ document }) => document.gpu)),
    machines: different(finished.flatMap(({ place }) => jobIn(place)?.machine ?? [])),
    date: new Date(Math.max(...finished.map(({ study }) => study.changedAt))).toISOString().slice(0, 10),
    largestMismatch: Math.max(...verdicts.map(({ largest }) => largest)),
    rows: first.rows.map((row) => rowOf(id, row, { finished, runs })),
  };
}

function rowOf(id, row, { finished, runs }) {
  const cells = finished.flatMap(({ study }) => study.cells.filter((cell) => cell.row === row.id));
  const old = cells.find(({ split }) => split !== 'report');
  if (old) throw new Error(`${id} is not published: row "${row.id}", seed ${old.seed} was not measured on fresh problems`);
  const kept = cells.map((cell) => cellOf(row, cell, runs));
  if (!isSeedless(row)) return { ...row, cells: kept };
  // No seed can change it: measured with every seed, it has to be the same.
  alike(id, `row "${row.id}"`, cells, ({ evaluation: { solved, n } }) => `${solved} of ${n}`);
  return { ...row, cells: kept.slice(0, 1) };
}

function cellOf({ how, id }, { seed, evaluation, trainingTokens, trainingSeconds, runs: of }, runs) {
  const { rate, low, high, n, solved, solvedEach, chanceEach, turnsMean, tokens, seconds, passThrough, verdicts, worlds } = evaluation;
  const measured = { seed, rate, low, high, n, solved, solvedEach, chanceEach, turnsMean, tokens, seconds, passThrough, verdicts, worlds };
  if (how.kind !== 'trained') return measured;
  const own = of.find((run) => run.row === id);
  const run = runs.find(({ document, name }) => document.id === own?.id && name.includes(own.identity.slice(0, 16)));
  if (!run) throw new Error(`the run of row "${id}", seed ${seed} is gone: it has to lie beside its study`);
  const { references } = run.document;
  return {
    ...measured,
    trainingTokens,
    trainingSeconds,
    steps: run.reports.length,
    largestMismatch: verdictOf(run).largest,
    /** Success on validation problems by step; step 0 is the untrained team. */
    validation: [
      [0, references.untrained.rate],
      ...run.reports.flatMap(({ step, validation }) => (validation ? [[step, validation.rate]] : [])),
    ],
    validationReferences: Object.fromEntries(Object.entries(references).map(([name, { rate }]) => [name, rate])),
  };
}

/** What all have in common. Throws where they differ. */
function alike(id, what, all, of) {
  const values = different(all.map(of));
  if (values.length > 1)
    throw new Error(
      `${id} is not published: its seeds have different ${what}: ${values.map((value) => JSON.stringify(value)).join(' and ')}`,
    );
  return values[0];
}

function different(values) {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
