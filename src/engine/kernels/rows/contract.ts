// What picking rows out and putting their gradients back is held to: they are copied to the bit.
import { batch, tilesFor } from '../case-data';
import { kernel, room } from '../kernel-contract';
import { gather, scatter } from './rows';
import * as twin from './twin';

const width = 20;
const { rows, count, predictions } = batch;

export const picking = kernel({
  name: 'gather and scatter',
  cases: [{ name: 'packed groups', sizes: { rows: count, predictions: predictions.length } }],
  given: ({ normal }) => ({
    tiles: tilesFor(count),
    headTiles: tilesFor(predictions.length),
    list: Uint32Array.from(predictions),
    rows,
    x: normal(count * width),
    y: room(predictions.length * width),
    dy: normal(predictions.length * width),
    dx: normal(count * width),
  }),
  launch: (to, { tiles, headTiles, list, rows: words, x, y, dy, dx }) => {
    gather(to, { tiles: headTiles, list, x, y, width });
    scatter(to, { tiles, rows: words, y: dy, x: dx, width });
  },
  writes: ['y', 'dx'],
  twin: ({ list, x, dy }) => ({
    y: twin.gather({ list, x, width }),
    dx: twin.scatter({ list, y: dy, rows: count, width }),
  }),
  tolerance: 0,
});
