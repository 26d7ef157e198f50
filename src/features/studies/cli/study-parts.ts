// What a study's sessions are made from on this computer.
import type { Machine } from '../../../headless/machine';
import type { Progress } from '../../../headless/progress';
import { outOfMemoryLine } from '../../../headless/verbs/train';
import type { BaseModel } from '../../../models/base-model';
import type { SessionParts } from '../../../run/session-parts';
import type { TrainerEvent } from '../../../run/trainer-api';

export function studyParts(
  { engine, runner }: Machine,
  base: BaseModel,
  progress: Progress,
): Omit<SessionParts, 'runStore'> {
  return {
    base,
    runner,
    planMemory: (...wishes) => engine.planFor(base, ...wishes),
    openLearner: (precision, rooms) => engine.open(base, precision, rooms, 'to train'),
    now: () => performance.now(),
    announce: (event) => show(event, progress),
  };
}

function show(event: TrainerEvent, progress: Progress): void {
  if (event.kind === 'stage') progress.bar(event.stage, event.done, event.total);
  else if (event.kind === 'device-lost') progress.line(`the GPU was lost (${event.reason})`);
  else if (event.kind === 'out-of-memory') progress.line(outOfMemoryLine(event));
  else if (event.kind === 'storage') progress.line(event.message);
}
