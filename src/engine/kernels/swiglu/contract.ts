// What silu(gate)·up and its way back are held to.
import { tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, room } from '../kernel-contract';
import { swiglu, swigluBackward } from './swiglu';
import * as twin from './twin';

const width = 28;

export const activation = kernel({
  name: 'SwiGLU',
  cases: [{ name: '37 rows of 28', sizes: { rows: 37 }, numbers: 37 * width }],
  given: ({ normal }, { sizes, numbers }) => ({
    tiles: tilesFor(sizes.rows),
    gu: normal(2 * numbers).map((value) => 2 * value),
    act: room(numbers),
    dact: normal(numbers),
  }),
  launch: (to, views) => {
    swiglu(to, { ...views, width, over: overRows });
    swigluBackward(to, { ...views, width, over: overRows });
  },
  writes: ['act', 'gu'],
  twin: ({ gu, dact }) => ({ act: twin.swiglu({ gu, width }), gu: twin.swigluBackward({ dact, gu, width }) }),
  tolerance: 1e-6,
  derivatives: ({ given: { dact, gu }, twin: { gu: got } }) => [
    { got, x: gu, loss: (moved) => dot(twin.swiglu({ gu: moved, width }), dact), within: 1e-7 },
  ],
});
