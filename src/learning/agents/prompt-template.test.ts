import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldTexts, fieldsIn, filledIn, readTemplate } from './prompt-template';

function filled(text: string, texts: FieldTexts): string {
  const read = readTemplate(text);
  if ('fault' in read) throw new Error(read.fault);
  return filledIn(read.template, texts);
}

describe('a prompt template', () => {
  it('fills in its fields', () => {
    expect(filled('{world} {turn}\n{board}\ntool:', { world: 'map', turn: '2', board: '@-\n-.' })).toBe(
      'map 2\n@-\n-.\ntool:',
    );
  });

  it('leaves out a line whose fields are all empty, and keeps one with other words', () => {
    expect(filled('a\n{places}\nb', {})).toBe('a\nb');
    expect(filled('a\n {x}{y} \nb', { y: 'Y' })).toBe('a\n Y \nb');
    expect(filled('ran:{moves}\nplan:', {})).toBe('ran:\nplan:');
    expect(filled('{board}', {})).toBe('');
  });

  it('has parts that are there only when a field says something, within each other too', () => {
    const text = 'x\n{if tool}\nran:{moves}{if failed} fail{end}\n{else}\nalone\n{end}\nplan:';
    expect(filled(text, { tool: 'go', moves: 'UU' })).toBe('x\nran:UU\nplan:');
    expect(filled(text, { tool: 'go', moves: 'UU', failed: '1' })).toBe('x\nran:UU fail\nplan:');
    expect(filled(text, {})).toBe('x\nalone\nplan:');
  });

  it('takes other braces as they are', () => {
    expect(filled('\\boxed{} {{board}} {"a": 1} {', { board: 'B' })).toBe('\\boxed{} {board} {"a": 1} {');
  });

  it('says what is wrong with its parts, and where', () => {
    const faultOf = (text: string) => (readTemplate(text) as { fault: string }).fault;
    expect(faultOf('a\n{if tool}')).toBe('{if tool} in line 2 has no {end}');
    expect(faultOf('a{end}')).toBe('line 1 has {end} without an {if …} before it');
    expect(faultOf('{if a}{else}{else}{end}')).toBe('line 1 has a second {else} for {if a}');
  });

  it('names its fields and the conditions they stand in', () => {
    const read = readTemplate('{board}\n{if tool}{program}{else}{turn}{end}');
    expect('template' in read && fieldsIn(read.template)).toEqual([
      { name: 'board', within: [], asks: false },
      { name: 'tool', within: [], asks: true },
      { name: 'program', within: ['tool'], asks: false },
      { name: 'turn', within: [], asks: false },
    ]);
  });

  it('gives a text without braces back unchanged', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[{}]/.test(text)),
        (text) => {
          expect(filled(text, {})).toBe(text);
        },
      ),
    );
  });
});
