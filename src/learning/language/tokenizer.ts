// Text ↔ token ids, through the standard library's reader of a Hugging Face tokenizer.json.
// It does not know prompts, roles or models.
import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers';
import { check } from '../../basics/check';

export interface Tokenizer {
  /** Ids of a text; nothing is added around it. */
  encode(text: string): number[];
  /** Text of ids; special tokens such as the end token are left out. */
  decode(token_T: readonly number[]): string;
  /** Each token's own text, special tokens included. */
  pieces(token_T: readonly number[]): string[];
  /** The token that ends an answer. */
  readonly endToken: number;
  readonly size: number;
}

/** A tokenizer from the parsed tokenizer.json. `endToken` is the text of the token that ends an answer. */
export function tokenizerFrom(tokenizerJson: unknown, endToken = '<end>'): Tokenizer {
  const inner = new HuggingFaceTokenizer(tokenizerJson as object, {});
  const endId = inner.token_to_id(endToken);
  check(endId !== undefined, `tokenizer.json has no token "${endToken}" to end an answer with`);
  const known = new Map<string, number[]>(); // prompts and answers repeat: boards of a turn, calls, moves
  return {
    endToken: endId,
    size: inner.get_vocab().size,
    encode(text) {
      const remembered = known.get(text);
      if (remembered) return [...remembered];
      const ids = Array.from(inner.encode(text, { add_special_tokens: false }).ids, Number);
      if (known.size > 4096) known.clear();
      known.set(text, ids);
      return [...ids];
    },
    decode: (token_T) =>
      token_T.length === 0 ? '' : inner.decode([...token_T], { skip_special_tokens: true, clean_up_tokenization_spaces: false }),
    pieces: (token_T) => token_T.map((id) => inner.id_to_token(id) ?? '�'),
  };
}
