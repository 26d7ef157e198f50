// A run as the page shows it: what the trainer's events add up to, or what storage or a recorded file holds.

import type { RunStatus } from '../../files/storage/schema';
import type { RunConfig } from '../../learning/config/run-config';
import type { Evaluation } from '../../learning/rollouts/transcript';
import type { StepReport } from '../../learning/training/report';
import type { References, Stage, StageSight, TrainerEvent } from '../../run/trainer-api';

export interface RunView {
  readonly id: string;
  readonly name: string;
  readonly config: RunConfig;
  readonly status: RunStatus;
  /** Steps done. */
  readonly step: number;
  /** Why it stopped, when it failed. */
  readonly reason?: string;
  /** One per step, in order. */
  readonly reports: readonly StepReport[];
  /** On the validation problems: the lines beside the curves. */
  readonly references?: References;
  /** On the test problems. */
  readonly before?: Evaluation;
  readonly after?: Evaluation;
  readonly testReferences?: References;
  readonly secondsLeft?: number;
  /** What it takes of the GPU's memory, in a line; known while it runs here. */
  readonly memory?: string;
  /** Storage says it was running, and no page runs it: closing the page cut it off. Its status here is "paused". */
  readonly cutOff?: boolean;
  /** A run from a file: it can be looked at and nothing else. */
  readonly recorded: boolean;
}

export interface StageView {
  readonly step: number;
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

/** A run in slow motion waits behind this stage. */
export interface WaitingView {
  readonly step: number;
  readonly after: Extract<TrainerEvent, { kind: 'waiting' }>['after'];
  readonly sight: StageSight;
}

/** Reports in order of steps; one for a step that is already there replaces it and all later ones (a resumed run goes
 *  back). */
export function withReport(reports: readonly StepReport[], report: StepReport): readonly StepReport[] {
  const last = reports.at(-1);
  if (!last || last.step < report.step) return [...reports, report];
  return [...reports.filter((kept) => kept.step < report.step), report];
}
