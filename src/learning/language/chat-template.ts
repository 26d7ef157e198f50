// A conversation in the words a model was trained with: its chat template, in Jinja, through the standard library for
// it. Models that can think aloud before they answer (Qwen3) are told not to: an answer here is a few moves long.
import { Template } from '@huggingface/jinja';
import { check } from '../../basics/check';
import type { Language } from '../../contract/language';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Writes a conversation as the prompt for its next answer. Throws an ExpectationError when the template cannot be
 *  used. */
export function chatFormatFrom(
  template: string,
  { beginToken = '', endToken }: Pick<Language, 'beginToken' | 'endToken'>,
): (messages: readonly ChatMessage[]) => string {
  const refused = (cause: unknown): never => {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    check(false, `the model's chat template cannot be used: ${why}. Take a model whose template is plain Jinja`);
    throw cause;
  };
  let parsed: Template;
  try {
    parsed = new Template(template);
  } catch (cause) {
    return refused(cause);
  }
  const write = (messages: readonly ChatMessage[]): string => {
    try {
      return parsed.render({
        messages: messages.map((message) => ({ ...message })),
        add_generation_prompt: true,
        enable_thinking: false,
        bos_token: beginToken,
        eos_token: endToken,
      });
    } catch (cause) {
      return refused(cause);
    }
  };
  const question: ChatMessage = { role: 'user', content: '#@$.#' };
  check(
    write([question]).includes(question.content),
    "the model's chat template cannot be used: it leaves the question out",
  );
  return write;
}
