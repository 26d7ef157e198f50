// A test mode that shows whether a batch depends on what its buffers held before (S5): each time a batch takes its
// buffers they are filled with what must not be read. A table read too far then finds live rows, ranges over
// everything, and places that belong to others.
import { rowLayout } from '../kernels/shared/layouts';
import type { View } from './kernel';

/** What a buffer holds; `rows` are those of rowLayout. */
export type Holds = 'numbers' | 'indices' | 'rows';

/** Set by tests alone. */
export const poison = { on: false };

const notANumber = 0x7fc00000;
/** Beyond every table of a test, yet a loop up to it ends. */
const far = 0x1ffff;
/** A row of token, position and slot 0 that sees only itself, is seen by all later rows, and predicts at a place far
 *  away. */
const row = {
  ...{ token: 0, position: 0, slot: 0, prefixStart: 0, prefixEnd: 0, ownStart: 0 },
  ...{ attendEnd: far, predictionOrBranch: far },
};
/** Repeated to a buffer's end. */
const words: Readonly<Record<Holds, ArrayLike<number>>> = {
  numbers: [notANumber],
  indices: [0, far],
  rows: rowLayout.table([row]),
};
const stretchWords = 2 ** 18;

/** Fills the whole buffer with what must not be read, by what it holds. */
export function fillWithPoison(queue: GPUQueue, buffer: GPUBuffer, holds: Holds): void {
  const pattern = words[holds];
  const stretch = Uint32Array.from(
    { length: Math.min(stretchWords, buffer.size / 4) },
    (_, at) => pattern[at % pattern.length] as number,
  );
  for (let at = 0; at < buffer.size; at += stretch.byteLength)
    queue.writeBuffer(buffer, at, stretch, 0, Math.min(stretch.length, (buffer.size - at) / 4));
}

/** The same for sums of which some places must stay zero, for nobody writes them: `places` is what one of `count`
 *  copies is summed into. */
export function poisonSums(
  queue: GPUQueue,
  { buffer }: View,
  {
    places,
    stride,
    count,
  }: { places: Iterable<{ readonly offset: number; readonly floats: number }>; stride: number; count: number },
): void {
  const copy = new Uint32Array(stride);
  for (const { offset, floats } of places) copy.fill(notANumber, offset, offset + floats);
  for (let index = 0; index < count; index++) queue.writeBuffer(buffer, index * copy.byteLength, copy);
}
