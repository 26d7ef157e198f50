// The cards and chips of Kuhn poker: what may be held, seen and won, and how an equilibrium plays. It does not know
// worlds.
export type Side = 0 | 1;

export interface KuhnPosition {
  /** 1 jack, 2 queen, 3 king. */
  readonly cards: readonly [number, number];
  /** What was played: "", "D", "U", "DU" while the game goes on. */
  readonly played: string;
}

export const deals = [1, 2, 3].flatMap((first) =>
  [1, 2, 3].filter((second) => second !== first).map((second) => [first, second] as const),
);
export const letters = ['', 'J', 'Q', 'K'] as const;
const goesOn = ['', 'D', 'U', 'DU'];

/** Undefined when the game is over. */
export const mover = ({ played }: KuhnPosition): Side | undefined =>
  goesOn.includes(played) ? (played.length % 2 === 0 ? 0 : 1) : undefined;

/** In every view there is: of both sides, card by card. */
export const views = ([0, 1] as const).flatMap((side) =>
  [1, 2, 3].flatMap((card) => (side === 0 ? ['', 'DU'] : ['D', 'U']).map((played) => ({ side, card, played }))),
);

/** Chips that the side gains by a game that is over. */
export function chipsOf({ cards, played }: KuhnPosition, side: Side): number {
  if (played === 'UD') return side === 0 ? 1 : -1;
  if (played === 'DUD') return side === 0 ? -1 : 1;
  const stake = played === 'DD' ? 1 : 2;
  return cards[side] > cards[side === 0 ? 1 : 0] ? stake : -stake;
}

/** Two chips lost are 0, two won 1. */
export const scaled = (chips: number) => (chips + 2) / 4;

/** The chance to play U in the equilibrium whose first player bets a jack with chance 1/3. */
export function equilibrium(card: number, played: string): number {
  const bet = 1 / 3;
  if (played === '') return [0, bet, 0, 3 * bet][card] ?? 0;
  if (played === 'DU') return [0, 0, bet + 1 / 3, 1][card] ?? 0;
  return (played === 'D' ? [0, 1 / 3, 0, 1] : [0, 0, 1 / 3, 1])[card] ?? 0;
}
