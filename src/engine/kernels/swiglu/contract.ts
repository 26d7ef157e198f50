// What silu(gate)·up is held to.
import { tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, room } from '../kernel-contract';
import { swiglu, swigluBackward } from './swiglu';
import * as twin from './twin';

const width = 28;
const cases = [{ name: '37 rows of 28', sizes: { rows: 37 }, rows: 37 }];

export const forward = kernel({
  name: 'SwiGLU',
  cases,
  given: ({ normal }, { rows }) => ({
    tiles: tilesFor(rows),
    gu: normal(rows * 2 * width).map((value) => 2 * value),
    act: room(rows * width),
  }),
  launch: (to, views) => swiglu(to, { ...views, width, over: overRows }),
  writes: ['act'],
  twin: ({ gu }) => ({ act: twin.swiglu({ gu, width }) }),
  tolerance: 1e-6,
});

export const backward = kernel({
  name: 'SwiGLU backward',
  cases,
  given: ({ normal }, { rows }) => ({
    tiles: tilesFor(rows),
    dact: normal(rows * width),
    gu: normal(rows * 2 * width).map((value) => 2 * value),
  }),
  launch: (to, views) => swigluBackward(to, { ...views, width, over: overRows }),
  writes: ['gu'],
  twin: ({ dact, gu }) => ({ gu: twin.swigluBackward({ dact, gu, width }) }),
  tolerance: 1e-6,
  derivatives: ({ given: { dact, gu }, twin: { gu: got } }) => [
    { got, x: gu, loss: (moved) => dot(twin.swiglu({ gu: moved, width }), dact), within: 1e-7 },
  ],
});
