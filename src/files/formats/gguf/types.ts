// The number types of GGUF that we read: how many numbers share a block, and how many bytes a block takes. Numbers of a
// row of a tensor fill whole blocks. Whence: ggml's documentation of GGUF (docs/gguf.md) for the numbering,
// ggml-common.h for the blocks.

export interface BlockType {
  readonly name: GgufTypeName;
  /** Numbers in a block. */
  readonly numbers: number;
  /** Bytes of a block. */
  readonly bytes: number;
}

export type GgufTypeName =
  // biome-ignore format: a list
  'F32' | 'F16' | 'BF16' | 'Q4_0' | 'Q4_1' | 'Q5_0' | 'Q5_1' | 'Q8_0' | 'Q4_K' | 'Q5_K' | 'Q6_K';

export const blockTypes: ReadonlyMap<number, BlockType> = new Map([
  [0, { name: 'F32', numbers: 1, bytes: 4 }],
  [1, { name: 'F16', numbers: 1, bytes: 2 }],
  [2, { name: 'Q4_0', numbers: 32, bytes: 18 }],
  [3, { name: 'Q4_1', numbers: 32, bytes: 20 }],
  [6, { name: 'Q5_0', numbers: 32, bytes: 22 }],
  [7, { name: 'Q5_1', numbers: 32, bytes: 24 }],
  [8, { name: 'Q8_0', numbers: 32, bytes: 34 }],
  [12, { name: 'Q4_K', numbers: 256, bytes: 144 }],
  [13, { name: 'Q5_K', numbers: 256, bytes: 176 }],
  [14, { name: 'Q6_K', numbers: 256, bytes: 210 }],
  [30, { name: 'BF16', numbers: 1, bytes: 2 }],
]);

/** Types that exist and that we do not read, for messages. */
const otherNames: Readonly<Record<number, string>> = {
  9: 'Q8_1',
  10: 'Q2_K',
  11: 'Q3_K',
  15: 'Q8_K',
  16: 'IQ2_XXS',
  17: 'IQ2_XS',
  18: 'IQ3_XXS',
  19: 'IQ1_S',
  20: 'IQ4_NL',
  21: 'IQ3_S',
  22: 'IQ2_S',
  23: 'IQ4_XS',
  29: 'IQ1_M',
  34: 'TQ1_0',
  35: 'TQ2_0',
  39: 'MXFP4',
};

export function nameOfType(id: number): string {
  return blockTypes.get(id)?.name ?? otherNames[id] ?? `number ${id}`;
}
