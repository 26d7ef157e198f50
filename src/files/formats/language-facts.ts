// How a Hugging Face folder says which tokens begin and end an answer and what a chat looks like: tokenizer_config.json
// first, then config.json's token ids; the chat template in either of its two places.
import type { Language } from '../../contract/language';
import { checkFile } from './format-error';

type Json = Readonly<Record<string, unknown>>;

export interface LanguageFiles {
  readonly config: Json;
  readonly tokenizerJson: Json;
  /** tokenizer_config.json, where there is one. */
  readonly tokenizerConfig?: Json;
  /** chat_template.jinja, where there is one. */
  readonly chatTemplate?: string;
}

/** Throws a FormatError when no token that ends an answer is named. `folderName` is for its message. */
export function languageFactsFrom(files: LanguageFiles, folderName: string): Language {
  const { config, tokenizerJson, tokenizerConfig = {} } = files;
  const endToken = tokenText(tokenizerConfig['eos_token']) ?? tokenOfId(config['eos_token_id'], tokenizerJson);
  checkFile(
    endToken !== undefined,
    folderName,
    'no token ends an answer: config.json has no "eos_token_id" of a token in tokenizer.json, tokenizer_config.json no "eos_token"',
  );
  const beginToken = tokenText(tokenizerConfig['bos_token']) ?? tokenOfId(config['bos_token_id'], tokenizerJson);
  const chatTemplate = files.chatTemplate ?? templateFrom(tokenizerConfig['chat_template']);
  return {
    endToken,
    ...(beginToken === undefined ? {} : { beginToken }),
    ...(chatTemplate === undefined ? {} : { chatTemplate }),
  };
}

/** A token is written as its text, or as an object that holds it. */
function tokenText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const content = typeof value === 'object' && value !== null ? (value as Json)['content'] : undefined;
  return typeof content === 'string' ? content : undefined;
}

/** The text of an id, or of the first of several. */
function tokenOfId(value: unknown, tokenizerJson: Json): string | undefined {
  const id: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof id !== 'number') return undefined;
  const added = tokenizerJson['added_tokens'];
  const token = Array.isArray(added) ? added.find((one: unknown) => (one as Json | null)?.['id'] === id) : undefined;
  if (token !== undefined) return tokenText(token);
  const vocab = (tokenizerJson['model'] as Json | null | undefined)?.['vocab'];
  return typeof vocab === 'object' && vocab !== null
    ? Object.entries(vocab).find(([, own]) => own === id)?.[0]
    : undefined;
}

/** One template, or several by name of which "default" is the plain chat. */
function templateFrom(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const named = value.find((one: unknown) => (one as Json | null)?.['name'] === 'default') as Json | undefined;
  return typeof named?.['template'] === 'string' ? named['template'] : undefined;
}
