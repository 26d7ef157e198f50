// A GGUF file's own vocabulary as the tokenizer.json that the tokenizers library reads: byte-level BPE, as gpt2, llama
// 3, qwen and SmolLM have it. How text is split before merging is not in the file, only its name: the patterns below
// are those of the models' own tokenizer.json. Whence: tokenizer.ggml.* of docs/gguf.md; token types of llama.h; the
// names of llama.cpp's llama-vocab.cpp.
import { checkFile } from '../format-error';
import type { GgufHeader, MetadataValue } from './header';

/** Token types that are given as they are and never made by merging. */
const controlType = 3;
const userDefinedType = 4;

interface Splitting {
  readonly pre_tokenizer: object;
  readonly normalizer: object | null;
  /** A whole word that is a token stays one, whatever the merges say. */
  readonly ignoreMerges?: boolean;
}

const byteLevel = (useRegex: boolean) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex: useRegex,
});
const sequence = (...pretokenizers: object[]) => ({ type: 'Sequence', pretokenizers });
const split = (digits: string) =>
  sequence(
    {
      type: 'Split',
      pattern: {
        Regex: `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
      },
      behavior: 'Isolated',
      invert: false,
    },
    byteLevel(false),
  );

const splittings: Readonly<Record<string, Splitting>> = {
  'gpt-2': { pre_tokenizer: byteLevel(true), normalizer: null },
  smollm: { pre_tokenizer: sequence({ type: 'Digits', individual_digits: true }, byteLevel(true)), normalizer: null },
  'llama-bpe': { pre_tokenizer: split('\\p{N}{1,3}'), normalizer: null, ignoreMerges: true },
  qwen2: { pre_tokenizer: split('\\p{N}'), normalizer: { type: 'NFC' } },
};

/** Throws a FormatError that names the key at fault. */
export function tokenizerJsonFromGguf({ metadata }: GgufHeader, fileName: string): Record<string, unknown> {
  const kind = metadata.get('tokenizer.ggml.model');
  const advice = "load the model's Hugging Face folder, which has a tokenizer.json";
  checkFile(kind !== undefined, fileName, `has no vocabulary ("tokenizer.ggml.model" is missing): ${advice}`);
  checkFile(
    kind === 'gpt2',
    fileName,
    () => `its vocabulary is of kind ${JSON.stringify(kind)}, only byte-level BPE ("gpt2") is read: ${advice}`,
  );
  const pre = metadata.get('tokenizer.ggml.pre') ?? 'gpt-2';
  const splitting = typeof pre === 'string' && Object.hasOwn(splittings, pre) ? splittings[pre] : undefined;
  checkFile(
    splitting,
    fileName,
    () =>
      `"tokenizer.ggml.pre" is ${JSON.stringify(pre)}: known are ${Object.keys(splittings).join(', ')}; otherwise ${advice}`,
  );
  const tokens = listOf(metadata, 'tokenizer.ggml.tokens', 'string', fileName);
  const merges = listOf(metadata, 'tokenizer.ggml.merges', 'string', fileName);
  const types = metadata.has('tokenizer.ggml.token_type')
    ? listOf(metadata, 'tokenizer.ggml.token_type', 'number', fileName)
    : [];
  checkFile(
    types.length === 0 || types.length === tokens.length,
    fileName,
    `"tokenizer.ggml.token_type" has ${types.length} items, the vocabulary ${tokens.length}`,
  );
  const vocab = new Map(tokens.map((token, id) => [token, id]));
  checkFile(vocab.size === tokens.length, fileName, '"tokenizer.ggml.tokens" has a token twice');
  for (const merge of merges) {
    const [left = '', right = '', ...rest] = merge.split(' ');
    const whole = rest.length === 0 && vocab.has(left) && vocab.has(right) && vocab.has(left + right);
    checkFile(
      whole,
      fileName,
      () => `"tokenizer.ggml.merges" has ${JSON.stringify(merge.slice(0, 80))}, which joins no two tokens to a third`,
    );
  }
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: tokens.flatMap((content, id) =>
      types[id] === controlType || types[id] === userDefinedType
        ? [
            {
              id,
              content,
              single_word: false,
              lstrip: false,
              rstrip: false,
              normalized: false,
              special: types[id] === controlType,
            },
          ]
        : [],
    ),
    normalizer: splitting.normalizer,
    pre_tokenizer: splitting.pre_tokenizer,
    post_processor: null,
    decoder: byteLevel(false),
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: splitting.ignoreMerges ?? false,
      vocab: Object.fromEntries(vocab),
      merges,
    },
  };
}

/** Begin and end token and chat template, as far as the file names them. */
export function languageOfGguf({ metadata }: GgufHeader, fileName: string) {
  const tokens = listOf(metadata, 'tokenizer.ggml.tokens', 'string', fileName);
  const token = (key: string): string | undefined => {
    const id = metadata.get(`tokenizer.ggml.${key}`);
    if (id === undefined) return undefined;
    const found = typeof id === 'number' ? tokens[id] : undefined;
    checkFile(
      found !== undefined,
      fileName,
      () => `"tokenizer.ggml.${key}" is ${JSON.stringify(id)}, the vocabulary has ${tokens.length} tokens`,
    );
    return found;
  };
  const endToken = token('eot_token_id') ?? token('eos_token_id');
  checkFile(endToken !== undefined, fileName, '"tokenizer.ggml.eos_token_id" is missing: no token would end an answer');
  const template = metadata.get('tokenizer.chat_template');
  const beginToken = token('bos_token_id');
  return {
    endToken,
    ...(beginToken === undefined ? {} : { beginToken }),
    ...(typeof template === 'string' ? { chatTemplate: template } : {}),
  };
}

function listOf<T extends 'string' | 'number'>(
  metadata: ReadonlyMap<string, MetadataValue>,
  key: string,
  type: T,
  fileName: string,
): readonly (T extends 'string' ? string : number)[] {
  const value = metadata.get(key);
  checkFile(
    Array.isArray(value) && value.every((item) => typeof item === type),
    fileName,
    `"${key}" is a list of ${type}s, and it is missing or something else`,
  );
  return value as (T extends 'string' ? string : number)[];
}
