// Eight Queens' actions in words: "24 31" puts queens on row 2, column 4 and on row 3, column 1.
import { readDigits, writeDigits } from '../digit-moves';
import type { QueensMove } from './board';

export const placesHelp = 'two digits each – row and column of a queen, counted from 1 – for example "24 31"';
export const digitsPerPlace = 2;

export const writePlaces: (moves: readonly QueensMove[]) => string = writeDigits;

/** Undoes `writePlaces` (W5). */
export function readPlaces(text: string): readonly QueensMove[] | undefined {
  return readDigits(text, digitsPerPlace);
}
