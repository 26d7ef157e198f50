// Gives Node what the peers' browser builds look for in a browser: a navigator with a GPU, uploads out of shared
// memory, iterators that map and filter. They are measured in the builds that run in the page, not in those made for
// Node, which bring other backends.

/** What `load` brings finds a browser, while it is loaded and at its work. */
export async function likeABrowser<T>(gpu: GPU, load: () => Promise<T>): Promise<T> {
  // Not the number of cores: onnxruntime-web starts no threads without it, and Node has no Worker of a browser's kind
  // for them.
  define(globalThis, 'navigator', { gpu: onOneAdapter(gpu), userAgent: `Node.js/${process.versions.node}` });
  uploadSharedMemory();
  bringIteratorMethods();
  const { release } = process;
  try {
    define(process, 'release', { ...release, name: 'like a browser' }); // transformers.js would take onnxruntime-node
    return await load();
  } finally {
    define(process, 'release', release);
  }
}

/** Whoever asks, and whatever for, gets the adapter that is measured. */
function onOneAdapter(gpu: GPU): Pick<GPU, 'requestAdapter' | 'wgslLanguageFeatures' | 'getPreferredCanvasFormat'> {
  return {
    requestAdapter: (options) => gpu.requestAdapter({ ...options, powerPreference: 'high-performance' }),
    wgslLanguageFeatures: gpu.wgslLanguageFeatures,
    getPreferredCanvasFormat: () => gpu.getPreferredCanvasFormat(),
  };
}

/** onnxruntime-web writes out of its runtime's memory, which is shared; Dawn's Node binding refuses that ("Invalid
 *  argument"): copied first. */
function uploadSharedMemory(): void {
  const { writeBuffer } = GPUQueue.prototype;
  define(GPUQueue.prototype, 'writeBuffer', function (this: GPUQueue, ...[buffer, at, data, from, size]: WriteBuffer) {
    const isShared = ArrayBuffer.isView(data) && data.buffer instanceof SharedArrayBuffer;
    return writeBuffer.call(this, buffer, at, isShared ? (data as Uint8Array).slice() : data, from, size);
  });
}
type WriteBuffer = Parameters<GPUQueue['writeBuffer']>;

/** jax-js maps and filters the iterator that matchAll gives; Node's can do that from version 22 on. */
function bringIteratorMethods(): void {
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  if ('map' in prototype) return;
  define(prototype, 'map', function* <From, To>(this: Iterable<From>, change: (value: From, index: number) => To) {
    let index = 0;
    for (const value of this) yield change(value, index++);
  });
  define(prototype, 'filter', function* <Value>(this: Iterable<Value>, keep: (value: Value, index: number) => boolean) {
    let index = 0;
    for (const value of this) if (keep(value, index++)) yield value;
  });
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}
