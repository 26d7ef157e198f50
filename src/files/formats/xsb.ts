// Collections of Sokoban levels in XSB, the text format that players share: a level is lines of "#" wall, "@" player,
// "$" box, "." goal, "*" box on goal, "+" player on goal and space, "-" or "_" floor; other lines are titles and
// comments. Rows may be run-length encoded ("4#|#@$.#"); a row of "-" or "_" alone is empty: around a level it is
// padding, between rows one of them. It reads lines and knows no rules: whether a level can be played is not asked
// here. Source: sokobano.de, "Level format"; sokoban.dk, "Sokoban File Format 0.17".

export interface XsbLevel {
  /** From the collection; "level 3" where it says none. */
  readonly title: string;
  /** The line of its first row, counted from 1. */
  readonly line: number;
  /** Equally long, of the symbols "# @$.*+". */
  readonly rows: readonly string[];
}

export interface XsbFault {
  /** Counted from 1. */
  readonly line: number;
  readonly fault: string;
}

/** No level that can be played is longer; a run-length of millions is no level. */
const longestRow = 1000;
const symbolOf: Readonly<Record<string, string>> = { '-': ' ', _: ' ', p: '@', P: '+', b: '$', B: '*' };

/** The levels of a collection, in order, and what could not be read; a collection with faults is to be used not at
 *  all. */
export function readXsb(text: string): { readonly levels: readonly XsbLevel[]; readonly faults: readonly XsbFault[] } {
  const faults: XsbFault[] = [];
  const levels: XsbLevel[] = [];
  /** Text lines since the last level. */
  let words: string[] = [];
  let rows: string[] = [];
  let firstLine = 0;
  const endLevel = () => {
    if (rows.length === 0) return;
    while (rows.at(-1) === '') rows.pop();
    const width = Math.max(...rows.map((row) => row.length));
    const title = titleAbove(words) ?? `level ${levels.length + 1}`;
    levels.push({ title, line: firstLine, rows: rows.map((row) => row.padEnd(width)) });
    rows = [];
    words = [];
  };
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = withoutTabs(raw).trimEnd();
    if (isRow(line, rows.length > 0)) {
      if (rows.length === 0) {
        nameLast(levels, words);
        firstLine = index + 1;
      }
      for (const part of line.split('|').filter((one) => one !== '')) {
        const row = rowOf(part);
        if (row.fault !== undefined) faults.push({ line: index + 1, fault: row.fault });
        else if (row.cells !== '' || rows.length > 0) rows.push(row.cells);
      }
    } else if (/^[\s_-]*[_-]$/.test(line)) {
      if (rows.length > 0) rows.push('');
    } else {
      endLevel();
      if (isWords(line)) words.push(line.trim());
    }
  }
  endLevel();
  nameLast(levels, words);
  if (levels.length === 0 && faults.length === 0) faults.push({ line: 1, fault: 'there is no level in the file' });
  return { levels, faults };
}

/** Tab stops are 8 columns apart, as where such levels are looked at. */
function withoutTabs(line: string): string {
  return line.replace(/([^\t]*)\t/g, (_, before: string) => before.padEnd(8 * (1 + Math.floor(before.length / 8))));
}

/** Of a level's symbols alone, walls among them. Or with an error, told from a comment ("# Level 3") by having no
 *  word. */
function isRow(line: string, inLevel: boolean): boolean {
  // "#3" heads a level
  if (/^[\d#@+$*.\s_|pPbB-]*#[\d#@+$*.\s_|pPbB-]*$/.test(line)) return inLevel || !/\d$/.test(line);
  return /^[\s_-]*#/.test(line) && (inLevel || line.endsWith('#')) && !/[a-z]{2}/i.test(line);
}

/** Worth keeping between levels: a line with something to read, which is no comment for readers of the file and no
 *  solution. */
function isWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !/^\s*::/.test(line) && !/^[\s\d()udlr]{12,}$/i.test(line);
}

function rowOf(text: string): { cells: string; fault?: undefined } | { fault: string } {
  let cells = '';
  for (const [part, times, symbol = ''] of text.matchAll(/(\d*)(\D?)/g)) {
    if (part === '') continue;
    const read = symbolOf[symbol] ?? symbol;
    if (read === '' || !'# @$.*+'.includes(read)) {
      return {
        fault: `${JSON.stringify(symbol || times)} is no symbol of a level: they are # @ + $ * . and space, - or _ for floor`,
      };
    }
    const count = times === '' ? 1 : Number(times);
    if (cells.length + count > longestRow) return { fault: `the row is longer than ${longestRow} cells` };
    cells += read.repeat(count);
  }
  return { cells: cells.trimEnd() };
}

/** "Title: …" after a level names that level. */
function nameLast(levels: XsbLevel[], words: readonly string[]): void {
  const last = levels.at(-1);
  const title = words.map((line) => /^title\s*:\s*(.+)$/i.exec(line)?.[1]).find((named) => named !== undefined);
  if (last && title !== undefined) levels[levels.length - 1] = { ...last, title };
}

/** The line just above a level, unless it says something of the level before it: "Author: …". */
function titleAbove(words: readonly string[]): string | undefined {
  const last = words.at(-1)?.replace(/^[;#:\s]+/, '') ?? '';
  return last === '' || /^[\w-]+\s*:/.test(last) ? undefined : last;
}
