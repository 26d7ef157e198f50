// What a card has room for when a model is trained on it (engine/model/what-fits.ts finds it out).

/** Memory of the cards that are spoken of; GiB. */
export const cardsGib = [4, 8, 16] as const;

/** What is trained there: two roles with an adapter of this rank each, and so many answers to every prompt. */
export const usualTraining = { answers: 8, answerTokens: 64, rank: 16, prompt: 512 } as const;

/** Longer prompts are not tried; tokens. */
export const longestPrompt = 8192;

export interface CardFit {
  /** How the frozen base is kept: the finest with which prompts of the usual length fit; where none does, the
   *  coarsest. */
  readonly precision: 'f32' | 'f16' | 'int8' | 'int4';
  /** The longest prompt with the usual number of answers, in tokens, to multiples of 64. */
  readonly promptTokens: number;
  /** The most answers to a prompt of the usual length, up to 64; 0 where that is too long. */
  readonly answers: number;
}
