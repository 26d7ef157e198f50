// A device that counts the bytes of its buffers, and may claim smaller limits than it has: what memory tests look
// through.
import type { EngineDevice } from './device';
import { SliceOrigins } from './dispatch-slices';

export interface CountedDevice {
  readonly gpu: EngineDevice;
  /** Bytes of the buffers that are alive, and the most there have been at once. */
  readonly bytes: () => number;
  readonly mostBytes: () => number;
  readonly submissions: () => number;
}

export function countedDevice(
  gpu: EngineDevice,
  limits: Partial<Record<keyof GPUSupportedLimits, number>> = {},
): CountedDevice {
  let bytes = 0;
  let most = 0;
  let submissions = 0;
  const through = <T extends object>(target: T, own: Readonly<Record<string, unknown>>): T =>
    new Proxy(target, {
      get: (object, name) => {
        if (typeof name === 'string' && name in own) return own[name];
        const value: unknown = Reflect.get(object, name, object);
        return typeof value === 'function' ? value.bind(object) : value;
      },
    });
  const queue = through(gpu.device.queue, {
    submit: (buffers: GPUCommandBuffer[]) => {
      submissions++;
      gpu.device.queue.submit(buffers);
    },
  });
  const createBuffer = (descriptor: GPUBufferDescriptor): GPUBuffer => {
    const buffer = gpu.device.createBuffer(descriptor);
    const { size } = buffer;
    bytes += size;
    most = Math.max(most, bytes);
    const destroy = buffer.destroy.bind(buffer);
    let alive = true;
    buffer.destroy = () => {
      if (alive) bytes -= size;
      alive = false;
      return destroy();
    };
    return buffer;
  };
  const device = through(gpu.device, { createBuffer, queue, limits: through(gpu.device.limits, limits) });
  const origins = new SliceOrigins(gpu.device); // stay with the device: no engine frees them
  return {
    gpu: { ...gpu, device, kernels: { made: new Map(), waiting: new Set(), underWay: new Set(), origins } },
    bytes: () => bytes,
    mostBytes: () => most,
    submissions: () => submissions,
  };
}
