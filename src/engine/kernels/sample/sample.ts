// Launchers of drawing tokens and of laying out the rows of the next step. A branch's state is five words, see the kernels.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import type { Count } from '../counts';
import compactSource from './compact.wgsl?raw';
import sampleText from './forward.wgsl?raw';
import noiseSource from './noise.wgsl?raw';

const sampleSource = `${noiseSource}\n${sampleText}`;

/** Words of a branch's state: tokens said, whether it is finished, the last token, its row, whose row it is. */
export const stateWords = 5;
/** Floats of a branch's draw. */
export const drawFloats = 8;

interface Branches {
  branches: View;
  states: View;
}

export function sample(
  recorder: Recorder,
  {
    branches,
    states,
    stop,
    logits,
    tokens,
    logps,
    draws,
    first,
    window,
    vocabulary,
    maxTokens,
    chunkFirst,
    chunkRows,
    over,
  }: Branches & {
    stop: View;
    logits: View;
    tokens: View;
    logps: View;
    /** [branches, drawFloats]: what a branch carries from one window to the next. */
    draws: View;
    /** True for the first token: all of a prompt's branches read its one row. */
    first: boolean;
    /** The tokens whose logits these are, and floats of a row of logits. */
    window: { readonly first: number; readonly count: number; readonly stride: number };
    vocabulary: number;
    maxTokens: number;
    chunkFirst: number;
    chunkRows: number;
    over: Count;
  },
): void {
  recorder.dispatch(
    { name: 'sample', source: sampleSource },
    {
      shape: recorder.shape(
        first ? 1 : 0,
        window.stride,
        maxTokens,
        chunkFirst,
        chunkRows,
        window.first,
        window.count,
        vocabulary,
      ),
      stop,
      branches,
      logits,
      states,
      tokens,
      logps,
      draws,
    },
    { grid: (sizes) => [over(sizes)], work: (sizes) => over(sizes) * (80_000 + window.count * 100) },
  );
}

export function compact(
  recorder: Recorder,
  {
    ranges,
    branches,
    states,
    lists,
    rows,
    tiles,
    stride,
    joined,
  }: Branches & {
    ranges: View;
    /** [branches, stride]: the slots of each branch's tokens. */
    lists: View;
    rows: View;
    tiles: View;
    stride: number;
    /** Whether branches that have said the same share a row. */
    joined: boolean;
  },
): void {
  recorder.dispatch(
    { name: 'compact', source: compactSource, constants: { JOINED: joined ? 1 : 0 } },
    { shape: recorder.shape(stride), ranges, branches, states, lists, rows, tiles },
    { grid: (sizes) => [sizes.ranges] },
  );
}
