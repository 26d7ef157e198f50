// What came of bargaining: how often there was a deal, and what of that which could have been had. Read off the records
// of play, against truths that are computed.
import { mean } from '../../../basics/statistics';
import type { EnvironmentSettings } from '../../../learning/environments/environment';
import { bargaining } from '../../../learning/environments/games/bargaining/bargaining';
import {
  bestJoint,
  isEfficient,
  nashSolution,
  type Pair,
  rationalPlay,
} from '../../../learning/environments/games/bargaining/deals';
import { type BargainingPosition, dealtOf, isAgreed } from '../../../learning/environments/games/bargaining/offers';
import type { WorldRecord } from '../../../learning/rollouts/transcript';

/** Of games: shares in [0, 1], and means of what each side had, of 10. */
export interface BargainFigures {
  readonly games: number;
  readonly agreed: number;
  /** What both had, of the most that both could have had together. */
  readonly ofBest: number;
  /** Deals in which nobody could have more without the other having less. */
  readonly efficient: number;
  readonly had: Pair;
  /** Nash's solution of the same games. */
  readonly nash: Pair;
  /** Two who reason backwards and know all values. */
  readonly rational: Pair;
}

export const isBargaining = ({ environment }: Pick<WorldRecord, 'environment'>) => environment === bargaining.card.id;

/** Undefined where no such game was played. */
export function bargainsIn(worlds: readonly WorldRecord[], settings: EnvironmentSettings): BargainFigures | undefined {
  const ends = worlds.filter(isBargaining).map((world) => endOf(world, settings));
  if (ends.length === 0) return undefined;
  const had = ends.map(dealtOf);
  const meanOf = (pairs: readonly Pair[]): Pair => [mean(pairs.map(([one]) => one)), mean(pairs.map(([, two]) => two))];
  const share = (test: (end: BargainingPosition) => boolean) => mean(ends.map((end) => (test(end) ? 1 : 0)));
  return {
    games: ends.length,
    agreed: share(isAgreed),
    ofBest: mean(ends.map((end, index) => sumOf(had[index]) / bestJoint(end))),
    efficient: share((end) => isAgreed(end) && isEfficient(end, dealtOf(end))),
    had: meanOf(had),
    nash: meanOf(ends.map(nashSolution)),
    rational: meanOf(ends.map((end) => rationalPlay(end, end.offers))),
  };
}

const sumOf = ([one, two]: Pair = [0, 0]) => one + two;

/** The game played again from its record; a game that was given up, or is not over, has no deal. */
function endOf({ seed, groups }: WorldRecord, settings: EnvironmentSettings): BargainingPosition {
  let state = bargaining.start(seed, settings);
  for (const { player = '', branches, trunk } of groups) {
    const move = branches[trunk]?.moves ?? '';
    state = bargaining.act(state, { player, ...(move === '' ? {} : { move }) }, 1).state;
  }
  return state.position;
}
