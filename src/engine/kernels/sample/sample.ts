// Launchers of drawing tokens and of laying out the rows of the next step.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import type { Count } from '../counts';
import compactSource from './compact.wgsl?raw';
import sampleSource from './forward.wgsl?raw';

interface Branches {
  tiles: View;
  rows: View;
  branches: View;
  states: View;
}

export function sample(
  recorder: Recorder,
  {
    tiles,
    rows,
    branches,
    states,
    stop,
    logits,
    tokens,
    logps,
    first,
    vocabulary,
    stride,
    maxTokens,
    chunkFirst,
    chunkRows,
    over,
  }: Branches & {
    stop: View;
    logits: View;
    tokens: View;
    logps: View;
    /** True for the first token: all of a prompt's branches read its one row. */
    first: boolean;
    vocabulary: number;
    stride: number;
    maxTokens: number;
    chunkFirst: number;
    chunkRows: number;
    over: Count;
  },
): void {
  recorder.dispatch(
    { name: 'sample', source: sampleSource },
    {
      shape: recorder.shape(first ? 1 : 0, vocabulary, stride, maxTokens, chunkFirst, chunkRows),
      stop,
      tiles,
      rows,
      branches,
      logits,
      states,
      tokens,
      logps,
    },
    { grid: (sizes) => [over(sizes)] },
  );
}

export function compact(recorder: Recorder, { ranges, branches, states, rows, tiles }: Branches & { ranges: View }): void {
  recorder.dispatch(
    { name: 'compact', source: compactSource },
    { ranges, branches, states, rows, tiles },
    { grid: (sizes) => [sizes.ranges] },
  );
}
