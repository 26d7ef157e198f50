// Blocksworld's actions in words: "21 30" puts block 2 onto block 1, then block 3 onto the table.
import { readDigits, writeDigits } from '../digit-moves';
import type { BlocksMove } from './stacks';

export const blocksHelp =
  'two digits each – the block to be moved, and the block it is put onto or 0 for the table – for example "21 30"';
export const digitsPerMove = 2;

export const writeBlocks: (moves: readonly BlocksMove[]) => string = writeDigits;

/** Undoes `writeBlocks` (W5). */
export function readBlocks(text: string): readonly BlocksMove[] | undefined {
  return readDigits(text, digitsPerMove);
}
