// The messages of an instruct prompt as the preview shows them: each under a label of its own. Worked examples stand
// between the system text and the question.
import type { ChatMessage } from '../../../learning/language/chat-template';

export interface PromptPart {
  /** No two of a prompt have the same. */
  readonly label: string;
  readonly text: string;
}

export function promptParts(messages: readonly ChatMessage[]): PromptPart[] {
  const asked = messages.filter(({ role }) => role === 'user').length;
  let question = 0;
  return messages.map(({ role, content: text }) => {
    if (role === 'system') return { label: 'System text', text };
    if (role === 'assistant') return { label: `Example ${question}: the answer`, text };
    question++;
    return { label: question === asked ? 'The question' : `Example ${question}: the question`, text };
  });
}
