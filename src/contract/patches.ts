// Pictures in prompts. A picture is a row of patches: 4 × 4 pixels of three colours in 8 bits, and the place where they
// lie. In a text a patch is one symbol that carries all of it, "<patch 2 3 AAEC…>", four letters a pixel (base64);
// among token ids it is a few numbers beyond every vocabulary. So prompts stay strings and lists of numbers, and equal
// prompts show equal pictures. A model reads a patch as one token (engine/model/patches.ts).
import { check } from '../basics/check';

export interface Patch {
  /** Place in the picture, in patches; both from 0. */
  readonly row: number;
  readonly column: number;
  /** Row by row; red, green, blue. */
  readonly pixels: Uint8Array; // [48]
}

export const patchSide = 4;
export const patchBytes = patchSide * patchSide * 3;
/** Rows and columns of a picture, at most. */
export const mostPatches = 16;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const symbol = new RegExp(`<patch (\\d\\d?) (\\d\\d?) ([A-Za-z0-9+/]{${(patchBytes * 4) / 3}})>`, 'g');

export function writePatch({ row, column, pixels }: Patch): string {
  check(pixels.length === patchBytes, `a patch has ${patchBytes} bytes, got ${pixels.length}`);
  check(isPlace(row) && isPlace(column), `a picture has at most ${mostPatches} rows and columns of patches`);
  let text = '';
  for (let at = 0; at < patchBytes; at += 3) {
    const pixel = (byteAt(pixels, at) << 16) | (byteAt(pixels, at + 1) << 8) | byteAt(pixels, at + 2);
    for (const shift of [18, 12, 6, 0]) text += letters[(pixel >> shift) & 63];
  }
  return `<patch ${row} ${column} ${text}>`;
}

/** The text's words and patches, in order. */
export function partsOf(text: string): (string | Patch)[] {
  const parts: (string | Patch)[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: row, 2: column, 3: data = '' } of text.matchAll(symbol)) {
    const place = { row: Number(row), column: Number(column) };
    if (!isPlace(place.row) || !isPlace(place.column)) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ ...place, pixels: pixelsOf(data) });
    end = index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

export const hasPatches = (text: string): boolean => text.search(symbol) >= 0;

function pixelsOf(data: string): Uint8Array {
  const pixels = new Uint8Array(patchBytes);
  for (let at = 0; at < patchBytes; at += 3) {
    const four = [0, 1, 2, 3].map((letter) => letters.indexOf(data[(at / 3) * 4 + letter] ?? ''));
    const pixel = four.reduce((sum, value) => sum * 64 + value, 0);
    pixels.set([pixel >> 16, (pixel >> 8) & 255, pixel & 255], at);
  }
  return pixels;
}

/** Numbers from here on are no tokens of any vocabulary; each carries six bytes of a patch. */
const firstNumber = 2 ** 52;
const bytesPerNumber = 6;
const highest = 2 ** (8 * bytesPerNumber); // the first two carry the place above their bytes
export const numbersPerPatch = patchBytes / bytesPerNumber;

export const isPatchNumber = (id: number): boolean => id >= firstNumber;

/** A patch among token ids. */
export function numbersOf({ row, column, pixels }: Patch): number[] {
  return Array.from({ length: numbersPerPatch }, (_, index) => {
    let value = index === 0 ? row : index === 1 ? column : 0;
    for (let byte = 0; byte < bytesPerNumber; byte++)
      value = value * 256 + byteAt(pixels, index * bytesPerNumber + byte);
    return firstNumber + value;
  });
}

/** Back from its numbers. */
export function patchFrom(numbers: readonly number[]): Patch {
  check(
    numbers.length === numbersPerPatch && numbers.every(isPatchNumber),
    `a patch is ${numbersPerPatch} numbers among a prompt's token ids: a picture was cut`,
  );
  const pixels = new Uint8Array(patchBytes);
  for (const [index, number] of numbers.entries()) {
    let value = (number - firstNumber) % highest;
    for (let byte = bytesPerNumber - 1; byte >= 0; byte--) {
      pixels[index * bytesPerNumber + byte] = value % 256;
      value = Math.floor(value / 256);
    }
  }
  const above = (index: number) => Math.floor(((numbers[index] ?? 0) - firstNumber) / highest);
  return { row: above(0), column: above(1), pixels };
}

/** A prompt's words, in stretches of token ids, and patches, in order. */
export function partsOfIds(prompt_P: readonly number[]): (number[] | Patch)[] {
  const parts: (number[] | Patch)[] = [];
  for (let at = 0; at < prompt_P.length; ) {
    const first = at;
    const patch = isPatchNumber(prompt_P[at] as number);
    while (
      at < prompt_P.length &&
      isPatchNumber(prompt_P[at] as number) === patch &&
      (!patch || at < first + numbersPerPatch)
    )
      at++;
    const part = prompt_P.slice(first, at);
    parts.push(patch ? patchFrom(part) : part);
  }
  return parts;
}

/** Tokens that a model reads of a prompt: a patch is one. */
export function tokensOf(prompt_P: readonly number[]): number {
  const numbers = prompt_P.reduce((count, id) => count + (isPatchNumber(id) ? 1 : 0), 0);
  return prompt_P.length - numbers + numbers / numbersPerPatch;
}

/** The weights that patches are multiplied with, [C, floats of a patch], among a policy's tensors. */
export const patchTensor = 'patch_encoder.weight';

/** Whether these are the tensors of a policy that is shown pictures. */
export const seesPictures = (tensors: readonly { readonly name: string }[]): boolean =>
  tensors.some(({ name }) => name === patchTensor);

const isPlace = (place: number): boolean => Number.isInteger(place) && place >= 0 && place < mostPatches;
const byteAt = (pixels: Uint8Array, at: number): number => pixels[at] ?? 0;
