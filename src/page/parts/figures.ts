// Sentences about players name a figure by its symbol; on boards it is drawn, and told by its colour.
import type { EnvironmentCard, SymbolCard } from '../../learning/environments/environment';

const drawn: Partial<Record<SymbolCard['sprite'], string>> = { player: 'blue', 'second-player': 'pink' };

/** "moves the figure @" becomes "moves the blue figure". */
export function figuresInWords(sentence: string, { symbols }: Pick<EnvironmentCard, 'symbols'>): string {
  return sentence.replace(/the figure (\S)(?=\W|$)/g, (whole, symbol: string) => {
    const colour = drawn[symbols[symbol]?.sprite ?? 'text'];
    return colour === undefined ? whole : `the ${colour} figure`;
  });
}
