// The golden models of the three families (engine/model/golden), as tests of the onnx engine read them.
import type { NamedTensor } from '../../../contract/weights';
import type { LoraAdapter, ModelWeights } from './onnx-model';

interface Packed {
  readonly shape: number[];
  /** Base64 of little-endian f32. */
  readonly data: string;
}

export interface GoldenFile {
  readonly config: Readonly<Record<string, unknown>>;
  readonly weights: Readonly<Record<string, Packed>>;
  readonly adapter: {
    readonly rank: number;
    readonly alpha: number;
    readonly tensors: Readonly<Record<string, Packed>>;
  };
  readonly sequences: readonly { token_T: number[]; logits_T_V: Packed; adaptedLogits_T_V: Packed }[];
}

export interface GoldenModel extends ModelWeights {
  readonly adapter: LoraAdapter;
  readonly vocabulary: number;
  readonly sequences: readonly {
    readonly token_T: number[];
    readonly logits: Float32Array;
    readonly adaptedLogits: Float32Array;
  }[];
}

export function goldenModel({ config, weights, adapter, sequences }: GoldenFile): GoldenModel {
  return {
    config,
    tensors: named(weights),
    adapter: { rank: adapter.rank, alpha: adapter.alpha, tensors: named(adapter.tensors) },
    vocabulary: Number(config['vocab_size']),
    sequences: sequences.map(({ token_T, logits_T_V, adaptedLogits_T_V }) => ({
      token_T,
      logits: floats(logits_T_V),
      adaptedLogits: floats(adaptedLogits_T_V),
    })),
  };
}

function named(tensors: Readonly<Record<string, Packed>>): NamedTensor[] {
  return Object.entries(tensors).map(([name, packed]) => ({ name, shape: packed.shape, data: floats(packed) }));
}

function floats({ data }: Packed): Float32Array {
  return new Float32Array(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)).buffer);
}
