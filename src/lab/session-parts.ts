// What a session is made from, and the name of the configuration its checkpoints belong to.
import { hashOfJson } from '../files/formats/hash';
import type { RunConfig } from '../learning/training/config';
import type { Player } from '../learning/training/step';
import type { BaseModel } from './base-model';
import type { OpenLearner } from './open-learner';
import type { Shelf } from './shelf';
import type { TrainerEvent } from './trainer-api';

export interface SessionParts {
  readonly shelf: Shelf;
  readonly base: BaseModel;
  /** Called again after the GPU was lost. */
  readonly openLearner: () => Promise<OpenLearner>;
  readonly player?: Player;
  /** Milliseconds of a clock. */
  readonly now: () => number;
  readonly announce: (event: TrainerEvent) => void;
}

/**
 * Names the configuration a checkpoint belongs to. Under a constant schedule a run may go on longer than it was planned; an f32 base goes
 * unnamed, as in runs from before there was a choice.
 */
export function hashOfConfig(config: RunConfig): Promise<string> {
  const { steps, basePrecision, ...rest } = config.settings;
  const others = (basePrecision ?? 'f32') === 'f32' ? rest : { ...rest, basePrecision };
  return hashOfJson({ ...config, settings: config.settings.schedule === 'constant' ? others : { ...others, steps } });
}
