// What drawing tokens and laying out the next step's rows are held to. That draws follow their distribution,
// distribution.test.ts says.
import { NONE } from '../../model/rows';
import { tileRows } from '../../model/tile-table';
import { tilesFor, WindowedLogits } from '../case-data';
import { kernel, room, Uniform } from '../kernel-contract';
import { rowThreadsNames } from '../matmul/variants';
import { branchLayout, drawLayout, rangeLayout, rowLayout, stateLayout, stopLayout } from '../shared/layouts';
import { compact, sample } from './sample';
import * as twin from './twin';

const [vocabulary, count, maxTokens] = [70, 64, 4];
/** Row 0 is greedy. */
const temperatures = Array.from({ length: count }, (_, row) => (row === 0 ? 0 : row % 2 ? 1 : 0.5));
const seedOf = (row: number) => row * 7919;
const fresh = { prefixStart: 0, prefixEnd: 0, firstSlot: 0, maxTokens, adapter: NONE };

export const draws = kernel({
  name: 'sample',
  cases: [1, 3].flatMap((windows) =>
    [0, 5].flatMap((most) =>
      rowThreadsNames.map((row) => ({
        name: `the vocabulary in ${windows} windows, ${most} likeliest tokens, ${row}`,
        variants: { 'row of logits': row },
        sizes: { branches: count },
        layout: new WindowedLogits(vocabulary, count, windows),
        most,
      })),
    ),
  ),
  given: ({ normal }, { layout, most }) => {
    const logits = normal(count * vocabulary);
    for (const token of [5, 40]) logits[token] = 9; // a tie, of which the lowest token is taken
    return {
      stop: new Uniform(stopLayout.table([{ token: NONE }])),
      branches: branchLayout.table(
        temperatures.map((temperature, row) => ({ ...fresh, seed: seedOf(row), temperature, prediction: row })),
      ),
      logits: layout.laidOut(logits),
      states: new Uint32Array(count * stateLayout.words),
      tokens: new Uint32Array(count * maxTokens * (1 + most)),
      logps: room(count * (maxTokens + 2 * most)),
      draws: room(count * drawLayout.words),
    };
  },
  launch: (to, { logits, ...views }, { layout, most }) => {
    const likeliest = { most, at: count * maxTokens };
    for (const { logits: part, ...window } of layout.views(logits))
      sample(to, {
        ...{ ...views, logits: part, window, vocabulary, maxTokens, likeliest },
        ...{ first: true, chunkFirst: 0, chunkRows: count, over: (sizes) => sizes.branches },
      });
  },
  writes: ['tokens', 'logps', 'states'],
  // not what is carried from window to window
  columns: ({ most }) => ({ logps: { stride: count * (maxTokens + 2 * most), count: count * maxTokens } }),
  twin: ({ logits }, { layout, most }) => {
    const whole = layout.whole(logits);
    const rowOf = (row: number) => whole.subarray(row * vocabulary, (row + 1) * vocabulary);
    const drawn = temperatures.map((temperature, row) =>
      twin.sample(rowOf(row), {
        seed: seedOf(row),
        index: 0,
        temperature,
      }),
    );
    const first = <T extends Uint32Array | Float64Array>(table: T, of: (row: number) => number): T =>
      table.map((_, at) => (at % maxTokens === 0 ? of(at / maxTokens) : 0)) as T;
    return {
      tokens: Uint32Array.of(
        ...first(new Uint32Array(count * maxTokens), (row) => drawn[row]?.token ?? NONE),
        ...temperatures.flatMap((temperature, row) => [
          ...twin.likeliest(rowOf(row), { most, temperature }).map(twin.wordOf),
          ...new Array<number>((maxTokens - 1) * most).fill(0),
        ]),
      ),
      logps: first(room(count * maxTokens), (row) => drawn[row]?.logp ?? Number.NaN),
      states: stateLayout.table(drawn.map(({ token: last }, row) => ({ count: 1, finished: 0, last, row, leader: 0 }))),
    };
  },
  tolerance: 2e-6,
  holds: ({ given: { logits }, gpu: { tokens } }, { layout }) => {
    const [greedy] = new Uint32Array(Float32Array.of(tokens[0] ?? Number.NaN).buffer);
    return { 'there is a tie': layout.whole(logits)[40] === 9, 'greedy takes the lowest of equals': greedy === 5 };
  },
});

const answerTokens = 6;
// Two policies' ranges, the first filled up to a tile with branches of no group (max tokens 0).
const ranges = [
  { first: 0, count: 96 },
  { first: 96, count: 70 },
];
const branches = Array.from({ length: 166 }, (_, branch) => {
  const group = Math.floor(branch / 9);
  const padding = branch >= 81 && branch < 96;
  return {
    ...{ seed: 7, prefixStart: group * 50, prefixEnd: group * 50 + 20, firstSlot: 2000 + branch * answerTokens },
    ...{ maxTokens: padding ? 0 : answerTokens, temperature: 0, prediction: padding ? 0 : group, adapter: NONE },
  };
});

export const nextRows = kernel({
  name: 'sample compact',
  cases: [true, false].map((joined) => ({
    name: `live branches side by side, ${joined ? 'those that said the same in one row' : 'each in a row of its own'}`,
    sizes: { branches: 166, ranges: 2 },
    joined,
  })),
  given: ({ rng }) => ({
    ranges: rangeLayout.table(ranges),
    branches: branchLayout.table(branches),
    // Ten rows a group may have drawn from, three tokens, one branch in four finished.
    states: stateLayout.table(
      branches.map(({ maxTokens: most }, branch) => {
        const group = Math.floor(branch / 9);
        const finished = most > 0 && rng.number() < 0.25 ? 1 : 0;
        return { count: 1 + (group % 4), finished, last: rng.integer(3), row: group * 9 + (branch % 2), leader: 0 };
      }),
    ),
    lists: new Uint32Array(166 * answerTokens),
    rows: new Uint32Array(166 * rowLayout.words),
    tiles: tilesFor(6 * tileRows),
  }),
  launch: (to, views, { joined }) => compact(to, { ...views, stride: answerTokens, joined }),
  writes: ['states', 'lists', 'rows', 'tiles'],
  twin: (given, { joined }) => twin.compact(given, { stride: answerTokens, joined }),
  tolerance: 0,
  holds: ({ twin: { rows } }, { joined }) => {
    const used = rowLayout.rows(Uint32Array.from(rows)).filter(({ attendEnd }) => attendEnd > 0).length;
    return { 'rows are fewer than branches': used < (joined ? 90 : 151) };
  },
});
