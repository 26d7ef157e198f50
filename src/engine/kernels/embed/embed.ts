// Launchers of the embedding: looking rows up, and adding their gradients back per token. The table may come in
// windows.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import { costs } from '../costs';
import type { Count } from '../counts';
import { type Matrix, readingOf } from '../packed/packed';
import backwardSource from './backward.wgsl?raw';
import forwardSource from './forward.wgsl?raw';

/** Rows of the table, `first` … `first + count − 1`, as they lie. */
interface TableWindow {
  readonly view: Matrix;
  readonly first: number;
  readonly count: number;
}

/** x of the rows whose token is in the window; the others stay. */
export function embed(
  recorder: Recorder,
  {
    tiles,
    rows,
    table,
    x,
    width,
    over,
  }: { tiles: View; rows: View; table: TableWindow; x: View; width: number; over: Count },
): void {
  const { constants, places } = readingOf(table.view);
  recorder.dispatch(
    { name: 'embed', source: forwardSource, constants },
    { shape: { c4: width / 4, first: table.first, count: table.count, ...places }, tiles, rows, w: table.view, x },
    { grid: (sizes) => [groupsOf(width / 4, 8), groupsOf(over(sizes), 8)] },
  );
}

/** gradient += the rows' gradients, token by token of the window; `rowsByToken` are the rows sorted by token, `starts`
 *  the first of each token. */
export function embedBackward(
  recorder: Recorder,
  {
    starts,
    rowsByToken,
    dx,
    gradient,
    width,
  }: {
    starts: View;
    rowsByToken: View;
    dx: View;
    gradient: Pick<TableWindow, 'view' | 'first' | 'count'>;
    width: number;
  },
): void {
  const { view, first, count } = gradient;
  const down = groupsOf(count, 8);
  recorder.dispatch(
    { name: 'embed backward', source: backwardSource },
    { shape: { c4: width / 4, first, count }, starts, rows_by_token: rowsByToken, dx, gradient: view },
    { grid: () => [groupsOf(width / 4, 8), down], work: () => count * width * costs.embedBackward },
  );
}
