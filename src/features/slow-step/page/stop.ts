// What every stop is given.
import type { Guess } from '../../../page/parts/prediction';
import type { RunView } from '../../../page/stores/run-view';
import type { Tour } from './tour';

export interface StopProps {
  readonly run: RunView;
  readonly tour: Tour;
  /** By question: which choice was made. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly onGuess: (question: string, guess: Guess) => void;
}
