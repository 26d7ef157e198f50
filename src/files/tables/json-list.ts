// A JSON file that is one list of records: each is cut out and read by itself, so that the list is never in memory at
// once.
import type { ByteSource } from '../formats/byte-source';
import { checkFile, FormatError } from '../formats/format-error';
import { rowFrom, tooLong } from './jsonl';
import { limits } from './limits';
import type { Rows } from './table';
import { textStretches } from './text-stretches';

export function jsonListRows(source: ByteSource): Rows {
  return async function* (wishes) {
    const cutter = newCutter(source.name);
    let number = 0;
    for await (const stretch of textStretches(source, wishes)) {
      for (const text of cutter.take(stretch)) {
        number++;
        yield text === undefined ? tooLong(number) : rowFrom(number, text);
      }
    }
    checkFile(
      cutter.closed(),
      source.name,
      'its list does not end: expected "]" at the end of the file, is it cut off?',
    );
  };
}

/** Finds where members of the outermost list end; what stands in them is not its business. Undefined: longer than is
 *  read. */
function newCutter(name: string) {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let closed = false;
  let member: string[] = [];
  let length = 0;
  const keep = (part: string) => {
    length += part.length;
    if (length <= limits.rowChars) member.push(part);
  };
  const finish = (): readonly (string | undefined)[] => {
    const text = length <= limits.rowChars ? member.join('').trim() : undefined;
    member = [];
    length = 0;
    return text === '' ? [] : [text];
  };
  return {
    closed: () => closed,
    *take(stretch: string): Generator<string | undefined> {
      let from = 0;
      for (let at = 0; at < stretch.length; at++) {
        const letter = stretch[at];
        if (inString) {
          if (escaped) escaped = false;
          else if (letter === '\\') escaped = true;
          else if (letter === '"') inString = false;
          continue;
        }
        if (closed) {
          if (letter !== undefined && letter.trim() !== '')
            throw new FormatError(name, 'something stands after the end of its list: expected one JSON list');
        } else if (letter === '"') inString = true;
        else if (letter === '[' || letter === '{') {
          if (++depth === 1) from = at + 1;
        } else if (letter === ']' || letter === '}') {
          if (--depth > 0) continue;
          keep(stretch.slice(from, at));
          yield* finish();
          closed = true;
          from = at + 1;
        } else if (letter === ',' && depth === 1) {
          keep(stretch.slice(from, at));
          yield* finish();
          from = at + 1;
        }
      }
      if (!closed) keep(stretch.slice(from));
    },
  };
}
