// What the embedding is held to: rows are looked up to the bit, in tables of every format, whole or in windows.
import { batch, batchVocabulary, packedTable, tilesFor } from '../case-data';
import { overRows } from '../counts';
import { kernel, type Numbers, room } from '../kernel-contract';
import type { Format } from '../packed/packed';
import { rowLayout } from '../shared/layouts';
import { embed, embedBackward } from './embed';
import * as twin from './twin';

const width = 32;
const windows = [
  { first: 0, count: 8 },
  { first: 8, count: 3 },
] as const;
const tokens = Array.from({ length: batch.count }, (_, row) => rowLayout.read(batch.rows, row, 'token'));
const tableOf = (format: Format, floats: Numbers) =>
  format === 'f32' ? floats : packedTable(format, floats, floats.length / width);

export const lookingUp = kernel({
  name: 'embed',
  cases: (['f32', 'f16', 'int8', 'int4'] as const).map((format) => ({
    ...{ name: `two windows of ${format}`, sizes: { rows: batch.count }, format },
  })),
  given: ({ normal }, { format }) => ({
    tiles: tilesFor(batch.count),
    rows: batch.rows,
    low: tableOf(format, normal(windows[0].count * width)),
    high: tableOf(format, normal(windows[1].count * width)),
    x: room(batch.count * width),
    starts: batch.rowsByToken.starts,
    rowsByToken: batch.rowsByToken.rows,
    dx: normal(batch.count * width),
    gradient: room(batchVocabulary * width),
  }),
  launch: (to, { low, high, gradient: { buffer }, ...views }) => {
    for (const { first, count } of windows) {
      embed(to, { ...views, table: { view: first === 0 ? low : high, first, count }, width, over: overRows });
      const view = { buffer, offset: first * width * 4, size: count * width * 4 };
      embedBackward(to, { ...views, gradient: { view, first, count }, width });
    }
  },
  writes: ['x', 'gradient'],
  twin: ({ low, high, dx, gradient }) => ({
    x: twin.embed({ tokens, table: Float64Array.of(...low, ...high), width }),
    gradient: twin.embedBackward({ tokens, dx, gradient, width }),
  }),
  tolerance: { x: 0, gradient: 1e-6 },
});

const edges = [
  0,
  -0,
  1,
  65504,
  -65504,
  2 ** -14,
  2 ** -24,
  2 ** -25,
  3 * 2 ** -25,
  1 + 2 ** -11,
  1 + 3 * 2 ** -11,
  65519.9,
];
const halves = 32;

/** A table of 32 tokens, of which each row looks one up: nothing is multiplied. What halves are exactly, packed.test.ts
 *  says. */
export const ofHalves = kernel({
  name: 'embed halves',
  cases: [{ name: 'of every size', sizes: { rows: halves } }],
  given: ({ normal }) => {
    const sizes = normal(halves * width - edges.length).map((value, index) => value * 2 ** ((index % 40) - 25));
    const row = rowLayout.row(new Uint32Array(rowLayout.words), 0);
    return {
      tiles: tilesFor(halves),
      rows: rowLayout.table(Array.from({ length: halves }, (_, token) => ({ ...row, token }))),
      w: packedTable('f16', Float64Array.of(...edges, ...sizes).map(Math.fround), halves),
      x: room(halves * width),
    };
  },
  launch: (to, { w, ...views }) =>
    embed(to, { ...views, table: { view: w, first: 0, count: halves }, width, over: overRows }),
  writes: ['x'],
  twin: ({ w }) => ({ x: w }),
  tolerance: 0,
});
