// A world of texts has lines for a picture, wrapped as if on a board: the text is put together again, so that it wraps where there is room.
// What ended a line by itself cannot be told for sure; code keeps its lines.
import type { Picture } from '../../learning/environments/environment';

/** A row could not have taken the next one's first word: it was wrapped there. As wide as learning/environments/text-board.ts writes. */
const mostColumns = 40;
/** Prose seldom ends a line so. */
const endsLikeCode = /[;{}()[\]:,=>]$/;

/** Lines of the text, none of them padded. */
export function textLines(picture: Picture): readonly string[] {
  const lines: string[] = [];
  let rowBefore: string | undefined;
  for (const padded of picture) {
    const row = padded.trimEnd();
    const [firstWord = ''] = row.split(' ');
    const goesOn =
      rowBefore !== undefined &&
      row !== '' &&
      firstWord !== '' && // an indented row begins by itself
      rowBefore.length + 1 + firstWord.length > mostColumns &&
      !endsLikeCode.test(rowBefore);
    if (goesOn) lines.push(`${lines.pop()} ${row}`);
    else lines.push(row);
    rowBefore = row;
  }
  return lines;
}
