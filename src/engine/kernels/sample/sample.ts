// Launchers of drawing tokens and of laying out the rows of the next step. What a branch is, and how far, is laid out
// in shared/layouts.ts.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { costs } from '../costs';
import type { Count } from '../counts';
import { rowThreadsOf } from '../matmul/variants';
import compactSource from './compact.wgsl?raw';
import sampleSource from './forward.wgsl?raw';

/** As many of the likeliest tokens can be told beside each drawn one. */
export const mostLikeliest = 5;

/** `most` of each token, 0: none; their words begin at word `at` of the tokens. */
export interface Likeliest {
  readonly most: number;
  readonly at: number;
}

interface Branches {
  branches: View;
  states: View;
}

/** Draws a token for each live branch from one window of the logits; the last window decides. */
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
    likeliest,
    chunkFirst,
    chunkRows,
    over,
  }: Branches & {
    stop: View;
    logits: View;
    /** [branches, maxTokens]; behind them, where the likeliest are told, [branches, maxTokens, most]. */
    tokens: View;
    /** [branches, maxTokens]; behind them, where the likeliest are told, [branches, most, 2]. */
    logps: View;
    /** [branches] of drawLayout: what a branch carries from one window to the next. */
    draws: View;
    /** True for the first token: all of a prompt's branches read its one row. */
    first: boolean;
    /** The tokens whose logits these are, and floats of a row of logits. */
    window: { readonly first: number; readonly count: number; readonly stride: number };
    vocabulary: number;
    maxTokens: number;
    /** How many of the likeliest tokens are told beside each drawn one. */
    likeliest: Likeliest;
    chunkFirst: number;
    chunkRows: number;
    over: Count;
  },
): void {
  recorder.dispatch(
    { name: 'sample', source: sampleSource, constants: rowThreadsOf(recorder) },
    {
      shape: {
        first: first ? 1 : 0,
        ...{ stride: window.stride, token: window.first, count: window.count, vocabulary },
        ...{ maxTokens, chunkFirst, chunkRows, most: likeliest.most, beside: likeliest.at, carried: likeliest.at },
      },
      stop,
      branches,
      logits,
      states,
      tokens,
      logps,
      draws,
    },
    { grid: (sizes) => [over(sizes)], work: (sizes) => over(sizes) * (costs.drawOfBranch + window.count * costs.draw) },
  );
}

/** Lays the live branches out as the rows of the next step, tiles and lists of slots included. */
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
    { shape: { stride }, ranges, branches, states, lists, rows, tiles },
    { grid: (sizes) => [sizes.ranges] },
  );
}
