// The speedrun: how long a person waits from a click on Train, the model being there, until the team solves nine rooms
// of ten. A run as any other is timed, its evaluations included: 200 validation rooms, greedy. The bar may not be moved
// – base, worlds, test and the budget of a turn –; everything else may.
import { presetById } from '../../../learning/config/presets';
import { configFrom } from '../../../learning/config/wishes';
import { startSession } from '../../../run/session';
import type { SessionParts } from '../../../run/session-parts';

export const bar = { rooms: 200, rate: 0.9, rise: 0.1 } as const;

export interface Moment {
  readonly step: number;
  /** Since the start. */
  readonly seconds: number;
  readonly rate: number;
}

export interface Speedrun {
  readonly seed: number;
  readonly untrained: number;
  /** The first evaluation at least ten points above the untrained team, and the first at 90 % or more; absent where
   *  there was none. */
  readonly firstRise?: Moment;
  readonly reached?: Moment;
  readonly evaluations: readonly Moment[];
}

export interface SpeedrunOptions {
  readonly preset: string;
  readonly seed: number;
  /** Knobs to try beside the preset, "knob=value". */
  readonly set?: readonly string[];
  readonly tell: (evaluated: Moment) => void;
}

/** Times a run of the preset to 90 %, or to its end. Throws an ExpectationError for a knob that is not understood. */
export async function speedrun(
  parts: Omit<SessionParts, 'announce'>,
  { preset, seed, set = [], tell }: SpeedrunOptions,
): Promise<Speedrun> {
  const config = configFrom({ preset, seed, set: [...set, `validationWorlds=${bar.rooms}`, 'testWorlds=8'] });
  const startMs = parts.now();
  const evaluations: Moment[] = [];
  let untrained = Number.NaN;
  let pause = () => {};
  const announce: SessionParts['announce'] = (event) => {
    if (event.kind === 'references') untrained = event.validation.untrained.rate;
    if (event.kind !== 'step' || !event.report.validation) return;
    const { step, validation } = event.report;
    const moment = { step, seconds: (parts.now() - startMs) / 1000, rate: validation.rate };
    evaluations.push(moment);
    tell(moment);
    if (moment.rate >= bar.rate) pause();
  };
  const session = await startSession({ ...parts, announce }, { config, name: presetById(preset).name });
  pause = () => void session.pause();
  const run = await session.rested;
  if (run.status === 'failed')
    throw new Error(`the run stopped at step ${run.step}: ${run.reason ?? 'no reason was given'}`);
  const firstRise = evaluations.find(({ rate }) => rate >= untrained + bar.rise);
  const reached = evaluations.find(({ rate }) => rate >= bar.rate);
  return { seed, untrained, evaluations, ...(firstRise ? { firstRise } : {}), ...(reached ? { reached } : {}) };
}

/** As the benchmark's other rows: the median over the seeds, those that did not come so far counted as last. */
export function speedrunRow(runs: readonly Speedrun[], shape: string) {
  const medianOf = (moments: readonly (Moment | undefined)[]) => {
    const sorted = moments.map((moment) => moment?.seconds ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
    const [low = Number.NaN, high = low] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    const median = (low + high) / 2;
    return Number.isFinite(median) ? median : null;
  };
  return {
    name: 'time-to-90',
    shape: `${shape}, ${bar.rooms} validation rooms`,
    ours: medianOf(runs.map(({ reached }) => reached)),
    unit: 's',
    firstRise: medianOf(runs.map(({ firstRise }) => firstRise)),
    seeds: runs.map(({ seed, reached, firstRise }) => ({
      seed,
      seconds: reached?.seconds ?? null,
      step: reached?.step ?? null,
      firstRise: firstRise?.seconds ?? null,
    })),
  };
}
