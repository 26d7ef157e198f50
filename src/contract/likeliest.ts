// The likeliest tokens in the place of each drawn one, packed as the sampling kernel writes them (likeliest.wgsl): most
// are never looked at.

/** A token and its log-probability. */
export interface LikelyToken {
  readonly token: number;
  readonly logp: number;
}

export interface LikelyWords {
  /** Of each drawn token. */
  readonly most: number;
  /** [T, most]: a token in the low 18 bits, and how far its log-probability lies below 0 in 512ths. */
  readonly words: Uint32Array;
}

/** Tokens that such a word can tell from each other. */
export const mostWordTokens = 2 ** 18;

/** The vocabulary is smaller than what was asked for. */
const none = 0xffffffff;

/** In the place of token t, the likeliest first; log-probabilities to a thousandth. */
export function likeliestAt({ most, words }: LikelyWords, t: number): LikelyToken[] {
  const found: LikelyToken[] = [];
  for (const word of words.subarray(t * most, (t + 1) * most))
    if (word !== none) found.push({ token: word % mostWordTokens, logp: -(word >>> 18) / 512 });
  return found;
}
