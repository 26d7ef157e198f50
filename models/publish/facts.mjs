// What the cards of the presets say was measured: one line for each preset that has a record, made from the records of models/results. No figure in
// it is typed.
import { median, overSeeds, wilson } from './statistics.mjs';

/** The study of a preset's team among others, and the row of that team in it. */
const studyOf = /^(?<kind>world|partners)-(?<preset>.+)$/;
const rowIn = { world: 'trained', partners: 'together' };
/** Presets of ways to compare with: the study and its row, which had as many tokens as the team. */
const compared = {
  'sokoban-alone': ['world-sokoban', 'plan-alone'],
  'plan-path-alone': ['world-plan-path', 'plan-alone'],
  'plan-path-grpo': ['trunk-plan-path', 'world'],
  'plan-path-tool': ['world-plan-path', 'tool-alone'],
};

/** In the order of their presets. Shares in [0, 1]. `baseHash`: of the base model that ships now. @param {Readonly<Record<string, any>>} records
 *  @param {string} baseHash */
export function factsOf(records, baseHash) {
  const ofTeams = Object.entries(records).flatMap(([id, record]) => {
    const { kind, preset } = studyOf.exec(id)?.groups ?? {};
    return kind && preset ? [factOf(preset, record, { row: rowIn[kind], baseHash })] : [];
  });
  const ofOthers = Object.entries(compared).flatMap(([preset, [study, row]]) => {
    const record = records[study];
    if (!record?.rows.some(({ id }) => id === row)) return [];
    // the untrained row is the team's
    const { rise, untrained, ...fact } = factOf(preset, record, { row, baseHash });
    return [{ ...fact, asManyTokens: true }];
  });
  return [...ofTeams, ...ofOthers].sort((a, b) => a.preset.localeCompare(b.preset));
}

function factOf(preset, { study, rows, model }, { row, baseHash }) {
  const cellsOf = (id) => {
    const found = rows.find((one) => one.id === id);
    if (!found) throw new Error(`the record of ${study} has no row "${id}": collect it again`);
    return found.cells;
  };
  const trained = cellsOf(row);
  const [{ rate: untrained, n }] = cellsOf('untrained');
  const rates = trained.map(({ rate }) => rate);
  const { mean, low, high } = rates.length > 1 ? overSeeds(rates) : { mean: rates[0], low: trained[0].low, high: trained[0].high };
  return {
    preset,
    untrained: rounded(untrained),
    trained: rounded(mean),
    low: rounded(low),
    high: rounded(high),
    n,
    seeds: trained.length,
    steps: Math.max(...trained.map(({ steps }) => steps)),
    ...riseIn(trained),
    // not the mean: a run that stood still for a while says nothing of the others
    ...minutesOf(trained),
    shipped: model.hash === baseHash,
  };
}

function minutesOf(trained) {
  const seconds = trained.flatMap(({ trainingSeconds }) => (trainingSeconds === undefined ? [] : [trainingSeconds]));
  return seconds.length < trained.length ? {} : { minutes: Math.round(median(seconds) / 60) };
}

/** After how many steps it was first measured, in most seeds, that the team is better than untrained: on validation problems, interval above interval.
 *  Records do not say how many these were: taken are as few as the shares allow. */
function riseIn(trained) {
  const shares = trained.flatMap(({ validation }) => validation.map(([, rate]) => rate));
  const isWhole = (value) => Math.abs(value - Math.round(value)) < 1e-6;
  const n = Array.from({ length: 1000 }, (_, at) => at + 1).find((count) => shares.every((share) => isWhole(share * count)));
  const rises = trained.map(({ validation: [[, before], ...later] }) => {
    const above = wilson(before, n).high;
    return later.find(([, rate]) => wilson(rate, n).low > above)?.[0] ?? Number.POSITIVE_INFINITY;
  });
  const rise = median(rises);
  return n !== undefined && Number.isFinite(rise) ? { rise } : {};
}

/** Of every published study what its rows came to, for the page to show before somebody has run it: figures alone, a line for each seed. @param
 *  {Readonly<Record<string, any>>} records @param {string} baseHash */
export function publishedOf(records, baseHash) {
  const cellOf = ({ seed, n, solved, rate, low, high, turnsMean, tokens, trainingTokens = 0, trainingSeconds = 0 }) => ({
    ...{ seed, n, solved, rate: rounded(rate), low: rounded(low), high: rounded(high), turnsMean: rounded(turnsMean ?? 0) },
    ...{ tokens, trainingTokens, trainingSeconds: Math.round(trainingSeconds) },
  });
  return Object.fromEntries(
    Object.entries(records)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([id, { date, model, rows }]) => [
        id,
        {
          date,
          shipped: model.hash === baseHash,
          rows: Object.fromEntries(rows.map((row) => [row.id, row.cells.map(cellOf)])),
        },
      ]),
  );
}

const rounded = (share) => Number(share.toFixed(4));
