// What the steps of a run are made with: a session's parts, and the run and the learner at hand.
import type { OpenLearner } from './open-learner';
import type { LabRun } from './run-store';
import type { SessionParts } from './session-parts';
import type { Extent } from './trainer-api';

export interface RunParts extends SessionParts {
  /** As its last checkpoint has it. */
  readonly run: LabRun;
  readonly opened: OpenLearner;
  readonly pausing: () => boolean;
  readonly extent: Extent;
  /** Wall time spent on the run so far. */
  readonly seconds: () => number;
}

/** What playing needs of the surroundings. */
export function playedWith({
  player,
  runner,
  catalogue,
}: Pick<SessionParts, 'player' | 'runner' | 'catalogue'>): Pick<SessionParts, 'player' | 'runner' | 'catalogue'> {
  return { ...(player ? { player } : {}), ...(runner ? { runner } : {}), ...(catalogue ? { catalogue } : {}) };
}
