// What a session is made from, and the name of the configuration its checkpoints belong to.
import type { Rooms } from '../engine/model/memory-plan';
import type { Precision } from '../engine/model/stored-sections';
import { hashOfJson } from '../files/formats/hash';
import type { ProgramRunner } from '../learning/agents/program-runner';
import type { Catalogue } from '../learning/catalogue';
import { isScheduled } from '../learning/config/run-config';
import { completed, namingConfig, type StoredConfig } from '../learning/config/stored';
import type { Player } from '../learning/rollouts/together';
import type { BaseModel } from '../models/base-model';
import type { OpenLearner } from './open-learner';
import type { RunMemory, RunPlan } from './run-memory';
import type { RunStore } from './run-store';
import type { StageGate } from './stage-gate';
import type { TrainerEvent } from './trainer-api';

export interface SessionParts {
  readonly runStore: RunStore;
  readonly base: BaseModel;
  /** What a run will take of the GPU's memory; rejects with the numbers when that is more than there is. Without it
   *  nobody asks. */
  readonly planMemory?: (precision: Precision, run: RunMemory, rooms?: Rooms) => Promise<RunPlan>;
  /** With the base kept as the run's configuration says; called again after the GPU was lost, and with less room after
   *  it ran out of memory. */
  readonly openLearner: (precision: Precision, rooms?: Rooms) => Promise<OpenLearner>;
  readonly player?: Player;
  /** Runs what agents write; without it only runs can be trained in which nobody writes programs. */
  readonly runner?: ProgramRunner;
  /** Worlds and teams by name, those of the run among them; the built-in ones when absent. */
  readonly catalogue?: Catalogue;
  /** Where runs in slow motion wait between stages; without it none does. */
  readonly gate?: StageGate;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly announce: (event: TrainerEvent) => void;
}

/** Names the configuration a checkpoint belongs to. Without a schedule a run may go on longer than it was planned. */
export function hashOfConfig(config: StoredConfig): Promise<string> {
  const { settings, ...naming } = namingConfig(config);
  const { steps, ...others } = settings;
  return hashOfJson({ ...naming, settings: isScheduled(completed(config).settings) ? { ...others, steps } : others });
}

/** Names a run by all that describes it: configuration with its steps and seed, and the base model (R2). */
export function identityOf(config: StoredConfig, baseHash: string): Promise<string> {
  return hashOfJson({ ...namingConfig(config), baseHash });
}
