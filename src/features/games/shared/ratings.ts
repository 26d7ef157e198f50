// Ratings from games won, drawn and lost: Plackett–Luce as in OpenSkill (Joshy, arXiv 2401.05451), a belief of mean μ
// and deviation σ for each player, changed game by game. What comes last counts most, so games are taken in an order
// drawn by a seed, not in that in which they were played.
import { rate, rating } from 'openskill';
import { rngFrom } from '../../../basics/rng';
import type { Table } from '../../../basics/table';
import type { LeagueGame } from './league';
import { inWords } from './step-games';

export interface Rated {
  readonly name: string;
  /** μ: 25 before the first game. */
  readonly rating: number;
  /** Half of the 95 % interval: 1.96 σ. */
  readonly within: number;
  readonly games: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** The players by their rating, the best first. */
export function ratingsOf(names: readonly string[], games: readonly LeagueGame[], seed: number): Rated[] {
  const beliefs = names.map(() => rating());
  const counts = names.map(() => ({ won: 0, drawn: 0, lost: 0 }));
  for (const { sides, worth } of rngFrom(seed, 'ratings').shuffle(games)) {
    const [end, otherEnd] = [inWords(worth), inWords(1 - worth)];
    const rank = end === 'drawn' ? [1, 1] : end === 'won' ? [1, 2] : [2, 1];
    const teams = sides.map((index) => [beliefs[index] ?? rating()]);
    rate(teams, { rank }).forEach(([belief], side) => {
      const [index, ended] = [sides[side] as number, side === 0 ? end : otherEnd];
      if (belief) beliefs[index] = belief;
      const count = counts[index];
      if (count) count[ended]++;
    });
  }
  const rated = names.map((name, index): Rated => {
    const { mu, sigma } = beliefs[index] ?? rating();
    const { won, drawn, lost } = counts[index] ?? { won: 0, drawn: 0, lost: 0 };
    return { name, rating: mu, within: 1.96 * sigma, games: won + drawn + lost, won, drawn, lost };
  });
  return rated.sort((one, other) => other.rating - one.rating);
}

export function tableOf(rated: readonly Rated[]): Table {
  return {
    columns: ['', 'rating', '±', 'games', 'won', 'drawn', 'lost'],
    rows: rated.map(({ name, rating: mu, within, games, won, drawn, lost }) => [
      name,
      mu.toFixed(1),
      within.toFixed(1),
      ...[games, won, drawn, lost],
    ]),
  };
}
