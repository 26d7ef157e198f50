// What the text is made of: only continuations are predicted.

/** A prompt and what may follow it: the packing of a training group. */
export interface Piece {
  readonly prompt: string;
  readonly continuations: readonly string[];
}
