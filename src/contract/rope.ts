// Rotary position embedding: how fast each pair of a head's numbers turns with the position, and Llama 3's scaling of
// it, which reaches beyond the length that a model was trained on at first. Whence: transformers' modeling_rope_utils
// ("llama3"); Llama3Model of llama.cpp's converter, which writes the divisors.

/** Low frequencies are divided by `factor`, high ones stay, those between are divided in part. */
export interface RopeScaling {
  readonly factor: number;
  /** In turns within the original context length: up to `lowFrequency` counts as low, from `highFrequency` on as
   *  high. */
  readonly lowFrequency: number;
  readonly highFrequency: number;
  /** The original context length, in positions. */
  readonly firstPositions: number;
}

/** Radians per position of each pair, θ^(−2i/D): [D/2]. */
export function frequenciesOf(headSize: number, theta: number, scaling?: RopeScaling): Float64Array {
  return Float64Array.from({ length: headSize / 2 }, (_, i) => {
    const own = theta ** ((-2 * i) / headSize);
    if (!scaling) return own;
    const kept = keptShare(scaling, own);
    return kept === 1 ? own : kept * own + (1 - kept) * (own / scaling.factor);
  });
}

/** What each pair's own frequency is divided by: [D/2]. */
export function divisorsOf(scaling: RopeScaling, headSize: number, theta: number): Float64Array {
  return frequenciesOf(headSize, theta).map((own) => {
    const kept = keptShare(scaling, own);
    return kept === 1 ? 1 : 1 / (kept + (1 - kept) / scaling.factor);
  });
}

/** The share of a frequency that is kept: 0 of low ones, 1 of high ones. */
function keptShare({ lowFrequency, highFrequency, firstPositions }: RopeScaling, frequency: number): number {
  const turns = (firstPositions * frequency) / (2 * Math.PI);
  return Math.min(1, Math.max(0, (turns - lowFrequency) / (highFrequency - lowFrequency)));
}
