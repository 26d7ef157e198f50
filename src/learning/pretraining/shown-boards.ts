// Which boards and questions a text shows, found by reading the text alone: no world is asked, so no fault in a world's
// own idea of what is the same can hide here that a board was shown.
import { canonicalBoard } from '../environments/symmetry';

/** A row of a board in compact words: walls, floor, goals, boxes, who walks there, plates, doors, queens, digits. */
const row = /^[-#.$@*+0-9_|/=>(!&^)?]{2,}$/;

/** Everything that a text shows, as texts that are equal for mirrors and turns of the same board: boards of rows, maps
 *  on which only the place has changed ("at 7 3"), stacks with the goal that the text named before ("at 12 3", "need
 *  123"), and equations with a "?". */
export function shownIn(text: string): string[] {
  const shown: string[] = [];
  let board: string[] = [];
  let map: readonly string[] | undefined;
  let goal: string | undefined;
  const ended = () => {
    if (board.length > 1) {
      shown.push(...boardsOf(board));
      map = board;
    }
    board = [];
  };
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    if (board.length > 0 && !(row.test(line) && line.length === board[0]?.length)) ended();
    if (row.test(line)) board.push(line);
    const [, at] = /^at ([\d ]+)$/.exec(line) ?? [];
    if (at !== undefined) {
      goal = /^need ([\d ]+)$/.exec(lines[index + 1] ?? '')?.[1] ?? goal;
      if (goal !== undefined) shown.push(`at ${at} need ${goal}`);
      else if (map !== undefined) shown.push(canonicalBoard(movedTo(map, at)));
    } else if (line.includes('?')) shown.push(equationOf(line));
  });
  ended();
  return shown;
}

/** A run of rows is one board; of more rows than columns, every square in it may be one too. */
function boardsOf(rows: readonly string[]): string[] {
  const width = rows[0]?.length ?? 0;
  const squares = rows.length > width ? rows.slice(width - 1).map((_, first) => rows.slice(first, first + width)) : [];
  return [rows, ...squares].map(canonicalBoard);
}

/** The map with its agent on another cell: "7 3", row and column counted from 0. */
function movedTo(map: readonly string[], place: string): string[] {
  const [toRow, toColumn] = place.split(' ').map(Number);
  return map.map((line, row) =>
    [...line.replace('@', '-').replace('+', '.')]
      .map((cell, column) => (row !== toRow || column !== toColumn ? cell : cell === '.' ? '+' : '@'))
      .join(''),
  );
}

/** "? = 7 + 12" and "? = 12 + 7" are one question. */
function equationOf(line: string): string {
  const [, one, sign, other] = /^\? = (\d+) ([+*]) (\d+)$/.exec(line) ?? [];
  return one === undefined ? line : `? = ${[one, other].sort().join(` ${sign} `)}`;
}
