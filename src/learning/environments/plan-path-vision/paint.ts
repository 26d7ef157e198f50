// How a map is painted: a patch of 4 × 4 pixels a cell. Every problem has a light and colours of its own, every cell a
// shade, every pixel noise, all drawn from the problem's stream of chance: patches are pictures, not an alphabet.
import { type Rng, rngFrom } from '../../../basics/rng';
import { patchSide, writePatch } from '../../../contract/patches';
import type { Picture } from '../environment';

type Colour = readonly [red: number, green: number, blue: number]; // each in [0, 1]

/** Where a cell's own colour lies on the floor: "o" there, "." the floor. */
const shapes: Readonly<Record<string, { readonly colour: keyof typeof usual; readonly pixels: string }>> = {
  '#': { colour: 'wall', pixels: 'oooooooooooooooo' },
  ' ': { colour: 'floor', pixels: '................' },
  '.': { colour: 'goal', pixels: 'oooo o..o o..o oooo'.replaceAll(' ', '') },
  '@': { colour: 'agent', pixels: '.... .oo. .oo. ....'.replaceAll(' ', '') },
};

const usual = {
  floor: [0.72, 0.7, 0.62],
  wall: [0.3, 0.24, 0.2],
  goal: [0.85, 0.7, 0.1],
  agent: [0.15, 0.35, 0.85],
} as const satisfies Readonly<Record<string, Colour>>;

/** How far a problem's colours lie from the usual ones, and a cell's from those. */
const [ofProblem, ofCell] = [0.08, 0.04];

/** The map as lines of patches, each ended by "\n". `noise`: deviation of every pixel. */
export function painted(picture: Picture, seed: number, noise: number): string {
  const random = rngFrom('paint', seed);
  const light = 0.7 + 0.4 * random.number();
  const palette = Object.fromEntries(
    Object.entries(usual).map(([name, colour]) => [name, shifted(colour, ofProblem, random)]),
  ) as Record<keyof typeof usual, Colour>;
  return drawn(picture, (row, column) => {
    const symbol = picture[row]?.[column] ?? ' ';
    const own = rngFrom('paint', seed, row, column, symbol);
    const floor = shifted(palette.floor, ofCell, own);
    const layers = (symbol === '+' ? ['.', '@'] : [symbol]).map((one) => shapes[one] as (typeof shapes)[string]);
    const colours = layers.map(({ colour, pixels }) => ({ colour: shifted(palette[colour], ofCell, own), pixels }));
    return Array.from({ length: patchSide * patchSide }, (_, pixel) => {
      const top = colours.findLast(({ pixels }) => pixels[pixel] === 'o')?.colour ?? floor;
      return top.map((part) => part * light + noise * own.normal()) as unknown as Colour;
    });
  });
}

/** A picture of the same size in which nothing is to be seen. */
export function blanked(picture: Picture): string {
  return drawn(picture, () => Array.from({ length: patchSide * patchSide }, (): Colour => [0.5, 0.5, 0.5]));
}

function drawn(picture: Picture, cell: (row: number, column: number) => readonly Colour[]): string {
  return picture
    .map((line, row) => `${[...line].map((_, column) => patch(row, column, cell(row, column))).join('')}\n`)
    .join('');
}

function patch(row: number, column: number, colours: readonly Colour[]): string {
  const pixels = Uint8Array.from(colours.flat(), (part) => Math.round(255 * Math.min(1, Math.max(0, part))));
  return writePatch({ row, column, pixels });
}

function shifted(colour: Colour, deviation: number, random: Rng): Colour {
  return colour.map((part) => part + deviation * random.normal()) as unknown as Colour;
}
