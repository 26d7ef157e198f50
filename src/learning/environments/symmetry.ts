// The eight mirrors and turns of a board, and the one that stands for all: two boards are the same where it is equal
// (V6).

/** The first, in the order of texts, of a board's mirrors and turns; rows joined by "\n". Rows are equally long. */
export function canonicalBoard(rows: readonly string[]): string {
  const turned = transposed(rows);
  const all = [rows, turned].flatMap((board) => [
    board,
    mirrored(board),
    [...board].reverse(),
    mirrored([...board].reverse()),
  ]);
  return all.map((board) => board.join('\n')).reduce((first, board) => (board < first ? board : first));
}

function mirrored(rows: readonly string[]): string[] {
  return rows.map((row) => [...row].reverse().join(''));
}

function transposed(rows: readonly string[]): string[] {
  return [...(rows[0] ?? '')].map((_, column) => rows.map((row) => row[column]).join(''));
}
