// Named buffers that grow by buckets (powers of two and one and a half times them), so that batches of similar size
// share one allocation and one recording. When any of them is made anew, `generation` counts up: recordings of older
// generations are stale.
import { check } from '../../basics/check';
import type { EngineDevice } from './device';
import type { View } from './kernel';
import { fillWithPoison, type Holds, poison } from './poison';

/** What makes a table's buffers: really (`Buffers.forBatch`), or on paper (`BufferSizing.make`). They hold numbers
 *  where nothing is said. */
export type Make<V> = (name: string, bytes: number, holds?: Holds) => V;

/** One of equal parts of what was made, each of which can be bound. They lie where they lie for as long as the buffer
 *  does, whatever a batch asked for; on paper there is nothing to cut. */
export function partOf<V>(whole: V, index: number, parts: number): V {
  const made = whole as View | undefined;
  if (!made) return whole;
  const size = Math.floor(made.buffer.size / parts / 256) * 256;
  return { ...made, offset: index * size, size } as V;
}

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
  private readonly device: GPUDevice;
  constructor(private readonly engine: Pick<EngineDevice, 'device' | 'work'>) {
    this.device = engine.device;
  }

  /** The buffer `name` with at least `bytes`; its content is lost when it grows. */
  storage(name: string, bytes: number): View {
    const known = this.byName.get(name);
    if (known && known.size >= bytes) return { buffer: known };
    checkFits(this.device, name, bytes);
    known?.destroy();
    const buffer = this.device.createBuffer({ label: name, size: storageBytes(bytes), usage: storage() });
    this.byName.set(name, buffer);
    this.generation++;
    return { buffer };
  }

  /** The same for one batch: nothing in it may be read before it is written (S5). */
  readonly forBatch: Make<View> = (name, bytes, holds = 'numbers') => {
    const view = this.storage(name, bytes);
    if (poison.on) fillWithPoison(this.device.queue, view.buffer, holds);
    return view;
  };

  /** Writes into a buffer from its beginning. */
  write({ buffer }: View, words: Uint32Array | Float32Array): void {
    this.device.queue.writeBuffer(buffer, 0, words as unknown as BufferSource);
    this.engine.work.bytesUp += words.byteLength;
  }

  /** Makes room for a table: what is there is given up when it and the table together would take more than `limit`
   *  bytes. */
  makeRoom(table: BufferSizing, limit: number): void {
    if (table.besides(new Map([...this.byName].map(([name, { size }]) => [name, size]))) > limit) this.destroy();
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
    this.engine.work.bytesUp += content.byteLength;
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

/** A table of buffers on paper: what it would take, before anything is made. */
export class BufferSizing {
  private readonly byName = new Map<string, number>();
  readonly make: Make<undefined> = (name, bytes) => {
    this.byName.set(name, Math.max(this.byName.get(name) ?? 0, storageBytes(bytes)));
    return undefined;
  };

  get bytes(): number {
    return this.besides(new Map());
  }

  /** Bytes of the largest buffer. */
  get largest(): number {
    return Math.max(0, ...this.byName.values());
  }

  /** Bytes of this table and of what is there already, equal names sharing the larger. */
  besides(there: ReadonlyMap<string, number>): number {
    const rest = [...there].reduce((sum, [name, bytes]) => sum + (this.byName.has(name) ? 0 : bytes), 0);
    return [...this.byName].reduce((sum, [name, bytes]) => sum + Math.max(bytes, there.get(name) ?? 0), rest);
  }
}

/** `answer`, asked once for all things with the same key. */
export function onceEach<T, R>(keyOf: (thing: T) => string, answer: (thing: T) => R): (thing: T) => R {
  const known = new Map<string, R>();
  return (thing) => {
    const key = keyOf(thing);
    const found = known.get(key) ?? answer(thing);
    known.set(key, found);
    return found;
  };
}

/** The most bytes that one buffer may have to be bound whole. */
export const bindingLimit = (
  limits: Pick<GPUSupportedLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize'>,
): number => Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);

const storageBytes = (bytes: number): number => align(Math.max(bytes, 16), 16);

export const align = (bytes: number, to: number): number => Math.ceil(bytes / to) * to;

/** Throws with numbers when the adapter cannot hold or bind a buffer of this size. */
export function checkFits(device: GPUDevice, name: string, bytes: number): void {
  const limit = bindingLimit(device.limits);
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
  const buffer = device.createBuffer({ label, size: storageBytes(data.byteLength), usage: storage() });
  device.queue.writeBuffer(buffer, 0, data as unknown as BufferSource);
  return buffer;
}

/** An empty (zeroed) storage buffer of its own. */
export function emptyBuffer(device: GPUDevice, label: string, bytes: number): GPUBuffer {
  checkFits(device, label, bytes);
  return device.createBuffer({ label, size: storageBytes(bytes), usage: storage() });
}
