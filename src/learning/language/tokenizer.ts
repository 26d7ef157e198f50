// Text ↔ token ids, through the standard library's reader of a Hugging Face tokenizer.json, and the words a model
// expects around a conversation. It does not know prompts, roles or models.
import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers';
import { check } from '../../basics/check';
import type { Language } from '../../contract/language';
import { hasPatches, isPatchNumber, numbersOf, partsOf, partsOfIds, writePatch } from '../../contract/patches';
import { type ChatMessage, chatFormatFrom } from './chat-template';

export interface Tokenizer {
  /** Ids of a text; nothing is added around it. A picture's patches are numbers beyond all ids
   *  (contract/patches.ts). */
  encode(text: string): number[];
  /** Text of ids; special tokens such as the end token are left out. */
  decode(token_T: readonly number[]): string;
  /** Each token's own text, special tokens included. */
  pieces(token_T: readonly number[]): string[];
  /** The token that ends an answer. */
  readonly endToken: number;
  readonly size: number;
  /** A conversation as the prompt for its next answer; absent for a model that is spoken to in plain text. */
  readonly chat?: (messages: readonly ChatMessage[]) => string;
}

/** Of the models we ship: plain text, and one token to end it. */
export const plainLanguage: Language = { endToken: '<end>' };

/** A tokenizer from the parsed tokenizer.json. Throws an ExpectationError that says what of it cannot be used. */
export function tokenizerFrom(tokenizerJson: unknown, language: Language = plainLanguage): Tokenizer {
  const inner = readableTokenizer(tokenizerJson);
  const { endToken } = language;
  const endId = inner.token_to_id(endToken);
  check(endId !== undefined, `tokenizer.json has no token "${endToken}" to end an answer with`);
  const idsOf = (text: string) => Array.from(inner.encode(text, { add_special_tokens: false }).ids, Number);
  const textOf = (token_T: readonly number[]): string => {
    // A model can have more rows than its vocabulary has tokens: ids without a token have no text.
    const named = token_T.filter((id) => inner.id_to_token(id) !== undefined);
    return named.length === 0
      ? ''
      : inner.decode(named, { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  };
  const known = new Map<string, number[]>(); // prompts and answers repeat: boards of a turn, calls, moves
  return {
    endToken: endId,
    size: inner.get_vocab().size,
    ...(language.chatTemplate === undefined ? {} : { chat: chatFormatFrom(language.chatTemplate, language) }),
    encode(text) {
      const remembered = known.get(text);
      if (remembered) return [...remembered];
      const ids = hasPatches(text)
        ? partsOf(text).flatMap((part) => (typeof part === 'string' ? idsOf(part) : numbersOf(part)))
        : idsOf(text);
      if (known.size > 4096) known.clear();
      known.set(text, ids);
      return [...ids];
    },
    decode: (token_T) =>
      token_T.some(isPatchNumber)
        ? partsOfIds(token_T)
            .map((part) => ('pixels' in part ? writePatch(part) : textOf(part)))
            .join('')
        : textOf(token_T),
    pieces: (token_T) => token_T.map((id) => inner.id_to_token(id) ?? '�'),
  };
}

const probe = 'UURD 12\npush D 2; é';

/** The library's tokenizer, built and tried once: what is wrong with the file shows here and not in the middle of a
 *  run. */
function readableTokenizer(tokenizerJson: unknown): HuggingFaceTokenizer {
  checkVocabulary(tokenizerJson);
  try {
    const inner = new HuggingFaceTokenizer(tokenizerJson as object, {});
    const ids = Array.from(inner.encode(probe, { add_special_tokens: false }).ids, Number);
    if (ids.length > 0) inner.decode(ids, { skip_special_tokens: true });
    return inner;
  } catch (cause) {
    check(false, `tokenizer.json cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`);
    throw cause;
  }
}

/** Ids are the rows of a model's embedding: whole numbers from 0 on, each once, none beyond what a model can have. */
function checkVocabulary(tokenizerJson: unknown): void {
  const { model, added_tokens: added } = (tokenizerJson ?? {}) as Record<string, unknown>;
  const { vocab } = (model ?? {}) as Record<string, unknown>;
  check(
    typeof vocab === 'object' && vocab !== null && !Array.isArray(vocab),
    'tokenizer.json needs "model.vocab", a table of tokens and their ids: BPE, WordPiece and WordLevel can be used',
  );
  check(added === undefined || Array.isArray(added), 'tokenizer.json: "added_tokens" is a list');
  const addedIds = ((added ?? []) as unknown[]).map((token) => {
    const { id, content } = (token ?? {}) as Record<string, unknown>;
    check(typeof content === 'string', 'tokenizer.json: every one of "added_tokens" has a "content"');
    return [content, id] as const;
  });
  const homes = new Map<unknown, string>();
  for (const [token, id] of [...Object.entries(vocab as object), ...addedIds]) {
    const isId = Number.isInteger(id) && (id as number) >= 0 && (id as number) < idLimit;
    check(
      isId,
      () =>
        `tokenizer.json: the id of token ${named(token)} is a whole number below ${idLimit}, got ${named(String(id))}`,
    );
    const home = homes.get(id) ?? token;
    check(home === token, () => `tokenizer.json: tokens ${named(home)} and ${named(token)} have the same id ${id}`);
    homes.set(id, token);
  }
}

const idLimit = 1 << 20;
const named = (text: string): string => JSON.stringify(text.slice(0, 60));
