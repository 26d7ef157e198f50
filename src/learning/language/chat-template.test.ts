import { expect, test } from 'vitest';
import { chatFormatFrom } from './chat-template';

const tokens = { endToken: '<|im_end|>', beginToken: '<s>' };
const question = [{ role: 'user', content: 'go' }] as const;

test('a conversation ends where the answer begins', () => {
  const write = chatFormatFrom(
    "{{ bos_token }}{% for m in messages %}[{{ m.role }}] {{ m['content'] | trim }}{{ eos_token }}\n{% endfor %}{% if add_generation_prompt %}[assistant] {% endif %}",
    tokens,
  );
  expect(write([{ role: 'system', content: ' be short ' }, ...question])).toBe(
    '<s>[system] be short<|im_end|>\n[user] go<|im_end|>\n[assistant] ',
  );
});

test('a model that can think aloud is told not to', () => {
  const write = chatFormatFrom(
    "{{ messages[0].content }}{%- if enable_thinking is defined and enable_thinking is false %}{{ '<think>\\n\\n</think>\\n\\n' }}{%- endif %}",
    tokens,
  );
  expect(write(question)).toBe('go<think>\n\n</think>\n\n');
});

test.each([
  ['is no Jinja', '{% for m in messages %}', 'chat template cannot be used'],
  ['refuses the conversation', "{{ raise_exception('tools are missing') }}", 'cannot be used: tools are missing'],
  ['leaves the question out', 'hello', 'it leaves the question out'],
])('a template that %s is refused at once, in one line', (_, template, fault) => {
  expect(() => chatFormatFrom(template, tokens)).toThrow(fault);
  expect(() => chatFormatFrom(template, tokens)).toThrow(/^[^\n]*$/);
});
