// What a run's frozen base is kept in on the GPU. Runs from before there was a choice are f32.
import { check } from '../basics/check';
import type { Precision } from '../engine/model/stored-sections';
import type { RunConfig } from '../learning/config/run-config';

/** Throws when the run trains all weights: what moves cannot be packed. */
export function basePrecisionOf({ settings, trainable }: Pick<RunConfig, 'settings' | 'trainable'>): Precision {
  const { basePrecision = 'f32' }: Partial<RunConfig['settings']> = settings;
  check(
    basePrecision === 'f32' || trainable !== 'all-weights',
    `training all weights needs basePrecision f32, got ${basePrecision}: set it to f32, or train adapters`,
  );
  return basePrecision;
}
