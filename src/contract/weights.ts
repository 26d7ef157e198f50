// Weights as they pass from room to room: tensors by name.

/** A tensor with its name, row-major, f32. */
export interface NamedTensor {
  readonly name: string;
  /** Outermost first, as in PyTorch. */
  readonly shape: readonly number[];
  readonly data: Float32Array;
}
