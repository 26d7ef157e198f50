// Launchers of grouped-query attention over slots. One kernel for training, prompts and decoding: the rows say what each sees.
import { groupsOf } from '../../gpu/recording';
import { float, type Recorder } from '../../gpu/recorder';
import type { View } from '../../gpu/kernel';
import type { Count } from '../counts';
import type { Heads } from '../rope/rope';
import forwardSource from './forward.wgsl?raw';
import keySource from './backward-key.wgsl?raw';
import querySource from './backward-query.wgsl?raw';

interface Attention {
  tiles: View;
  rows: View;
  q: View;
  kv: View;
  o: View;
  /** [M, H, 2]: log Σ exp, and Σ dO·O. */
  seen: View;
  shape: Heads;
  over: Count;
}

export function attention(recorder: Recorder, { tiles, rows, q, kv, o, seen, shape, over }: Attention): void {
  recorder.dispatch(
    { name: 'attention', source: forwardSource, constants: { P4: shape.paddedHead / 4 } },
    { shape: shapeOf(recorder, shape), tiles, rows, q, kv, o, seen },
    { grid: (sizes) => [groupsOf(shape.heads, 8), groupsOf(over(sizes), 8)], work: (sizes) => over(sizes) * shape.heads * shape.paddedHead * 400 },
  );
}

/** o leaves as dq; dkv [M, 2, KV, P] is written. Training only: a row's slot is the row. */
export function attentionBackward(
  recorder: Recorder,
  { tiles, rows, q, kv, o, seen, d_o, dkv, shape, over }: Attention & { d_o: View; dkv: View },
): void {
  const constants = { P4: shape.paddedHead / 4 };
  const work = (sizes: Parameters<Count>[0]) => over(sizes) * shape.heads * shape.paddedHead * 800;
  recorder.dispatch(
    { name: 'attention backward query', source: querySource, constants },
    { shape: shapeOf(recorder, shape), tiles, rows, q, kv, d_o, o, seen },
    { grid: (sizes) => [groupsOf(shape.heads, 8), groupsOf(over(sizes), 8)], work },
  );
  recorder.dispatch(
    { name: 'attention backward key', source: keySource, constants },
    { shape: shapeOf(recorder, shape), tiles, rows, q, kv, d_o, seen, dkv },
    { grid: (sizes) => [groupsOf(shape.kvHeads, 8), groupsOf(over(sizes), 8)], work },
  );
}

const shapeOf = (recorder: Recorder, { heads, kvHeads, headSize }: Heads): View =>
  recorder.shape(heads, kvHeads, float(1 / Math.sqrt(headSize)));
