// How the players of bargaining take turns: a digit each, what its maker keeps, or that it agrees or walks away. It
// does not know worlds.
import { type Deal, type Pair, restOf, type Share, sharesOf, worthsOf } from './deals';

type Side = 0 | 1;

export interface BargainingPosition extends Deal {
  /** Offers at most. */
  readonly offers: number;
  /** What was said, a digit each: offers in turn; at the end "1", agreed, or "0", walked away. */
  readonly said: string;
}

export const agree = '1';
export const walkAway = '0';

/** 2 to 9: one more than three times the hats and the balls that are kept. */
export const digitOf = ([hats, balls]: Share) => String(1 + 3 * hats + balls);
export const shareOf = (digit: string): Share => [Math.floor((Number(digit) - 1) / 3), (Number(digit) - 1) % 3];

export const isAgreed = ({ said }: BargainingPosition) => said.endsWith(agree);
export const isOver = (position: BargainingPosition) => isAgreed(position) || position.said.endsWith(walkAway);

const sideAfter = (said: number): Side => (said % 2 === 0 ? 0 : 1);

/** Undefined when the game is over. */
export function mover(position: BargainingPosition): Side | undefined {
  return isOver(position) ? undefined : sideAfter(position.said.length);
}

/** Nothing but to agree or to walk away is left. */
export const isLastWord = ({ offers, said }: BargainingPosition) => said.length === offers;

/** What the side would have that agreed to the offer which was made last. */
export function offered({ counts, said }: BargainingPosition): Share | undefined {
  const last = said.at(-1);
  return last === undefined ? undefined : restOf(counts, shareOf(last));
}

export function moves(position: BargainingPosition): readonly string[] {
  if (isOver(position)) return [];
  if (isLastWord(position)) return [agree, walkAway];
  const claims = sharesOf(position.counts)
    .map(digitOf)
    .filter((digit) => digit !== agree);
  return position.said === '' ? claims : [agree, ...claims];
}

/** What both have of it: nothing where they did not agree. */
export function dealtOf(position: BargainingPosition): Pair {
  const { said } = position;
  if (!isAgreed(position)) return [0, 0];
  const offer = said.length - 2;
  return worthsOf(position, sideAfter(offer), shareOf(said.charAt(offer)));
}
