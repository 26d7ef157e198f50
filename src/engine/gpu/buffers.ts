// Named buffers that grow by buckets (powers of two and one and a half times them), so that batches of similar size share one
// allocation and one recording. When any of them is made anew, `generation` counts up: recordings of older generations are stale.
import { check } from '../../basics/check';
import type { View } from './kernel';

const storage = () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;

/** The bucket for `count`: the next of 64, 96, 128, 192, 256, 384, … */
export function bucketOf(count: number): number {
  let bucket = 64;
  while (bucket < count) bucket *= 2;
  return bucket > 64 && bucket * 0.75 >= count ? bucket * 0.75 : bucket;
}

export class Buffers {
  private readonly byName = new Map<string, GPUBuffer>();
  generation = 0;
  constructor(private readonly device: GPUDevice) {}

  /** The buffer `name` with at least `bytes`; its content is lost when it grows. */
  storage(name: string, bytes: number): View {
    const known = this.byName.get(name);
    if (known && known.size >= bytes) return { buffer: known };
    checkFits(this.device, name, bytes);
    known?.destroy();
    const buffer = this.device.createBuffer({ label: name, size: align(Math.max(bytes, 16), 16), usage: storage() });
    this.byName.set(name, buffer);
    this.generation++;
    return { buffer };
  }

  /** A uniform buffer with this content; made once, rewritten in place. */
  uniform(name: string, content: ArrayBuffer): View {
    let buffer = this.byName.get(name);
    if (!buffer) {
      const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
      buffer = this.device.createBuffer({ label: name, size: align(content.byteLength, 16), usage });
      this.byName.set(name, buffer);
    }
    this.device.queue.writeBuffer(buffer, 0, content);
    return { buffer };
  }

  get bytes(): number {
    return [...this.byName.values()].reduce((sum, buffer) => sum + buffer.size, 0);
  }

  destroy(): void {
    for (const buffer of this.byName.values()) buffer.destroy();
    this.byName.clear();
    this.generation++;
  }
}

export const align = (bytes: number, to: number): number => Math.ceil(bytes / to) * to;

/** Throws with numbers when the adapter cannot hold or bind a buffer of this size. */
export function checkFits(device: GPUDevice, name: string, bytes: number): void {
  const limit = Math.min(device.limits.maxBufferSize, device.limits.maxStorageBufferBindingSize);
  const mib = (count: number) => (count / 2 ** 20).toFixed(0);
  check(
    bytes <= limit,
    () =>
      `buffer "${name}" needs ${mib(bytes)} MiB, this adapter binds at most ${mib(limit)} MiB: use fewer or shorter samples at once, or a smaller model`,
  );
}

/** A storage buffer of its own, filled. */
export function filledBuffer(device: GPUDevice, label: string, data: Float32Array | Uint32Array): GPUBuffer {
  checkFits(device, label, data.byteLength);
  const buffer = device.createBuffer({ label, size: align(Math.max(data.byteLength, 16), 16), usage: storage() });
  device.queue.writeBuffer(buffer, 0, data as unknown as BufferSource);
  return buffer;
}

/** An empty (zeroed) storage buffer of its own. */
export function emptyBuffer(device: GPUDevice, label: string, bytes: number): GPUBuffer {
  checkFits(device, label, bytes);
  return device.createBuffer({ label, size: align(Math.max(bytes, 16), 16), usage: storage() });
}
