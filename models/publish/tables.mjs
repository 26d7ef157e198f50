// The tables of README.md and models/LOG.md, made from the records in models/results. No figure in them is typed.
import { isSeedless, shown as shownMismatch } from './run-records.mjs';
import { average, chanceOfAtLeast, median, overSeeds, pairedOn } from './statistics.mjs';

/** A published study: { id, title }. `records`: by id, those there are. */
export function worldsBlock(worlds, records) {
  const columns = [
    'greedy play on n fresh problems',
    'untrained',
    'random play',
    'trained',
    'seed by seed',
    'best single agent, as many tokens',
    'best role of the team alone',
    'last role repeats · mends · spoils',
    'minutes',
    'n',
  ];
  const rows = worlds.map(({ id, title }) => {
    const record = records[id];
    if (!record) return [title, notYet, ...columns.slice(2).map(() => '')];
    const trained = rowOf(record, 'trained');
    return [
      `${title}, ${stepsOf(trained)} steps`,
      shown(rowOf(record, 'untrained')),
      shown(rowOf(record, 'random')),
      `**${percent(meanOf(trained).mean)}** ${intervalOf(trained)}`,
      seedsOf(trained),
      bestSingle(record),
      bestAlone(record),
      passOf(trained),
      median(trained.cells.map(({ trainingSeconds }) => trainingSeconds / 60)).toFixed(0),
      countOf(record, trained),
    ];
  });
  const pairs = worlds.flatMap(({ id, title }) => {
    const singles = records[id] ? singlesIn(records[id]).map((row) => row.id) : [];
    return singles.length > 0 ? [`\n${title}:${pairedLines(records[id], 'trained', singles)}\n`] : [];
  });
  return `${tableOf(columns, rows)}\n${asidesOf(worlds, records)}${folded('Against single agents, problem by problem', pairs)}${sourceOf(worlds, records)}`;
}

/** Agents that were trained by themselves, in a study of a world. */
function singlesIn({ rows }) {
  return rows.filter(({ id, how }) => how.kind === 'trained' && id !== 'trained');
}

function bestSingle(record) {
  const best = bestOf(singlesIn(record));
  return best ? `${shown(best)}, ${best.id.replace('-alone', '')}` : notYet;
}

/** What has no column: policies swapped, and worlds of several sizes each by itself. */
function asidesOf(worlds, records) {
  const here = worlds.flatMap(({ id, title }) => (records[id] ? [{ title, record: records[id] }] : []));
  const swapped = here.map(({ title, record }) => `${title} ${shown(rowOf(record, 'swapped'))}`);
  const sizes = here.flatMap(({ title, record }) => {
    const { cells } = rowOf(record, 'trained');
    const names = Object.keys(cells[0].worlds ?? {});
    const each = names.map(
      (name) => `${name} ${percent(average(cells.map(({ worlds }) => worlds[name].rate)))} of ${cells[0].worlds[name].n}`,
    );
    return each.length > 0 ? [`\n${title}, trained, each by itself: ${each.join(', ')}.\n`] : [];
  });
  return `${swapped.length > 0 ? `\nThe trained policies swapped: ${swapped.join(' · ')}.\n` : ''}${sizes.join('')}`;
}

/** The rows of one study; columns in which nothing would stand are left out. */
export function rowsBlock(study, records) {
  const record = records[study.id];
  const named = ['', 'mean', 'seed by seed', 'last role repeats · mends · spoils', 'paper', 'learning rate ×'];
  const all = record
    ? record.rows.map((row) => [
        row.name,
        shown(row),
        isSeedless(row) ? '' : seedsOf(row),
        passOf(row),
        row.paper === undefined ? '' : `${row.paper} %`,
        record.chosen?.[row.id] === undefined ? '' : String(record.chosen[row.id]),
      ])
    : [['all rows', notYet, '', '', '', '']];
  const used = named.map((_, at) => at < 3 || all.some((row) => row[at] !== '' && row[at] !== '–'));
  const [columns, ...rows] = [named, ...all].map((row) => row.filter((_, at) => used[at]));
  const n = record ? ` n ${countOf(record, record.rows[0])}.` : '';
  return `${tableOf(columns, rows)}\n${sourceOf([study], records)}${n}${record ? ratesOf(record) : ''}`;
}

/** How the learning rates were chosen, where they were. */
function ratesOf({ tuning }) {
  if (!tuning) return '';
  const { factors, seeds } = tuning;
  return ` Learning rates: the best of ${factors.join(', ')} times each row’s own on validation problems, seeds ${seeds.join(' and ')}.`;
}

/** Studies that README has no room for, those that were carried out; at the end the same world from several bases. */
export function studiesBlock({ studies, mixes }, records) {
  const done = studies.filter(({ id }) => records[id]);
  const mixed = mixes.filter(({ id }) => records[id]);
  return [
    ...done.map((study) => `### ${study.title}\n\n${rowsBlock(study, records)}`),
    ...(mixed.length > 0 ? [`### Sokoban, from bases that play otherwise\n\n${mixesBlock(mixed, records)}`] : []),
  ].join('\n\n');
}

/** The same team from several bases, a row for each. */
function mixesBlock(mixes, records) {
  const columns = ['greedy play on n fresh rooms', 'untrained', 'trained', 'seed by seed', 'n'];
  const rows = mixes.map(({ id, title }) => {
    const trained = rowOf(records[id], 'trained');
    const untrained = shown(rowOf(records[id], 'untrained'));
    return [title, untrained, `**${percent(meanOf(trained).mean)}** ${intervalOf(trained)}`, seedsOf(trained), countOf(records[id], trained)];
  });
  return `${tableOf(columns, rows)}\n${sourceOf(mixes, records)}`;
}

/** Teams beside their members: a row for each study of partners. */
export function teamsBlock(partners, records) {
  const columns = [
    'greedy play on n fresh problems',
    'one player at most',
    'untrained',
    'roles trained alone',
    'those joined',
    'trained together',
    'seed by seed',
    'n',
  ];
  const rows = partners.map(({ id, title }) => {
    const record = records[id];
    if (!record) return [title, notYet, ...columns.slice(2).map(() => '')];
    const together = rowOf(record, 'together');
    return [
      `${title}, ${stepsOf(together)} steps`,
      percent(meanOf(rowOf(record, 'ceiling')).mean),
      shown(rowOf(record, 'untrained')),
      aloneIn(record)
        .map((row) => `${row.id.replace('-alone', '')} ${percent(meanOf(row).mean)}`)
        .join(' · '),
      percent(meanOf(rowOf(record, 'joined')).mean),
      `**${percent(meanOf(together).mean)}** ${intervalOf(together)}`,
      seedsOf(together),
      countOf(record, together),
    ];
  });
  const pairs = partners.flatMap(({ id, title }) => {
    const record = records[id];
    if (!record) return [];
    const others = [...aloneIn(record).map((row) => row.id), 'joined'];
    return [`\n${title}:${pairedLines(record, 'together', others)}\n\n${boundLine(record, 'together')}\n`];
  });
  return `${tableOf(columns, rows)}\n${folded('Against roles trained alone and one player’s most, problem by problem', pairs)}${sourceOf(partners, records)}`;
}

/** Opened by a click where Markdown is shown. */
function folded(summary, paragraphs) {
  return paragraphs.length > 0 ? `\n<details><summary>${summary}</summary>\n${paragraphs.join('')}\n</details>\n` : '';
}

/** Each role trained beside untrained partners. */
function aloneIn({ rows }) {
  return rows.filter(({ id }) => id.endsWith('-alone'));
}

/** One row against others on the same problems, seed by seed: what only the one solved and what only the other did. */
function pairedLines(record, one, others) {
  const lines = others.map((other) => {
    const pairs = rowOf(record, one).cells.map((cell) => {
      const against = rowOf(record, other).cells.find(({ seed }) => seed === cell.seed);
      return pairedOn(cell.solvedEach, against.solvedEach);
    });
    const counts = pairs.map(({ onlyFirst, onlySecond }) => `${onlyFirst} : ${onlySecond}`).join(' · ');
    const p = pairs.map(({ p }) => shownP(p)).join(' · ');
    return `\n“${rowOf(record, one).name}” against “${rowOf(record, other).name}”, problems that only the one and only the other solved, seed by seed: ${counts}; p ${p} (McNemar).`;
  });
  return `\n${lines.join('\n')}`;
}

/** A row against what one player reaches at most, seed by seed. */
function boundLine(record, one) {
  const [{ chanceEach, n, solved: most }] = rowOf(record, 'ceiling').cells;
  const { name, cells } = rowOf(record, one);
  if (cells.some(({ solvedEach }) => solvedEach.problems !== chanceEach.problems))
    throw new Error(`${record.study}: the bound is of other problems than the row "${one}"`);
  const tails = cells.map(({ solved }) => shownP(chanceOfAtLeast(solved, chanceEach.chances)));
  const p = most === 0 ? 'p 0, since one player solves none' : `p ${tails.join(' · ')}`;
  const solved = cells.map(({ solved }) => solved).join(' · ');
  return `“${name}” against the most that one player reaches, ${most.toFixed(1)} of ${n} problems: ${solved}; ${p} (exact tail of the problems’ chances).`;
}

function shownP(p) {
  return p === 0 || p >= 1e-4 ? String(Number(p.toPrecision(2))) : p.toExponential(0);
}

const notYet = 'not measured yet';

/** One seed says nothing about the spread over seeds: its interval is that of its problems (Wilson). */
function meanOf({ cells }) {
  const [only] = cells;
  return cells.length === 1 ? { mean: only.rate, low: only.low, high: only.high } : overSeeds(cells.map(({ rate }) => rate));
}

function shown(row) {
  if (row.how.kind === 'ceiling') return percent(meanOf(row).mean); // computed, not measured: nothing to be unsure of
  return `${percent(meanOf(row).mean)} ${intervalOf(row)}${row.cells.some(({ verdicts }) => verdicts) ? ', with verdicts' : ''}`;
}

/** "(91.2–98.8)". Seeds that came to one figure show no spread, which is not to say that there is none. */
function intervalOf(row) {
  if (row.cells.length > 1 && new Set(row.cells.map(({ rate }) => rate)).size === 1) return '(in each)';
  const { low, high } = meanOf(row);
  return `(${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`;
}

function seedsOf({ cells }) {
  return cells.map(({ rate }) => (100 * rate).toFixed(1)).join(' · ');
}

function bestAlone({ rows }) {
  const best = bestOf(rows.filter(({ how }) => how.kind === 'alone'));
  return best ? `${shown(best)}, ${best.how.role}` : '–';
}

function bestOf(rows) {
  return rows.reduce((one, other) => (meanOf(other).mean > meanOf(one).mean ? other : one), rows[0]);
}

/** Means over the seeds of the shares of turns. */
function passOf({ cells }) {
  const counted = cells.flatMap(({ passThrough }) => passThrough ?? []);
  if (counted.length === 0) return '–';
  const share = (what) => percent(average(counted.map((each) => each[what] / each.n)));
  return `${['repeats', 'mends', 'spoils'].map(share).join(' · ')}`;
}

function stepsOf({ cells }) {
  const all = [...new Set(cells.map(({ steps }) => steps))];
  return all.length === 1 ? String(all[0]) : `${Math.min(...all)}–${Math.max(...all)}`;
}

/** "all 133" where a world has no more. Of several worlds one may have run out and another not: how many each had stands below the table. */
function countOf({ problems }, { cells: [{ n, worlds }] }) {
  return problems !== null && n < problems && !worlds ? `all ${n}` : String(n);
}

/** What the figures above stand on. */
function sourceOf(studies, records) {
  const here = studies.flatMap(({ id }) => records[id] ?? []);
  const made = 'made from `models/results` by `node models/publish.mjs tables`';
  if (here.length === 0) return `\n${capital(made)}.`;
  const all = (value) => [...new Set(here.flatMap(value))];
  const machines = all(({ machines }) => machines.map(({ processor, cores, atOnce }) => `${processor}, ${cores} cores, ${atOnce} at once`));
  const mismatch = shownMismatch(Math.max(...here.map(({ largestMismatch }) => largestMismatch)));
  const where = [...all(({ adapters }) => adapters), ...machines].join('; ');
  return (
    '\nIn brackets: 95 % intervals, over the seeds (Student’s t), where there are no seeds over the problems (Wilson). All seeds of a row play the ' +
    'same problems: what another choice of problems would change is not in them. “In each”: all seeds came to the same figure. Largest mismatch of ' +
    `sampler and trainer in any step of these runs: ${mismatch}. Commit ${all(({ commits }) => commits.map(short)).join(', ') || 'unknown'}, ` +
    `${all(({ date }) => [date])
      .sort()
      .join(', ')}, on ${where}; ${made}.`
  );
}

function short(commit) {
  return commit.replace(/^([0-9a-f]{9})[0-9a-f]*/, '$1');
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function rowOf({ rows, study }, id) {
  const found = rows.find((row) => row.id === id);
  if (!found) throw new Error(`the record of ${study} has no row "${id}": collect it again`);
  return found;
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function tableOf(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    `|---|${columns
      .slice(1)
      .map(() => '--:|')
      .join('')}`,
    ...rows.map(line),
  ].join('\n');
}
