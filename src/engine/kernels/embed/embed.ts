// Launchers of the embedding: looking rows up, and adding their gradients back per token.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import type { Count } from '../counts';
import backwardSource from './backward.wgsl?raw';
import forwardSource from './forward.wgsl?raw';

export function embed(
  recorder: Recorder,
  { tiles, rows, embedding, x, width, over }: { tiles: View; rows: View; embedding: View; x: View; width: number; over: Count },
): void {
  recorder.dispatch(
    { name: 'embed', source: forwardSource },
    { shape: recorder.shape(width / 4), tiles, rows, embedding, x },
    { grid: (sizes) => [groupsOf(width / 4, 8), groupsOf(over(sizes), 8)] },
  );
}

/** gradient += the rows' slopes, token by token; `readers` are the rows sorted by token, `starts` the first of each token. */
export function embedBackward(
  recorder: Recorder,
  {
    starts,
    readers,
    dx,
    gradient,
    width,
    vocabulary,
  }: { starts: View; readers: View; dx: View; gradient: View; width: number; vocabulary: number },
): void {
  recorder.dispatch(
    { name: 'embed backward', source: backwardSource },
    { shape: recorder.shape(width / 4, vocabulary), starts, readers, dx, gradient },
    { grid: () => [groupsOf(width / 4, 8), groupsOf(vocabulary, 8)] },
  );
}
