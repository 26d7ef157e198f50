// Values out of the cells of a row: texts, lists, JSON that was written as text. Files of the same data differ in how
// they nest them.
import { CellFault, type FieldValues } from './layout';

const shownChars = 60;

/** A value on one line, for people. */
export function inWords(value: unknown): string {
  if (value === undefined || value === null || String(value).trim() === '') return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = text
    .slice(0, 4 * shownChars)
    .replace(/\s+/g, ' ')
    .trim();
  const kind =
    typeof value === 'string' || typeof value === 'number' ? '' : Array.isArray(value) ? 'the list ' : 'the record ';
  return `${kind}"${line.length > shownChars ? `${line.slice(0, shownChars - 1)}…` : line}"`;
}

export function textOf(values: FieldValues, field: string, expected: string): string {
  const value = values[field];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  throw new CellFault(field, expected, inWords(value));
}

export function optionalText(values: FieldValues, field: string): string | undefined {
  const value = values[field];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A row's own name, else its number. */
export function idOf(values: FieldValues, row: number): string {
  const { id } = values;
  return (typeof id === 'string' && id.trim() !== '') || typeof id === 'number'
    ? String(id).trim().slice(0, 80)
    : `row-${row}`;
}

/** JSON that is written as text is read; anything else is as it is. */
export function jsonOf(values: FieldValues, field: string, expected: string): unknown {
  const value = values[field];
  if (typeof value !== 'string') return value;
  if (value.trim() === '') throw new CellFault(field, expected, 'nothing');
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new CellFault(field, expected, inWords(value));
  }
}

/** Several texts: a list, or JSON or Python's way to write one, or one text. */
export function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string' || value.trim() === '') return [];
  const text = value.trim();
  return (text.startsWith('[') && text.endsWith(']') && quotedList(text)) || [text];
}

function quotedList(text: string): string[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : undefined;
  } catch {
    return pythonList(text);
  }
}

/** "['a', 'b']": what Python prints for a list of strings. */
function pythonList(text: string): string[] | undefined {
  const quoted = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs;
  const items = [...text.slice(1, -1).matchAll(quoted)];
  const between = text.slice(1, -1).replace(quoted, '');
  if (items.length === 0 || !/^[\s,]*$/.test(between)) return undefined;
  const plain: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
  return items.map(([, single, double]) =>
    (single ?? double ?? '').replace(/\\(.)/gs, (_, letter: string) => plain[letter] ?? letter),
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
