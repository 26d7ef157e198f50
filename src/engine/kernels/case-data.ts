// What several kernels' cases have in common: packed rows, tables of tiles, heads, windows, matrices in fewer bits.
import type { View } from '../gpu/kernel';
import { NONE, packTraining } from '../model/rows';
import { tilesOf } from '../model/tile-table';
import { type Numbers, PackedMatrix, type Random } from './kernel-contract';
import { type PackedFormat, pack } from './packed/packed';
import { unpack } from './packed/twin';
import type { Heads } from './rope/rope';
import { rowLayout } from './shared/layouts';

export const tilesFor = (rows: number, adapter = NONE): Uint32Array => tilesOf([{ first: 0, count: rows, adapter }]);

/** Two groups of different shapes: three answers to five tokens, one to one. */
export const batch = packTraining(
  [
    {
      prompt_P: [1, 2, 3, 4, 5],
      completions: [
        { token_T: [1, 2, 3, 4], oldLogp_T: [], advantage: 1 },
        { token_T: [2], oldLogp_T: [], advantage: 1 },
        { token_T: [3, 1, 1], oldLogp_T: [], advantage: 1 },
      ],
    },
    { prompt_P: [7], completions: [{ token_T: [1, 2, 3], oldLogp_T: [], advantage: 1 }] },
  ],
  { weight_GK: [[1, 1, 1], [1]], adapter: NONE, vocabulary: 11 },
);
export const batchVocabulary = 11;

/** A tree of prompts: the second leaves the first after three tokens and ends where the third goes on, the fourth
 *  shares two with it, the last nothing. */
export const treeBatch = (() => {
  const prompts = [
    [1, 2, 3, 9, 8],
    [1, 2, 3, 4],
    [1, 2, 3, 4, 5, 6],
    [1, 2, 6],
    [7, 1],
  ];
  const completions = [[1, 2, 3], [2], [4, 4]].map((token_T) => ({ token_T, oldLogp_T: [], advantage: 1 }));
  const weight_GK = prompts.map(() => [1, 1, 1]);
  return packTraining(
    prompts.map((prompt_P) => ({ prompt_P, completions })),
    { weight_GK, adapter: NONE, vocabulary: batchVocabulary, shared: [0, 3, 4, 2, 0] },
  );
})();
export const positions = Array.from({ length: batch.count }, (_, row) => rowLayout.read(batch.rows, row, 'position'));

/** SmolLM2-135M's heads: three to a key head, too wide for a thread to hold all three. */
export const smollm2 = { heads: 9, kvHeads: 3, headSize: 64, paddedHead: 64, epsilon: 1e-5 };

/** Random heads whose pads are zero, as the model keeps them. */
export const paddedHeads = ({ normal }: Random, blocks: number, { headSize, paddedHead }: Heads): Numbers =>
  normal(blocks * paddedHead).map((value, index) => (index % paddedHead < headSize ? value : 0));

interface Window {
  readonly first: number;
  readonly count: number;
  readonly stride: number;
}

/** A vocabulary cut into windows, whole quads but the last. */
function windowsOf(vocabulary: number, count: number): Window[] {
  const each = Math.ceil(vocabulary / count / 4) * 4;
  return Array.from({ length: count }, (_, index) => {
    const own = Math.min(each, vocabulary - index * each);
    return { first: index * each, count: own, stride: Math.ceil(own / 4) * 4 };
  });
}

/** Rows of logits as they lie on the GPU: the windows' columns one block after another, each where it can be bound. */
export class WindowedLogits {
  readonly windows: readonly (Window & { readonly at: number })[];
  readonly floats: number;
  constructor(
    readonly vocabulary: number,
    readonly rows: number,
    count: number,
  ) {
    let at = 0;
    this.windows = windowsOf(vocabulary, count).map((window) => {
      const own = { ...window, at };
      at += Math.ceil((rows * window.stride) / 64) * 64;
      return own;
    });
    this.floats = at;
  }

  /** Rows of `vocabulary` numbers, laid out. */
  laidOut(whole: Numbers): Numbers {
    const out = new Float64Array(this.floats);
    this.eachRow((from, to, length) => out.set(whole.subarray(from, from + length), to));
    return out;
  }

  /** The rows again. */
  whole(laidOut: Numbers): Numbers {
    const out = new Float64Array(this.rows * this.vocabulary);
    this.eachRow((from, to, length) => out.set(laidOut.subarray(to, to + length), from));
    return out;
  }

  views({ buffer }: View): (Window & { readonly logits: View })[] {
    return this.windows.map(({ at, ...window }) => ({
      ...window,
      logits: { buffer, offset: at * 4, size: this.rows * window.stride * 4 },
    }));
  }

  private eachRow(visit: (from: number, to: number, length: number) => void): void {
    for (const { first, count, stride, at } of this.windows)
      for (let row = 0; row < this.rows; row++) visit(row * this.vocabulary + first, at + row * stride, count);
  }
}

/** A matrix [rows, columns] in this format. */
export function packedMatrix(format: PackedFormat, floats: Numbers, rows: number, columns: number): PackedMatrix {
  const words = pack(format, {
    floats: Float32Array.from(floats),
    from: 0,
    rows,
    columns,
    rowStride: columns,
    columnStride: 1,
  });
  const packing = { format, rows, columns, across: false };
  return new PackedMatrix(words, packing, unpack(words, packing));
}

/** A table [tokens, width] in this format, packed along its width. */
export function packedTable(format: PackedFormat, floats: Numbers, tokens: number): PackedMatrix {
  const rows = floats.length / tokens;
  const columns = Math.ceil(tokens / 4) * 4;
  const given = { floats: Float32Array.from(floats), from: 0, rows, columns: tokens, rowStride: 1, columnStride: rows };
  const words = pack(format, given);
  const turned = unpack(words, { format, rows, columns });
  const numbers = floats.map((_, index) => turned[(index % rows) * columns + Math.floor(index / rows)] as number);
  return new PackedMatrix(words, { format, rows, columns, across: true }, numbers);
}
