// What picking rows out and putting them back is held to: they are copied to the bit.
import { batch, tilesFor } from '../case-data';
import { kernel, room } from '../kernel-contract';
import { gather, scatter } from './rows';
import * as twin from './twin';

const width = 20;
const list = batch.predictions;
const cases = [{ name: 'packed groups', sizes: { rows: batch.count, predictions: list.length } }];

export const gathering = kernel({
  name: 'gather',
  cases,
  given: ({ normal }) => ({
    tiles: tilesFor(list.length),
    list: Uint32Array.from(list),
    x: normal(batch.count * width),
    y: room(list.length * width),
  }),
  launch: (to, views) => gather(to, { ...views, width }),
  writes: ['y'],
  twin: ({ list: picked, x }) => ({ y: twin.gather({ list: picked, x, width }) }),
  tolerance: 0,
});

export const scattering = kernel({
  name: 'scatter',
  cases,
  given: ({ normal }) => ({
    tiles: tilesFor(batch.count),
    rows: batch.rows,
    y: normal(list.length * width),
    x: normal(batch.count * width),
  }),
  launch: (to, views) => scatter(to, { ...views, width }),
  writes: ['x'],
  twin: ({ y }) => ({ x: twin.scatter({ list, y, rows: batch.count, width }) }),
  tolerance: 0,
});
