// The words of an author's world: its pictures as they are, its moves one after the other.
import type { Environment } from '../../../learning/environments/environment';
import type { WorldDescription } from './description';

export interface OwnState {
  /** The author's state, in JSON. */
  readonly board: string;
  /** What was left at the beginning. */
  readonly way: number;
}

export type OwnMoves = readonly string[];
export type OwnWording = Environment<OwnState, OwnMoves>['wording'];

export function wordingOf(
  { title, moves, landmarks }: Pick<WorldDescription, 'title' | 'moves' | 'landmarks'>,
  describe: (state: OwnState) => string,
): OwnWording {
  const length = (moves[0] as string).length;
  const asWritten = new Map(moves.map((move) => [move.toUpperCase(), move]));
  const write = (action: OwnMoves) => action.join(length === 1 ? '' : ' ');
  const some = moves.slice(0, 12).join(', ');
  const example = write([moves[0] as string, moves[moves.length > 1 ? 1 : 0] as string]);
  return {
    title,
    ...(Object.keys(landmarks).length > 0 ? { landmarks } : {}),
    describe,
    describeAfter: describe,
    write,
    read: (text) => {
      const letters = text.replace(/[\s,]/g, '').toUpperCase();
      if (letters.length % length !== 0) return undefined;
      const read = Array.from({ length: letters.length / length }, (_, at) =>
        asWritten.get(letters.slice(at * length, (at + 1) * length)),
      );
      return read.every((move) => move !== undefined) ? (read as OwnMoves) : undefined;
    },
    help: `moves ${some}${moves.length > 12 ? ' …' : ''}, one after the other, for example "${example}"`,
    symbolsPerMove: length,
  };
}
