// Did two contestants compute the same? A ratio between programs that computed different things would mean nothing.
import { present } from '../../../basics/check';
import { largestDifference, largestOf, relativeDifference } from '../../../basics/difference';
import type { Outcomes } from './contestant';

export interface Agreement {
  readonly agrees: boolean;
  /** What was compared and how far apart it was, in words. */
  readonly compared: string;
}

/** Of f32 sums in another order; and of those through a whole model, forward and backward. */
const productTolerance = 1e-4;
const stepTolerance = 2e-3;
/** Greedy tokens differ after a near tie, and then to the end of that answer. */
const matchingTokens = 0.95;

export const agreement: {
  readonly [Kind in keyof Outcomes]: (ours: Outcomes[Kind], theirs: Outcomes[Kind]) => Agreement;
} = {
  product: (ours, theirs) => within(relativeDifference(ours, theirs), productTolerance, 'products'),
  decode: (ours, theirs) => {
    const pairs = ours.flatMap((answer, index) => answer.map((token, t) => theirs[index]?.[t] === token));
    const share = pairs.filter(Boolean).length / Math.max(1, pairs.length);
    return {
      agrees: share >= matchingTokens,
      compared: `${(100 * share).toFixed(1)} % of ${pairs.length} tokens match`,
    };
  },
  step: (ours, theirs) => {
    const loss = Math.abs(ours.loss - theirs.loss) / Math.max(1e-12, Math.abs(ours.loss));
    const largest = Math.max(...[...ours.moment1.values()].map(largestOf));
    const gradients = [...ours.moment1].map(([name, values]) => {
      const other = present(theirs.moment1.get(name), () => `no gradient of ${name} to compare`);
      return largestDifference(values, other) / largest;
    });
    return within(Math.max(loss, ...gradients), stepTolerance, 'loss and gradients');
  },
};

function within(difference: number, tolerance: number, what: string): Agreement {
  return {
    agrees: difference <= tolerance,
    compared: `${what} differ by ${difference.toExponential(1)} of the largest`,
  };
}
