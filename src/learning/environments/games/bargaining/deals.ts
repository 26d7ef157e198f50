// What can be divided, what a share is worth, and what of it could be had at best: the truths that play is measured by.
// It does not know worlds.

/** Hats and balls. */
export type Share = readonly [hats: number, balls: number];
/** What one of each is worth. */
export type Values = readonly [hat: number, ball: number];
export type Pair = readonly [first: number, second: number];
type Side = 0 | 1;

export interface Deal {
  readonly counts: Share;
  readonly values: readonly [Values, Values];
}

/** What everything on the table is worth to either player. */
export const total = 10;

export const worth = (values: Values, share: Share) => values[0] * share[0] + values[1] * share[1];
export const restOf = (counts: Share, share: Share): Share => [counts[0] - share[0], counts[1] - share[1]];

/** How many there are on the table: one or two of each kind, three or four in all. */
export const tables: readonly Share[] = [
  [1, 2],
  [2, 1],
  [2, 2],
];

/** Every share of what is on the table, nothing included. */
export function sharesOf(counts: Share): readonly Share[] {
  const upTo = (count: number) => Array.from({ length: count + 1 }, (_, index) => index);
  return upTo(counts[0]).flatMap((hats) => upTo(counts[1]).map((balls): Share => [hats, balls]));
}

/** All values by which everything is worth `total`. */
export function valuesOf(counts: Share): readonly Values[] {
  const upTo = Array.from({ length: total + 1 }, (_, index) => index);
  return upTo.flatMap((hat) => upTo.map((ball): Values => [hat, ball])).filter((one) => worth(one, counts) === total);
}

/** Every pair of values where no kind is worthless to both and one at least is worth something to both (as in Lewis et
 *  al. 2017). */
export function dealsOn(counts: Share): readonly Deal[] {
  return valuesOf(counts).flatMap((first) =>
    valuesOf(counts)
      .filter((second) => [0, 1].every((kind) => first[kind] || second[kind]))
      .filter((second) => [0, 1].some((kind) => first[kind] && second[kind]))
      .map((second): Deal => ({ counts, values: [first, second] })),
  );
}

/** What the players have where `side` keeps the share and the other gets the rest. */
export function worthsOf({ counts, values }: Deal, side: Side, share: Share): Pair {
  const [kept, left] = [worth(values[side], share), worth(values[side === 0 ? 1 : 0], restOf(counts, share))];
  return side === 0 ? [kept, left] : [left, kept];
}

const outcomesOf = (deal: Deal) => sharesOf(deal.counts).map((share) => worthsOf(deal, 0, share));
const sum = ([first, second]: Pair) => first + second;

/** The most that both can have together. */
export const bestJoint = (deal: Deal): number => Math.max(...outcomesOf(deal).map(sum));

/** Whether nobody could have more without the other having less. */
export function isEfficient(deal: Deal, [first, second]: Pair): boolean {
  return !outcomesOf(deal).some(([a, b]) => a >= first && b >= second && a + b > first + second);
}

/** The bargaining solution of Nash (1950), no deal being worth nothing: the greatest product; of several the greatest
 *  sum, then the one that comes first. */
export function nashSolution(deal: Deal): Pair {
  const score = (one: Pair) => one[0] * one[1] * 100 + sum(one);
  return outcomesOf(deal).reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** What two players come to who reason backwards from the last offer and know all values: whoever hears an offer takes
 *  it where waiting brings no more, and whoever makes one is, of two that bring it the same, the kinder. So the last
 *  who may offer has everything it values. */
export function rationalPlay(deal: Deal, offers: number): Pair {
  let later: Pair = [0, 0]; // no deal
  for (let offer = offers - 1; offer >= 0; offer--) {
    const side: Side = offer % 2 === 0 ? 0 : 1;
    const other: Side = side === 0 ? 1 : 0;
    const came = sharesOf(deal.counts).map((share) => worthsOf(deal, side, share));
    const reached = came.map((pair) => (pair[other] >= later[other] ? pair : later));
    later = reached.reduce((best, one) =>
      one[side] > best[side] || (one[side] === best[side] && one[other] > best[other]) ? one : best,
    );
  }
  return later;
}
