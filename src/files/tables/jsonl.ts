// JSONL: a record on each line. A line that is no JSON is a broken row; empty lines are none.
import type { ByteSource } from '../formats/byte-source';
import { bounded, limits } from './limits';
import type { Rows, TableRow } from './table';
import { textStretches } from './text-stretches';

export function jsonlRows(source: ByteSource): Rows {
  return async function* (wishes) {
    let number = 0;
    for await (const line of linesOf(source, wishes)) {
      number++;
      if (line === undefined) yield tooLong(number);
      else if (line.trim() !== '') yield rowFrom(number, line);
    }
  };
}

/** Undefined: longer than is read. Lines are numbered as an editor does, so empty ones count. */
async function* linesOf(source: ByteSource, wishes: Parameters<Rows>[0]): AsyncGenerator<string | undefined> {
  let parts: string[] = [];
  let length = 0;
  const take = (part: string) => {
    length += part.length;
    if (length <= limits.rowChars) parts.push(part);
  };
  const finish = () => {
    const line = length <= limits.rowChars ? parts.join('') : undefined;
    parts = [];
    length = 0;
    return line;
  };
  for await (const stretch of textStretches(source, wishes)) {
    let from = 0;
    for (let end = stretch.indexOf('\n'); end >= 0; end = stretch.indexOf('\n', from)) {
      take(stretch.slice(from, end));
      from = end + 1;
      yield finish();
    }
    take(stretch.slice(from));
  }
  if (length > 0) yield finish();
}

export function tooLong(number: number): TableRow {
  return { kind: 'broken', number, fault: `is longer than ${limits.rowChars} characters` };
}

/** A record written as JSON. */
export function rowFrom(number: number, text: string): TableRow {
  try {
    return bounded(number, JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'broken', number, fault: `is not JSON (${why.replace(/\s+/g, ' ').slice(0, 120)})` };
  }
}
