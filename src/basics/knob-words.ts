// The text that a search for settings looks through: a setting's name, its card's name, meaning and choices. Every word
// of the search must occur in it. It knows no form and no command line.
import type { Knob } from './knobs';

/** The text about one setting that a search looks through. */
export function wordsOfKnob(name: string, card: Knob): string {
  const choices = card.kind === 'choice' ? Object.entries(card.choices).flat() : [];
  return [name, card.name, card.meaning, ...choices].join(' ');
}

/** Whether every word of the search occurs in the text, in any case; true for an empty search. */
export function says(text: string, wanted: string): boolean {
  const lower = text.toLowerCase();
  return wanted
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
