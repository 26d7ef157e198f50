// What the cards of the presets say was measured: one line for each preset that has a record, made from the records of models/results. No figure in
// it is typed.
import { median, overSeeds } from './statistics.mjs';

/** The study of a preset's team among others, and the row of that team in it. */
const studyOf = /^(?<kind>world|partners)-(?<preset>.+)$/;
const rowIn = { world: 'trained', partners: 'together' };

/** In the order of their presets. Shares in [0, 1]. `baseHash`: of the base model that ships now. @param {Readonly<Record<string, any>>} records
 *  @param {string} baseHash */
export function factsOf(records, baseHash) {
  return Object.entries(records)
    .flatMap(([id, record]) => {
      const { kind, preset } = studyOf.exec(id)?.groups ?? {};
      return kind && preset ? [factOf(preset, record, { row: rowIn[kind], baseHash })] : [];
    })
    .sort((a, b) => a.preset.localeCompare(b.preset));
}

function factOf(preset, { study, rows, machines, model }, { row, baseHash }) {
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
    // not the mean: a run that stood still for a while says nothing of the others
    minutes: Math.round(median(trained.map(({ trainingSeconds }) => trainingSeconds / 60))),
    cores: Math.max(...machines.map(({ cores }) => cores)),
    shipped: model.hash === baseHash,
  };
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
