// Events on their way to the page: boards at most four times a second, everything else at once.
import type { TrainerEvent } from '../run/trainer-api';

const boardsEveryMs = 250;

export function calm(listener: (event: TrainerEvent) => void, now: () => number): (event: TrainerEvent) => void {
  let boardsSentMs = Number.NEGATIVE_INFINITY;
  return (event) => {
    if (event.kind === 'boards') {
      if (now() - boardsSentMs < boardsEveryMs) return;
      boardsSentMs = now();
    }
    listener(event);
  };
}
