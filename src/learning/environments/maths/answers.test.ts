// What counts as the same answer, where an answer is found, and that nothing in it can run or take long.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerIn, writtenAnswer } from './answer-text';
import { sameAnswer } from './same-answer';

describe('the same answer', () => {
  it.each([
    ['1/2', '0.5'],
    ['\\frac{1}{2}', '.5'],
    ['\\frac12', '\\dfrac{2}{4}'],
    ['-3\\frac{1}{2}', '-3.5'],
    ['\\sqrt[3]{8}', '2'],
    ['1,234', '$1{,}234$'],
    ['12\\text{ cm}^2', '12'],
    ['5 apples', '5'],
    ['\\$18.00', '18'],
    ['25\\%', '25'],
    ['120^{\\circ}', '120'],
    ['x = 5', '5'],
    ['2^{10}', '1024'],
    ['1.5 \\times 10^3', '1500'],
    ['5!', '120'],
    ['\\sqrt{8}', '2\\sqrt{2}'],
    ['\\frac{\\sqrt{2}}{2}', '1/\\sqrt2'],
    ['\\frac{\\pi}{2}', 'pi/2'],
    ['(x+1)^2', 'x^2 + 2x + 1'],
    ['2xy', '2yx'],
    ['f(x) = 2x + 3', '3 + 2x'],
    ['(1,2)', '\\left( 1, 2 \\right)'],
    ['\\{1, 2\\}', '\\{2, 1\\}'],
    ['3 \\text{ and } 4', '4, 3'],
    ['2 \\pm \\sqrt{3}', '2-\\sqrt{3}, 2+\\sqrt{3}'],
    ['(-\\infty, 3] \\cup [5, \\infty)', '(-\\infty,3]\\cup[5,\\infty)'],
    ['x \\in [0,1]', '[0, 1]'],
    ['\\text{Even}', 'even'],
    ['3 : 4', '3:4'],
  ])('%s is %s', (one, other) => {
    expect(sameAnswer(one, other)).toBe(true);
    expect(sameAnswer(other, one)).toBe(true);
  });

  it.each([
    ['1/3', '0.333'],
    ['\\pi', '3.14159'],
    ['7', '-7'],
    ['(1,2)', '(2,1)'],
    ['[0,1)', '(0,1)'],
    ['(-\\infty, 3]', '(\\infty, 3]'],
    ['x^2', 'x^3'],
    ['2x', '2y'],
    ['\\sqrt{2}', '\\sqrt{3}'],
    ['2, 3', '3'],
    ['1, 1, 2', '1, 2, 2'],
    ['4', 'four'],
    ['1/0', '1/0 + 1'],
    ['even', 'odd'],
  ])('%s is not %s', (one, other) => {
    expect(sameAnswer(one, other)).toBe(false);
    expect(sameAnswer(other, one)).toBe(false);
  });

  it('is decided by exact arithmetic: any way to write a fraction is that fraction, and no neighbour is', () => {
    const whole = fc.integer({ min: -9999, max: 9999 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 999 }), fc.integer({ min: 2, max: 9 }), (top, bottom, times) => {
        const value = `${top}/${bottom}`;
        expect(sameAnswer(value, `\\frac{${top * times}}{${bottom * times}}`)).toBe(true);
        expect(sameAnswer(value, `${top * 1_000_000 + 1}/${bottom * 1_000_000}`)).toBe(false);
      }),
    );
  });

  it('never throws, never runs what it reads, and is quick about what is huge', () => {
    for (const text of [
      '9^9^9^9',
      '100000!',
      '(((((((1)))))))',
      '1'.repeat(5000),
      `${'('.repeat(5000)}1`,
      '2^'.repeat(90).concat('2'),
      'x'.repeat(290),
    ]) {
      expect(sameAnswer(text, '1') || text.includes('(1)')).toBe(text === '(((((((1)))))))');
    }
    for (const text of [
      'import("fs")',
      'x.constructor',
      'f(x)=x; f(2)',
      '{}.toString()',
      '__proto__',
      '`1`',
      '[1][0]',
      'a=2',
    ])
      expect(sameAnswer(text, '2'), text).toBe(text === 'a=2');
    const pieces = fc.constantFrom(
      '\\frac',
      '{',
      '}',
      '\\sqrt',
      '1',
      '2',
      'x',
      '^',
      '(',
      ')',
      '[',
      ',',
      '\\text',
      '$',
      '.',
      '-',
      '!',
      '\\',
      ' ',
      '±',
      '####',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 25 }).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(sameAnswer(one, one)).toBe(true);
        expect(sameAnswer(one, other)).toBe(sameAnswer(other, one));
        expect(['undefined', 'string']).toContain(typeof answerIn(one));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the answer in a text', () => {
  it.each([
    ['So it is \\boxed{42}.', '42'],
    ['\\boxed{1} no, \\boxed{\\frac{1}{2}}', '\\frac{1}{2}'],
    ['first \\boxed{7}, then cut off \\boxed{3', '7'],
    ['She has 3 · 6 = 18 left.\n#### 18', '18'],
    ['#### 1,234\n', '1,234'],
    [' 19\n', '19'],
    ['x = 5', 'x = 5'],
    ['', ''],
  ])('%j holds %j', (text, answer) => expect(answerIn(text)).toBe(answer));

  it.each(['It is 42.', 'hello', 'one\ntwo', '?', '\\boxed{}', '####', `\\boxed{${'1'.repeat(300)}}`])(
    '%j holds none',
    (text) => expect(answerIn(text)).toBeUndefined(),
  );

  it('is found again as it was written', () => {
    for (const answer of ['19', '7/2', '\\frac{1}{2}', 'even', '(1, 2)', 'tool: 3'])
      expect(answerIn(writtenAnswer(answer))).toBe(answer);
  });
});
