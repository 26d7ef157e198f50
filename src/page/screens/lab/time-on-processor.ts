// How long a run takes where the processor stands in for a graphics card, as far as that is known without trying: in a
// page, on two processor cores. What a small step says of this very machine is in run-time.ts.
import type { RunConfig } from '../../../learning/config/run-config';
import { isShipped } from '../../../learning/config/shipped-models';
import { duration } from '../../parts/format';
import { factOf } from './preset-groups';
import { isOfPreset, shareOfPreset } from './run-time';

const minute = 60;
export const long = 10 * minute;
/** How many times as long as the measured runs, which ran without a browser, a page takes on the same two cores: with
 *  nothing else to do, and beside other programs. Seen on SwiftShader in November 2026: Sokoban 2.2, Guide and walker
 *  1.9, Plan-Path 2.2, Signals 3.2. */
const slowerInPage = { least: 2, most: 4 };
/** Without a measured run: what Sprout is trained on in a second, of the tokens there are at most. Seen there, in the
 *  same order: 6400, 1100, 2000, 2000. */
const tokensPerSecond = { most: 6000, least: 1000 };

/** What the runs take together, at least and at most; undefined where it is not known. `tokens`: of all steps of each,
 *  at most; a run that was measured needs no such estimate. Seconds. */
function secondsOnProcessor(
  configs: readonly RunConfig[],
  tokens: number | undefined,
): readonly [least: number, most: number] | undefined {
  let [least, most] = [0, 0];
  for (const config of configs) {
    const measured = measuredSeconds(config);
    if (measured === undefined && tokens === undefined) return undefined;
    least += measured === undefined ? (tokens ?? 0) / tokensPerSecond.most : measured * slowerInPage.least;
    most += measured === undefined ? (tokens ?? 0) / tokensPerSecond.least : measured * slowerInPage.most;
  }
  return [rounded(least), rounded(most)];
}

/** "40 min to 2 h", "up to 20 min"; undefined where it is not known. */
export function timeOnProcessor(configs: readonly RunConfig[], tokens: number | undefined): string | undefined {
  const seconds = secondsOnProcessor(configs, tokens);
  return seconds && inWords(seconds);
}

function inWords([least, most]: readonly [least: number, most: number]): string {
  if (most === 0) return 'about a minute';
  return least < long ? `up to ${duration(most)}` : `${duration(least)} to ${duration(most)}`;
}

/** Of one run: "40 min to 2 h"; undefined where it is not long, or not known. Of a model that does not ship "much more
 *  than 45 min": what Sprout takes at most, and any other takes longer. */
export function longTimeOnProcessor(config: RunConfig, tokens: number | undefined): string | undefined {
  const seconds = secondsOnProcessor([config], tokens);
  if (!seconds || seconds[1] <= long) return undefined;
  return isShipped(config.model) ? inWords(seconds) : `much more than ${duration(seconds[1])}`;
}

/** What the preset's measured runs took, for as many answers as this run has; undefined for other worlds and teams. */
function measuredSeconds(config: RunConfig): number | undefined {
  const fact = factOf(config.preset);
  if (fact?.minutes === undefined || !isOfPreset(config)) return undefined;
  return fact.minutes * minute * (config.settings.steps / fact.steps) * shareOfPreset(config);
}

/** To what can be known beforehand. Seconds. */
function rounded(seconds: number): number {
  const unit = seconds < long ? minute : seconds < 90 * minute ? 5 * minute : 60 * minute;
  return Math.round(seconds / unit) * unit;
}
