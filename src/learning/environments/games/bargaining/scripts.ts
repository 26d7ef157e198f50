// Players of bargaining who need no model and see no more than their side does. Each wants so much of its total, and
// offers to keep the least that is worth it.
import { sharesOf, total, worth } from './deals';
import { agree, type BargainingPosition, digitOf, isLastWord, mover, offered, walkAway } from './offers';

/** `wants`: of the total, as the game stands. Whoever has the last word takes what is worth anything. */
function wanting(wants: (position: BargainingPosition) => number, takes = wants) {
  return (position: BargainingPosition): string => {
    const own = position.values[mover(position) ?? 0];
    const left = offered(position);
    const brings = left ? worth(own, left) : 0;
    if (isLastWord(position)) return brings > 0 ? agree : walkAway;
    if (left && brings >= takes(position)) return agree;
    const enough = sharesOf(position.counts).filter((share) => worth(own, share) >= wants(position));
    const [least = position.counts] = enough.toSorted(
      (a, b) => worth(own, a) - worth(own, b) || a[0] + a[1] - b[0] - b[1],
    );
    return digitOf(least);
  };
}

/** Wants everything at first, and less with every word. */
export const conceder = wanting(({ offers, said }) => (total * (offers + 1 - said.length)) / (offers + 1));
/** Keeps wanting everything. */
export const greedy = wanting(() => total);
/** Wants half, and takes whatever is worth anything to it. */
export const soft = wanting(
  () => total / 2,
  () => 1,
);
