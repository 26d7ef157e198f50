// What the norm is held to.
import { tilesFor } from '../case-data';
import { overRows } from '../counts';
import { dot, kernel, room, sum } from '../kernel-contract';
import { rmsNorm, rmsNormBackward } from './rms-norm';
import * as twin from './twin';

const settings = { width: 20, epsilon: 1e-5 };
const cases = [{ name: '37 rows of 20', sizes: { rows: 37 }, rows: 37 }];

export const forward = kernel({
  name: 'RMS norm',
  cases,
  given: ({ normal }, { rows }) => ({
    tiles: tilesFor(rows),
    x: normal(rows * settings.width),
    gain: normal(settings.width),
    y: room(rows * settings.width),
  }),
  launch: (to, views) => rmsNorm(to, { ...views, ...settings, over: overRows }),
  writes: ['y'],
  twin: ({ x, gain }) => ({ y: twin.rmsNorm({ x, gain, ...settings }) }),
  tolerance: 1e-6,
});

export const backward = kernel({
  name: 'RMS norm backward',
  cases,
  given: ({ normal }, { rows }) => ({
    tiles: tilesFor(rows),
    x: normal(rows * settings.width),
    gain: normal(settings.width),
    dy: normal(rows * settings.width),
    dx: normal(rows * settings.width),
  }),
  launch: (to, views) => rmsNormBackward(to, { ...views, ...settings, accumulate: true, over: overRows }),
  writes: ['dy', 'dx'],
  twin: ({ x, gain, dy, dx }) => {
    const own = twin.rmsNormBackward({ x, gain, dy, ...settings });
    return { dy: own.terms, dx: sum(dx, own.dx) };
  },
  tolerance: 1e-6,
  derivatives: ({ given: { x, gain, dy } }) => {
    const own = twin.rmsNormBackward({ x, gain, dy, ...settings });
    const summed = gain.map((_, c) => own.terms.filter((__, index) => index % settings.width === c).reduce((s, v) => s + v, 0));
    return [
      { got: own.dx, x, loss: (moved) => dot(twin.rmsNorm({ x: moved, gain, ...settings }), dy), within: 1e-7 },
      { got: summed, x: gain, loss: (moved) => dot(twin.rmsNorm({ x, gain: moved, ...settings }), dy), within: 1e-7 },
    ];
  },
});
