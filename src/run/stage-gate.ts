// Slow motion: a gate between the stages of a step. While it is slow, the run waits there until it is told to go on.
// Nothing of a run depends on it: its clock stands still meanwhile, so that waiting counts as no stage's time. Whoever
// pauses lets everything through: the step is finished and saved, as without it. Whatever ends the page while it waits
// ends it within a step, which is repeated on resuming.

import type { Motion } from './trainer-api';

export interface StageGate {
  readonly slow: () => boolean;
  /** Valid at once: what waits goes on where it is no longer slow. */
  readonly setMotion: (motion: Motion) => void;
  /** Lets the run go on to the next stage. Nothing where it does not wait. */
  readonly open: () => void;
  /** Resolves when it is opened; where a run waits anew, because its GPU was lost, the wait before it never ends. */
  readonly passed: () => Promise<void>;
  /** Milliseconds, without those that were waited. */
  readonly now: () => number;
}

export function stageGate(now: () => number): StageGate {
  let motion: Motion = 'usual';
  let go: (() => void) | undefined;
  let waitedMs = 0;
  let sinceMs = 0;
  const open = () => {
    if (!go) return;
    waitedMs += now() - sinceMs;
    go();
    go = undefined;
  };
  return {
    slow: () => motion === 'slow',
    setMotion: (given) => {
      motion = given;
      if (motion === 'usual') open();
    },
    open,
    passed: () =>
      new Promise((resolve) => {
        if (!go) sinceMs = now();
        go = resolve;
      }),
    now: () => (go ? sinceMs : now()) - waitedMs,
  };
}
