// The runs that a Parquet page is packed in – levels, and numbers of a dictionary – held against the values it says it
// has. hyparquet writes as many values as a run claims, and one byte can claim a billion. Format:
// https://parquet.apache.org/docs/file-format/data-pages/encodings/
import { checkFile } from '../formats/format-error';

export interface PageLevels {
  readonly repetition: number;
  readonly definition: number;
}

export interface PageFacts {
  readonly values: number;
  readonly levels: PageLevels;
  readonly hasDictionary: boolean;
}

/** Of an unpacked page of the first version: levels with their length before them, then the values. */
export function checkRunsOfPage(page: Uint8Array, { values, levels, hasDictionary }: PageFacts, name: string): void {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let at = 0;
  for (const most of [levels.repetition, levels.definition]) {
    if (most === 0) continue;
    checkFile(at + 4 <= page.length, name, 'a page of it ends in the middle: it is damaged');
    const bytes = view.getUint32(at, true);
    checkFile(bytes <= page.length - at - 4, name, 'a page of it ends in the middle: it is damaged');
    checkRuns(page.subarray(at + 4), { width: 32 - Math.clz32(most), values }, name);
    at += 4 + bytes;
  }
  const width = page[at];
  if (hasDictionary && width) checkRuns(page.subarray(at + 1), { width, values }, name);
}

/** Fewer values than are said do no harm here: hyparquet finds the end of the bytes. */
export function checkRuns(bytes: Uint8Array, { width, values }: { width: number; values: number }, name: string): void {
  let [at, seen] = [0, 0];
  while (seen < values && at < bytes.length) {
    let [header, shift] = [0, 0];
    for (let more = true; more && at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0;
      header += (byte & 127) * 2 ** shift;
      more = byte > 127;
    }
    const isPacked = header % 2 === 1;
    const count = isPacked ? Math.floor(header / 2) * 8 : Math.floor(header / 2);
    checkFile(
      count <= values - seen + (isPacked ? 504 : 0),
      name,
      'a run of values in it is longer than its page: it is damaged',
    );
    at += isPacked ? (count / 8) * width : Math.ceil(width / 8);
    seen += count;
  }
}
