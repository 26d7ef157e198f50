// The only place that waits for the GPU: copies stretches of buffers into one staging buffer and maps it, once.
import type { EngineDevice } from './device';
import { hasten } from './hasten';
import type { View } from './kernel';
import type { Submitter } from './recording';

/** Bytes of each view (offset, size given), in order. Rejects with DeviceLostError when the device goes, with its fault
 *  when it complained. */
export async function readBack(
  engine: EngineDevice,
  submitter: Submitter,
  views: readonly (View & { size: number })[],
): Promise<ArrayBuffer[]> {
  const { device } = engine;
  const total = views.reduce((sum, view) => sum + view.size, 0);
  const staging = device.createBuffer({
    label: 'read-back',
    size: Math.max(4, total),
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  let at = 0;
  for (const view of views) {
    if (view.size > 0) submitter.copy(view, { buffer: staging, offset: at }, view.size);
    at += view.size;
  }
  submitter.submit();
  engine.work.bytesDown += total;
  try {
    await engine.work.waitFor(engine.unlessLost(hasten(device, staging.mapAsync(GPUMapMode.READ))));
  } catch (error) {
    await engine.raise(error);
  }
  await engine.raise();
  const whole = staging.getMappedRange().slice(0);
  staging.destroy();
  let from = 0;
  return views.map(({ size }) => {
    from += size;
    return whole.slice(from - size, from);
  });
}
