// The shipped model without its weights, for tests in which a table speaks in its place.
import { plainLanguage, type Tokenizer, tokenizerFrom } from '../learning/language/tokenizer';
import type { BaseModel } from './base-model';

export interface WeightlessBase {
  readonly base: BaseModel;
  readonly tokenizer: Tokenizer;
  /** The four moves: all that a table of Sokoban may say. */
  readonly vocabulary: readonly number[];
}

/** `tokenizerJson`: the parsed text of models/sprout/tokenizer.json. */
export function weightlessBase(tokenizerJson: Readonly<Record<string, unknown>>): WeightlessBase {
  const tokenizer = tokenizerFrom(tokenizerJson);
  return {
    base: { name: 'sprout', config: {}, tokenizerJson, language: plainLanguage, tokenizer, tensors: [], hash: 'base' },
    tokenizer,
    vocabulary: 'UDLR'.split('').flatMap((move) => tokenizer.encode(move)),
  };
}
