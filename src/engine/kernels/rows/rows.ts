// Launchers that pick the predicting rows out of all rows, and put their gradients back.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { overPredictions, overRows } from '../counts';
import gatherSource from './gather.wgsl?raw';
import scatterSource from './scatter.wgsl?raw';

/** Writes y[p] = x[list[p]]: [predictions, width]. */
export function gather(
  recorder: Recorder,
  { tiles, list, x, y, width }: { tiles: View; list: View; x: View; y: View; width: number },
): void {
  recorder.dispatch(
    { name: 'gather', source: gatherSource },
    { shape: { c4: width / 4 }, tiles, list, x, y },
    { grid: (sizes) => [groupsOf(width / 4, 8), groupsOf(overPredictions(sizes), 8)] },
  );
}

/** Writes x[m] = y[prediction of row m], and zeros for rows that predict nothing: [M, width]. */
export function scatter(
  recorder: Recorder,
  { tiles, rows, y, x, width }: { tiles: View; rows: View; y: View; x: View; width: number },
): void {
  recorder.dispatch(
    { name: 'scatter', source: scatterSource },
    { shape: { c4: width / 4 }, tiles, rows, y, x },
    { grid: (sizes) => [groupsOf(width / 4, 8), groupsOf(overRows(sizes), 8)] },
  );
}
