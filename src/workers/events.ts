// Events on their way to the page: boards at most four times a second, the last of a step always; all else at once.
import type { TrainerEvent } from '../run/trainer-api';

const boardsEveryMs = 250;

/** Boards that came too early wait for `later`, or for the next event that says more than how far the play is. */
export function calm(
  listener: (event: TrainerEvent) => void,
  now: () => number,
  later: (act: () => void, ms: number) => void,
): (event: TrainerEvent) => void {
  let boardsSentMs = Number.NEGATIVE_INFINITY;
  let waiting: TrainerEvent | undefined;
  const sendWaiting = () => {
    if (!waiting) return;
    boardsSentMs = now();
    listener(waiting);
    waiting = undefined;
  };
  return (event) => {
    if (event.kind === 'boards') {
      const ms = boardsSentMs + boardsEveryMs - now();
      if (ms > 0 && !waiting) later(sendWaiting, ms);
      waiting = event;
      if (ms <= 0) sendWaiting();
      return;
    }
    if (event.kind !== 'stage' || event.stage !== 'play') sendWaiting();
    listener(event);
  };
}
