// The things of a signalling game, their words, and the words that mean nothing until a team makes them mean something.
// Symbols are in no pretraining text: what they come to mean, training has taught.

export const shapes = ['star', 'ring', 'cross', 'moon', 'leaf', 'drop', 'bell', 'fish'] as const;
export const colours = ['red', 'blue', 'green', 'gold', 'grey', 'pink', 'white', 'black'] as const;

/** Thirty-two syllables; the first S are the alphabet of a game. */
export const symbols = ['b', 'd', 'f', 'k', 'm', 'p', 't', 'z'].flatMap((consonant) =>
  ['a', 'e', 'i', 'o'].map((vowel) => `${consonant}${vowel}`),
);

/** An object by its number, the same in every game: shape × 8 + colour. */
export function objectOf(shape: number, colour: number): number {
  return shape * colours.length + colour;
}

/** Its two attributes. */
export function attributesOf(object: number): readonly [shape: number, colour: number] {
  return [Math.floor(object / colours.length), object % colours.length];
}

/** " red star" */
export function objectInWords(object: number): string {
  const [shape, colour] = attributesOf(object);
  return ` ${colours[colour]} ${shapes[shape]}`;
}

/** The object of these words, which write nothing else; undefined where there is none. */
export function readObject(text: string): number | undefined {
  const [colour = '', shape = '', ...more] = text.trim().split(/ +/);
  const [s, c] = [(shapes as readonly string[]).indexOf(shape), (colours as readonly string[]).indexOf(colour)];
  return s < 0 || c < 0 || more.length > 0 ? undefined : objectOf(s, c);
}

const words: readonly string[] = [...symbols, ...shapes, ...colours];

/** A word with a meaning, as somebody could hear it who knows it: not for any game's alphabet, which ends before. */
export function knownWord(object: number, attribute: 'shape' | 'colour'): number {
  const [shape, colour] = attributesOf(object);
  return symbols.length + (attribute === 'shape' ? shape : shapes.length + colour);
}

/** " ba di" */
export function messageInWords(message: readonly number[]): string {
  return message.map((word) => ` ${words[word]}`).join('');
}

/** The symbols of these words; undefined where one of them is none. */
export function readMessage(text: string): readonly number[] | undefined {
  const message = text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => symbols.indexOf(word));
  return message.includes(-1) ? undefined : message;
}
