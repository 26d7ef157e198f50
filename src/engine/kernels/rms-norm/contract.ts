// What the norm and its way back are held to.
import { tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, type Numbers, room, sum } from '../kernel-contract';
import { rmsNorm, rmsNormBackward } from './rms-norm';
import * as twin from './twin';

const settings = { width: 20, epsilon: 1e-5 };

export const norm = kernel({
  name: 'RMS norm',
  cases: [
    { name: '37 rows of 20', sizes: { rows: 37 }, numbers: 37 * settings.width },
    {
      ...{ name: '37 rows of 20, a workgroup for each', sizes: { rows: 37 }, numbers: 37 * settings.width },
      ...{ fewRows: true, variants: { 'matmul of few rows': '4 rows in 16 slices' } },
    },
  ],
  given: ({ normal }, { sizes, numbers }) => ({
    tiles: tilesFor(sizes.rows),
    x: normal(numbers),
    gain: normal(settings.width),
    y: room(numbers),
    dy: normal(numbers),
    dx: normal(numbers),
  }),
  launch: (to, views) => {
    rmsNorm(to, { ...views, ...settings, over: overRows });
    rmsNormBackward(to, { ...views, ...settings, accumulate: true, over: overRows });
  },
  writes: ['y', 'dy', 'dx'],
  twin: ({ x, gain, dy, dx }) => {
    const back = twin.rmsNormBackward({ x, gain, dy, ...settings });
    return { y: twin.rmsNorm({ x, gain, ...settings }), dy: back.terms, dx: sum(dx, back.dx) };
  },
  tolerance: 1e-6,
  derivatives: ({ given: { x, gain, dy } }) => {
    const back = twin.rmsNormBackward({ x, gain, dy, ...settings });
    const summed = gain.map((_, c) =>
      back.terms.filter((__, at) => at % settings.width === c).reduce((s, v) => s + v, 0),
    );
    const lossOf = (values: Numbers, by: Numbers) => dot(twin.rmsNorm({ x: values, gain: by, ...settings }), dy);
    return [
      { got: back.dx, x, loss: (moved) => lossOf(moved, gain), within: 1e-7 },
      { got: summed, x: gain, loss: (moved) => lossOf(x, moved), within: 1e-7 },
    ];
  },
});
