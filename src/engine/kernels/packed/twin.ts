// Packed matrices as plain numbers, read word by word.
import { numberOfHalf } from './halves';
import { blockRows, type PackedFormat, wordsOfColumn } from './packed';

/** [rows, columns] of a packed matrix. */
export function unpack(
  words: Uint32Array,
  { format, rows, columns }: { format: PackedFormat; rows: number; columns: number },
): Float64Array {
  const scales = wordsOfColumn(format, rows).codes * columns;
  const asFloat = new Float32Array(words.buffer, words.byteOffset, words.length);
  const numbers = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const scale = scales + Math.floor(row / blockRows) * columns + column;
      const wordOf = (perWord: number): number => words[Math.floor(row / perWord) * columns + column] as number;
      let value: number;
      if (format === 'f16') value = numberOfHalf((wordOf(2) >>> (16 * (row % 2))) & 0xffff);
      else if (format === 'int8') value = ((wordOf(4) << (24 - 8 * (row % 4))) >> 24) * (asFloat[scale] as number);
      else {
        const pair = words[scale] as number;
        value = Math.fround(
          ((wordOf(8) >>> (4 * (row % 8))) & 15) * numberOfHalf(pair & 0xffff) + numberOfHalf(pair >>> 16),
        );
      }
      numbers[row * columns + column] = value;
    }
  }
  return numbers;
}
