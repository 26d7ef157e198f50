// Heads padded with zeros to multiples of 16, which GroupQueryAttention asks for: each half of a head by itself,
// because the rotary turn pairs the halves.
import type { NamedTensor } from '../../../contract/weights';
import type { OnnxGraph } from './graph';
import type { Sizes } from './sizes';

/** Where the elements of a side lie in the file, and how many places there are. */
export interface Places {
  readonly count: number;
  readonly of: (index: number) => number;
}

export const plainPlaces = (count: number): Places => ({ count, of: (index) => index });

/** Of a side that is heads one after another. */
export function headPlaces({ headSize, paddedHead }: Sizes, length: number): Places {
  const half = headSize / 2;
  return {
    count: (length / headSize) * paddedHead,
    of: (index) => {
      const inHead = index % headSize;
      return Math.floor(index / headSize) * paddedHead + (inHead < half ? inHead : inHead - half + paddedHead / 2);
    },
  };
}

export function placed(data: Float32Array, places: Places): Float32Array {
  const result = new Float32Array(places.count);
  for (const [index, value] of data.entries()) result[places.of(index)] = value;
  return result;
}

/** A linear layer's [out, in] as the [in, out] that MatMul multiplies with. */
export function turned({ shape, data }: NamedTensor, out: Places, into: Places): Float32Array {
  const [rows = 0, columns = 0] = shape;
  const result = new Float32Array(into.count * out.count);
  const columnPlaces = Array.from({ length: columns }, (_, column) => into.of(column) * out.count);
  for (let row = 0; row < rows; row++) {
    const place = out.of(row);
    for (let column = 0; column < columns; column++)
      result[(columnPlaces[column] as number) + place] = data[row * columns + column] as number;
  }
  return result;
}

/** The same for a matrix [heads one after another, columns] that is known only when the model runs. */
export function padRows(graph: OnnxGraph, matrix: string, { headSize, paddedHead }: Sizes, rows: number): string {
  if (headSize === paddedHead) return matrix;
  const [half, width, heads] = [headSize / 2, paddedHead / 2, rows / headSize];
  const halves = graph.add('Reshape', [matrix, graph.sides([2 * heads, half, -1])]);
  const padded = graph.add('Pad', [halves, graph.sides([0, 0, 0, 0, width - half, 0])]);
  return graph.add('Reshape', [padded, graph.sides([heads * paddedHead, -1])]);
}
