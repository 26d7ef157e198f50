// WGSL has neither parts to share nor a way to unroll a register block, so kernels are written with five comment
// directives, expanded here:
//   //:include reduce NAME=sum  puts a part of kernels/shared in the line's place, {NAME} in it replaced by sum
//                               (parts may include others)
//   //:for r ROWS … //:end      repeats the lines with {r} = 0, 1, …; may be nested
//                               (ROWS is a constant's name or a number)
//   //:if STAGED … //:end       keeps the lines where the constant is not 0;
//                               //:unless STAGED where it is 0 or not given
//   {NAME}                      the value of a constant
import { check, present } from '../../basics/check';
import { parts } from '../kernels/shared/parts';

export type Constants = Readonly<Record<string, number>>;

/** `source` with its directives carried out. */
export function expand(source: string, constants: Constants): string {
  const lines = included(source).split('\n');
  const [text, next] = block(lines, 0, constants);
  check(next === lines.length, '//:end without //:for, //:if or //:unless');
  return text.replace(/\{([A-Z][A-Z0-9_]*)\}/g, (_, name: string) =>
    String(present(constants[name], `no constant ${name}`)),
  );
}

const included = (source: string): string =>
  source.replace(/^ *\/\/:include (\w+)(.*)$/gm, (_, name: string, words: string) => {
    const part = included(present(parts[name], `//:include ${name}: kernels/shared has no such part`));
    const given = [...words.matchAll(/(\w+)=(\w+)/g)];
    return given.reduce((text, [, key, value]) => text.replaceAll(`{${key}}`, value as string), part);
  });

function block(lines: readonly string[], from: number, constants: Constants): [text: string, next: number] {
  const out: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (/^\s*\/\/:end/.test(line)) return [out.join('\n'), at];
    const directive = /^\s*\/\/:(for (\w+)|if|unless) (\w+)/.exec(line);
    if (!directive) {
      out.push(line);
      continue;
    }
    const [, word, name, bound] = directive as unknown as [string, string, string | undefined, string];
    const [body, end] = block(lines, at + 1, constants);
    check(end < lines.length, `//:${word} ${bound} without //:end`);
    if (name === undefined) {
      if ((word === 'if') === ((constants[bound] ?? 0) !== 0)) out.push(body);
    } else {
      const count = Number.isNaN(Number(bound)) ? present(constants[bound], `no constant ${bound}`) : Number(bound);
      for (let index = 0; index < count; index++) out.push(body.replaceAll(`{${name}}`, String(index)));
    }
    at = end;
  }
  return [out.join('\n'), lines.length];
}
