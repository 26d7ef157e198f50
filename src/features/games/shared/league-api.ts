// What the page asks of the trainer to rate a run, and hears of it.
import type { Rated } from './ratings';

/** A league's table, as it is kept with its run. */
export interface RatedLeague {
  /** Of each two, half from each side. */
  readonly games: number;
  readonly seed: number;
  /** Steps of the run that were done when it was rated. */
  readonly step: number;
  readonly rated: readonly Rated[];
}

/** Games that have been played. */
export interface LeagueProgress {
  readonly runId: string;
  readonly done: number;
  readonly total: number;
}

export interface LeagueApi {
  /** The league that was rated last; undefined where none was. */
  kept(runId: string): Promise<RatedLeague | undefined>;
  /** Plays the games, one league at a time, and keeps the table; undefined where it was cancelled. */
  league(runId: string, how: { readonly games: number; readonly seed: number }): Promise<RatedLeague | undefined>;
  cancel(): Promise<void>;
}
