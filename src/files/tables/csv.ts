// CSV with a header, by Papa Parse: commas, semicolons or tabs, quoted cells with line breaks. Every cell is text. A
// row with too few or too many cells is broken.
import Papa from 'papaparse';
import type { ByteSource } from '../formats/byte-source';
import { checkFile } from '../formats/format-error';
import { bounded, limits } from './limits';
import type { Rows, TableRow } from './table';
import { stretchBytes, textStretches } from './text-stretches';

export function csvRows(source: ByteSource): Rows {
  return async function* (wishes) {
    let header: readonly string[] | undefined;
    let number = 0;
    for await (const cells of recordsOf(source, wishes)) {
      if (cells.length === 1 && cells[0]?.trim() === '') continue;
      if (header === undefined) header = headerFrom(cells, source.name);
      else yield rowOf(++number, header, cells);
    }
    checkFile(header !== undefined, source.name, 'is empty: expected a first line with the names of its columns');
  };
}

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly meta: { readonly cursor: number };
}

/** Records as they are complete: what is left of a stretch begins the next. */
async function* recordsOf(source: ByteSource, wishes: Parameters<Rows>[0]): AsyncGenerator<readonly string[]> {
  let parser: Papa.Parser | undefined;
  let rest = '';
  let least = stretchBytes;
  const parsed = (last: boolean): readonly (readonly string[])[] => {
    parser ??= new Papa.Parser({ delimiter: delimiterOf(rest), newline: newlineOf(rest) });
    const { data, meta } = parser.parse(rest, 0, !last) as Parsed;
    rest = rest.slice(meta.cursor);
    return data;
  };
  for await (const stretch of textStretches(source, wishes)) {
    rest += stretch;
    if (rest.length < least) continue;
    yield* parsed(false);
    checkFile(
      rest.length <= limits.rowChars,
      source.name,
      `a row is longer than ${limits.rowChars} characters: is the quote that ends a cell missing?`,
    );
    least = Math.max(stretchBytes, 2 * rest.length); // a long row is not read again for every stretch of it
  }
  if (rest !== '') yield* parsed(true);
}

/** What stands most often between the names of the first line. */
function delimiterOf(text: string): string {
  const [first = ''] = unquoted(text)
    .trimStart()
    .split(/[\r\n]/);
  const counted = [',', ';', '\t', '|'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).mark;
}

function newlineOf(text: string): '\r\n' | '\n' | '\r' {
  const first = /\r\n|\n|\r/.exec(unquoted(text))?.[0];
  return first === '\r\n' || first === '\r' ? first : '\n';
}

function unquoted(text: string): string {
  return text.slice(0, 1 << 16).replace(/"[^"]*"/g, '');
}

function headerFrom(cells: readonly string[], fileName: string): readonly string[] {
  const names = cells.map((name) => name.trim());
  checkFile(
    names.length <= limits.columns,
    fileName,
    `has ${names.length} columns, at most ${limits.columns} are read`,
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  checkFile(twice === undefined, fileName, `its first line names the column "${twice?.slice(0, 60)}" twice`);
  return names;
}

function rowOf(number: number, header: readonly string[], cells: readonly string[]): TableRow {
  if (cells.length !== header.length)
    return {
      kind: 'broken',
      number,
      fault: `has ${cells.length} cells, the first line names ${header.length} columns`,
    };
  return bounded(number, Object.fromEntries(header.map((name, index) => [name, cells[index]])));
}
