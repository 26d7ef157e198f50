// A tokenizer for tests: every character is a token, so that no script is lost for want of words.
import type { Tokenizer } from './tokenizer';

const endToken = 0x110000;

export const letterTokens: Tokenizer = {
  endToken,
  size: endToken + 1,
  encode: (text) => Array.from(text, (letter) => letter.codePointAt(0) as number),
  decode: (token_T) =>
    token_T
      .filter((token) => token !== endToken)
      .map((token) => String.fromCodePoint(token))
      .join(''),
  pieces: (token_T) => token_T.map((token) => (token === endToken ? '<end>' : String.fromCodePoint(token))),
  chat: (messages) => `${messages.map(({ role, content }) => `<${role}>${content}`).join('')}<assistant>`,
};
