import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boardOfText } from '../../learning/environments/text-board';
import { textLines } from './text-lines';

const asWords = (text: string) => text.split(/\s+/).filter((word) => word !== '');

it('puts a wrapped question together again, and keeps what was said to it on lines of its own', () => {
  const question = 'Mira fills 2 boxes with 3 pears each and eats 0 of all pears. How many pears are left?';
  const picture = boardOfText(`${question}\ntool 5, = 21\n= 6`);
  expect(picture.length).toBeGreaterThan(3);
  expect(textLines(picture)).toEqual([question, 'tool 5, = 21', '= 6']);
});

it('keeps the lines of code', () => {
  const code = ['def wide_enough(first, second, third, to):', '    total = first + second + third', '    return total'];
  expect(textLines(boardOfText(code.join('\n'))).slice(-2)).toEqual(code.slice(-2));
  expect(textLines(boardOfText('const four = add(first, second, third);\nconsole.log(four)'))).toHaveLength(2);
});

it('neither loses words nor makes any', () => {
  const word = fc.stringMatching(/^[a-z.?]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 50 }), (words) => {
      const text = words.join(' ');
      expect(asWords(textLines(boardOfText(text)).join(' '))).toEqual(asWords(boardOfText(text).join(' ')));
    }),
  );
});
