// What a setting is found by: its name, its card's, the meaning, its choices. Every word that is looked for has to be
// in it. It knows no form and no command line.
import type { Knob } from './knobs';

/** All that can be said of a setting, to look in. */
export function wordsOfKnob(name: string, card: Knob): string {
  const choices = card.kind === 'choice' ? Object.entries(card.choices).flat() : [];
  return [name, card.name, card.meaning, ...choices].join(' ');
}

/** Whether every word that is wanted is somewhere in the text, whatever its case; of no words, each is. */
export function says(text: string, wanted: string): boolean {
  const lower = text.toLowerCase();
  return wanted
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
