// What is said of a game of two before anybody plays it.
import type { Knobs } from '../../../basics/knobs';
import type { EnvironmentCard, PlayerCard } from '../environment';

export interface GameFace {
  readonly id: string;
  readonly name: string;
  readonly sentence: string;
  readonly knobs: Knobs;
  readonly players: readonly [PlayerCard, PlayerCard];
  readonly stakes: 'zero-sum' | 'mixed';
  readonly form?: 'text';
  readonly symbols: EnvironmentCard['symbols'];
  readonly openInformation?: string;
  /** What "held" of its rules says, in words. */
  readonly success?: string;
}

/** Of a board on which two take free fields by turns, and see all of it. */
export const crossesAndNoughts = {
  stakes: 'zero-sum',
  symbols: {
    X: { name: 'cross', sprite: 'text' },
    O: { name: 'nought', sprite: 'text' },
    '.': { name: 'free', sprite: 'floor' },
  },
  openInformation: 'Both see the whole board: what is hard is to foresee the other.',
} as const;

export function cardOfGame(face: GameFace): EnvironmentCard {
  const { id, name, sentence, knobs, players, stakes, symbols, form, openInformation } = face;
  const { success = 'at least even with the best script' } = face; // as the rules hold where they say nothing
  return {
    ...{ id, name, sentence, knobs, symbols, players, stakes, success },
    ...(form ? { form } : {}),
    ...(openInformation ? { openInformation } : {}),
    problem: 'game',
    remainingUnit: 'moves',
    sameProblems: 'Games begin in few positions: those of a test are those of the training, its chance is its own.',
  };
}
