// Launcher of widening: weights stored as halves become f32 in a place of their own, just before a layer reads them. A layer is widened
// once and read by every row, so this costs little beside its products; it needs no `shader-f16`.

import type { View } from '../../gpu/kernel';
import type { Recorder } from '../../gpu/recorder';
import { groupsOf } from '../../gpu/recording';
import source from './forward.wgsl?raw';

/** y = x over `floats` numbers, a multiple of 4. */
export function widen(recorder: Recorder, { x, y, floats }: { x: View; y: View; floats: number }): void {
  const groups = groupsOf(floats / 4, 64);
  const across = Math.min(groups, 32_768);
  recorder.dispatch(
    { name: 'widen', source },
    { shape: recorder.shape(floats / 4), x, y },
    { grid: () => [across, Math.ceil(groups / across)], work: () => floats * 4 },
  );
}
