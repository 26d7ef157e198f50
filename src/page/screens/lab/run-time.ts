// What of a run is over when, from the times of small steps of its preset (run/step-time.ts).
import { presetById } from '../../../learning/config/presets';
import { problemsUntil, type RunConfig } from '../../../learning/config/run-config';
import { isShipped } from '../../../learning/config/shipped-models';
import type { StepTime } from '../../../run/trainer-api';
import { duration } from '../../parts/format';
import { sameWorld } from '../play/rooms';

export interface RunTime {
  /** Until success is measured to have risen, where that is known of the preset; seconds. */
  readonly rise?: number | undefined;
  /** Until the run is tested. */
  readonly all: number;
  /** Timed were steps of so many rooms. */
  readonly rooms: number;
}

/** Whether what is known of the preset's times tells of this run's. */
export function isOfPreset(config: RunConfig): boolean {
  const own = presetById(config.preset).config;
  return config.team === own.team && sameWorld(config, own) && isShipped(config.model);
}

/** How many answers a step has, of the preset's. */
export function shareOfPreset({ preset, settings }: RunConfig): number {
  const answers = (of: RunConfig['settings']) => of.worldsPerStep * of.branches * of.turns;
  return answers(settings) / answers(presetById(preset).config.settings);
}

/** Undefined for a run that is another than its preset's. `rise`: after how many of the preset's steps success was seen
 *  to rise. */
export function runTime(config: RunConfig, time: StepTime, rise: number | undefined): RunTime | undefined {
  if (!isOfPreset(config) || config.fork) return undefined;
  const own = presetById(config.preset).config.settings;
  const { steps, evaluateEvery, turns, ...settings } = config.settings;
  const step = time.step * shareOfPreset(config);
  const played = (of: 'validationWorlds' | 'testWorlds') => (settings[of] * turns) / (own[of] * own.turns);
  const validation = time.validation * played('validationWorlds');
  const test = time.test * played('testWorlds');
  /** With the untrained team's, which comes before the first step. */
  const until = (last: number) =>
    (problemsUntil(config.settings, last) / config.settings.worldsPerStep) * step +
    (1 + Math.ceil(last / evaluateEvery)) * validation;
  const learnsAlike = JSON.stringify({ ...config.settings, seed: 0 }) === JSON.stringify({ ...own, seed: 0 });
  return {
    all: until(steps) + 2 * test,
    ...(rise !== undefined && learnsAlike ? { rise: until(rise) } : {}),
    rooms: time.rooms,
  };
}

/** In words, to what can be known beforehand: "7 s", "40 s", "2 min". */
export function roundTime(seconds: number): string {
  const unit = seconds < 10 ? 1 : seconds < 90 ? 5 : seconds < 20 * 60 ? 60 : 300;
  return duration(Math.max(1, Math.round(seconds / unit)) * unit).replace('.0', '');
}
