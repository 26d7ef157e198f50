// What an answer means: an exact number, a formula, several of them, or words. Reads plain notation; knows nothing of
// right and wrong.
import { exact, type Fraction } from './exact';
import { exactOf, type Formula, formulaOf } from './formula';
import { plainNotation } from './notation';

export type Value =
  | { readonly kind: 'exact'; readonly value: Fraction }
  | ({ readonly kind: 'formula' } & Formula)
  /** "open" and "close" as written: "(", "[", "{", "" of a bare list. */
  | { readonly kind: 'several'; readonly open: string; readonly close: string; readonly items: readonly Value[] }
  | { readonly kind: 'words'; readonly text: string };

const mostLength = 300;

/** The meaning of an answer. Never throws. */
export function readValue(answer: string): Value {
  if (answer.length > mostLength) return words(answer);
  return read(withoutName(plainNotation(answer)), 0) ?? words(plainNotation(answer));
}

/** True when the text is nothing but a number or a formula in numbers and single letters. */
export function isFormula(text: string): boolean {
  if (text.length > mostLength) return false;
  const value = read(withoutName(plainNotation(text)), 0);
  return value !== undefined && value.kind !== 'words';
}

function words(text: string): Value {
  return { kind: 'words', text: text.toLowerCase().replace(/[\s.]+/g, '') };
}

/** "x = 5", "f(x) = …", "x \\in [0, 1]": what the name stands for. */
function withoutName(plain: string): string {
  return plain.replace(/^[a-zA-Z](_\(?\w+\)?)?(\s*\([a-zA-Z]\))?\s*(=|in(?=\s|\())\s*/, '');
}

function read(plain: string, depth: number): Value | undefined {
  if (depth > 3) return undefined;
  const bracketed = /^([([{])([\s\S]*)([)\]}])$/.exec(plain);
  const [, open = '', inside = '', close = ''] = bracketed ?? [];
  const union = depth === 0 ? split(plain, / U /) : [plain];
  if (union.length > 1) return several('', '', union, depth);
  const bare = split(plain, /,/);
  if (bare.length > 1) return several('', '', bare, depth);
  if (plain.split('±').length === 2) return several('', '', [plain.replace('±', '+'), plain.replace('±', '-')], depth);
  const within = bracketed ? split(inside, /,/) : [];
  if (within.length > 1 || (bracketed && open !== '(')) return several(open, close, within, depth);
  const value = exact(plain.replace(/\s/g, ''));
  if (value && !/\d\s+\d/.test(plain)) return { kind: 'exact', value };
  const formula = formulaOf(plain);
  if (formula === undefined) return undefined;
  const known = exactOf(formula.node);
  return known ? { kind: 'exact', value: known } : { kind: 'formula', ...formula };
}

function several(open: string, close: string, items: readonly string[], depth: number): Value | undefined {
  const values = items.map((item) => read(withoutName(item.trim()), depth + 1) ?? words(item));
  return values.some(({ kind }) => kind === 'words') && open === ''
    ? undefined
    : { kind: 'several', open, close, items: values };
}

/** Parts of a text between separators that stand outside of all brackets. */
function split(text: string, separator: RegExp): string[] {
  let depth = 0;
  const open = [...text].map((character) => {
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character)) depth--;
    return depth <= 0;
  });
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(separator, 'g'))) {
    if (!open[match.index]) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}
