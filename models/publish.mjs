// Every figure that README.md publishes, from its runs to its table:
//
//   node models/publish.mjs run FOLDER [--at-once 2] [--only world-sokoban,table3] [--seeds 1,2,3,4,5]
//                                      trains and measures; the same words again go on where it stopped
//   node models/publish.mjs collect FOLDER         writes models/results/STUDY.json from what is finished, and the trials of learning rates
//                                                  of tuned studies, finished or not: a later run takes them over
//   node models/publish.mjs tables [--check]       writes the tables of README.md and models/LOG.md, public/curves.svg and what the cards of the
//                                                  page's presets and its studies say, from models/results; --check: are they so?
//
// To try the way with less: run … --steps 1 --problems 8 --set knob=value, collect … --results FOLDER, tables --results FOLDER --readme FILE
// --log FILE --curves FILE --facts FILE --published FILE.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../src/headless/commands.mjs';
import { mixes } from './publish/bases.mjs';
import { collect, trialsOf, triedAll } from './publish/collect.mjs';
import { curvesOf } from './publish/curves.mjs';
import { factsOf, publishedOf } from './publish/facts.mjs';
import { carryOut } from './publish/queue.mjs';
import { rowsBlock, studiesBlock, teamsBlock, worldsBlock } from './publish/tables.mjs';

// What is published, and how: the plans stand in src/features/studies/shared/plans.ts.
/** Every arm has the best of these multiples of its learning rate, on a seed of which nothing is published. */
const tune = ['--tune', '0.5,1,2', '--tune-seeds', '101'];
const worlds = [
  { id: 'world-sokoban', title: 'Sokoban 6×6', tune },
  { id: 'world-plan-path', title: 'Plan-Path 10×10', tune },
  { id: 'world-maths', title: 'Maths, level 1', tune },
  { id: 'world-sudoku', title: 'Sudoku 4×4, eight blanks', tune },
  { id: 'world-eight-queens', title: 'Eight Queens, six, five and four rows', tune },
  { id: 'world-blocksworld', title: 'Blocksworld, four blocks', tune },
];
const table3 = { id: 'table3', title: 'Table 3', steps: 20, set: ['worldsPerStep=16'] };
const partners = [
  { id: 'partners-guide-and-walker', title: 'Guide and walker' },
  { id: 'partners-sokoban-for-two', title: 'Sokoban for two' },
  { id: 'partners-signals', title: 'Signals' },
];
const credit = { id: 'credit-signals', title: 'Signals, credit', tune };
/** What README does not have room for: LOG has it. */
const more = [
  { id: 'credit-guide-and-walker', title: 'Guide and walker, credit', tune },
  { id: 'credit-sokoban-for-two', title: 'Sokoban for two, credit', tune },
  { id: 'shared-signals', title: 'Signals, one adapter for all roles or one each', tune },
  { id: 'shared-guide-and-walker', title: 'Guide and walker, one adapter for all roles or one each', tune },
  { id: 'trunk-guide-and-walker', title: 'Guide and walker, tree and trunk', tune },
  { id: 'trunk-sokoban-for-two', title: 'Sokoban for two, tree and trunk', tune },
  { id: 'trunk-plan-path', title: 'Plan-Path, tree and trunk', tune },
  { id: 'team-size', title: 'Signals, teams of two, three and four roles', tune },
  { id: 'workflows', title: 'Maths, teams as graphs' },
  { id: 'debate', title: 'Maths, a debate whose answers are drawn' },
];
const studies = [...partners, credit, ...worlds, table3, ...more, ...mixes];
const seeds = '1,2,3,4,5';
const problems = 500;
/** The weights of the base model that ships. */
const base = join(root, 'models', 'sprout', 'model.safetensors');
/** A run's own evaluation on test problems is not published: as small as it may be. */
const set = ['testWorlds=8'];

const usage = 'usage: node models/publish.mjs run FOLDER | collect FOLDER | tables [--check]; its head says more';
const text = { type: 'string' };
const flags = {
  ...{ 'at-once': { ...text, default: '2' }, only: text, seeds: { ...text, default: seeds }, steps: text },
  ...{ problems: { ...text, default: String(problems) }, set: { ...text, multiple: true, default: [] } },
  ...{
    results: { ...text, default: join(root, 'models', 'results') },
    readme: { ...text, default: join(root, 'README.md') },
  },
  ...{
    curves: { ...text, default: join(root, 'public', 'curves.svg') },
    log: { ...text, default: join(root, 'models', 'LOG.md') },
  },
  facts: { ...text, default: join(root, 'src', 'page', 'screens', 'lab', 'preset-facts.json') },
  published: { ...text, default: join(root, 'src', 'features', 'studies', 'page', 'published.json') },
  check: { type: 'boolean' },
};

try {
  const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
  const [verb, folder] = positionals;
  if (verb === 'run' && folder) process.exitCode = await run(folder, values);
  else if (verb === 'collect' && folder) {
    for (const line of collect(folder, { ids: studies.map(({ id }) => id), results: values.results })) console.log(line);
  } else if (verb === 'tables') process.exitCode = tables(values);
  else throw new Error(usage);
} catch (error) {
  console.error(`publish: ${error.message}`);
  process.exitCode = 2;
}

async function run(folder, wishes) {
  const only = wishes.only?.split(',') ?? studies.map(({ id }) => id);
  const unknown = only.find((id) => !studies.some((study) => study.id === id));
  if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}": published are ${studies.map(({ id }) => id).join(', ')}`);
  const atOnce = numberOf('at-once', wishes['at-once']);
  const numbers = wishes.seeds.split(',').map((seed) => numberOf('seeds', seed));
  const wished = studies.filter(({ id }) => only.includes(id));
  const jobOf = ({ id, study = id, base, ...given }, seeds) => ({ id, study, base, seeds, words: wordsOf({ id, base, ...given }, wishes) });
  // Until all learning rates of a study are tried, its seeds come one after the other: they have them in common.
  const isTogether = ({ id, tune }) => tune !== undefined && !triedAll(wishes.results, id);
  const jobs = [
    ...numbers.flatMap((seed) => wished.filter((study) => !isTogether(study)).map((study) => jobOf(study, [seed]))),
    ...wished.filter(isTogether).map((study) => jobOf(study, numbers)),
  ];
  const say = (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`);
  const { finished, failed, left } = await carryOut(jobs, { folder, atOnce, root, say });
  say(`${finished} finished, ${failed.length} failed, ${left} left${left > 0 ? ': the same words again go on' : ''}`);
  return failed.length > 0 ? 1 : 0;
}

function wordsOf(study, wishes) {
  const steps = wishes.steps ?? study.steps;
  const knobs = [...set, ...(study.set ?? []), ...wishes.set];
  const last = new Map(knobs.map((knob) => [knob.split('=')[0], knob]));
  return [
    ...['--problems', wishes.problems],
    ...(steps === undefined ? [] : ['--steps', String(steps)]),
    ...[...last.values()].flatMap((knob) => ['--set', knob]),
    ...(study.tune ?? []),
    ...(study.tune && existsSync(trialsOf(wishes.results, study.id)) ? ['--trials', trialsOf(wishes.results, study.id)] : []),
    ...(study.base ? ['--model', study.base.name] : []),
  ];
}

function numberOf(name, given) {
  const number = Number(given.trim() || Number.NaN);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is made of whole numbers of at least 1, got "${given}"`);
  return number;
}

function tables({ check, results, readme, curves, log, facts, published }) {
  const files = existsSync(results) ? readdirSync(results).filter((name) => name.endsWith('.json')) : [];
  const records = Object.fromEntries(files.map((name) => [name.slice(0, -5), JSON.parse(readFileSync(join(results, name), 'utf8'))]));
  const panels = worlds.flatMap(({ id, title }) => {
    const cells = records[id]?.rows.find((row) => row.id === 'trained')?.cells;
    return cells ? [{ title, cells }] : [];
  });
  const picture =
    '![Success on unseen validation problems by training step, each seed and their mean, with the untrained team, random play and the ' +
    'solver](public/curves.svg)';
  const pages = [
    [
      readme,
      {
        worlds: worldsBlock(worlds, records),
        curves: panels.length > 0 ? picture : '',
        table3: rowsBlock(table3, records),
        partners: teamsBlock(partners, records),
        credit: rowsBlock(credit, records),
      },
    ],
    [log, { studies: studiesBlock({ studies: more, mixes }, records) }],
  ];
  const written = pages.map(([file, blocks]) => {
    const before = readFileSync(file, 'utf8');
    const after = Object.entries(blocks).reduce((page, [name, block]) => withBlock(page, { file, name, block }), before);
    return { file, before, after };
  });
  const baseHash = createHash('sha256').update(readFileSync(base)).digest('hex');
  const figures = [
    [facts, JSON.stringify(factsOf(records, baseHash), undefined, 2)],
    [published, JSON.stringify(publishedOf(records, baseHash))],
  ];
  for (const [file, text] of figures)
    written.push({ file, before: existsSync(file) ? readFileSync(file, 'utf8') : '', after: `${text}\n` });
  const drawnBefore = existsSync(curves) ? readFileSync(curves, 'utf8') : undefined;
  const drawn = panels.length > 0 ? curvesOf(panels) : undefined;
  if (check) {
    const stale = written.filter(({ before, after }) => after !== before).map(({ file }) => file);
    if (drawn !== drawnBefore) stale.push(curves);
    if (stale.length === 0) return 0;
    console.error(`${stale.join(' and ')} do not say what the records say: node models/publish.mjs tables`);
    return 1;
  }
  for (const { file, after } of written) writeFileSync(file, after);
  if (drawn === undefined) rmSync(curves, { force: true });
  else writeFileSync(curves, drawn);
  return 0;
}

function withBlock(page, { file, name, block }) {
  const [begin, end] = [`<!-- results: ${name} -->`, `<!-- /results: ${name} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${basename(file)} has no place "${begin} … ${end}" for its table`);
  return `${page.slice(0, from + begin.length)}\n${block === '' ? '' : `\n${block}\n\n`}${page.slice(to)}`;
}
