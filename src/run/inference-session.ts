// An inference session: teams play beside the run that trains, one game after the other, on a learner of their own: the
// weights once more, and what drawing answers takes. It stays open for the next game, but not for ever, and is never
// closed under one. It does not know teams, nor what a game is.
import type { Learner } from '../contract/learner';
import type { Precision } from '../engine/model/stored-sections';
import type { RunConfig } from '../learning/config/run-config';
import { basePrecisionOf } from '../models/base-precision';
import { type OpenLearner, unlessLost } from './open-learner';

/** What a game is played with. */
export interface OpenPolicies {
  readonly learner: Learner;
  /** Policies that the learner already has. */
  readonly names: Set<string>;
}

export interface InferenceSession {
  /** Plays when those before have played. */
  play<T>(config: RunConfig, game: (policies: OpenPolicies) => Promise<T>): Promise<T>;
  /** Closes the learner once the games that were asked for are played. A later game opens it again. */
  close(): void;
  /** Games are being played, or waited for. */
  busy(): boolean;
}

export interface InferenceSessionParts {
  readonly open: (model: string, precision: Precision) => Promise<OpenLearner>;
  /** After so long without a game the learner is closed. */
  readonly idleMs?: number | undefined;
  /** A game is asked for. */
  readonly onPlay?: () => void;
}

interface Opened {
  readonly model: string;
  readonly precision: Precision;
  readonly opened: OpenLearner;
  readonly names: Set<string>;
}

/** Nothing is opened before the first game. */
export function inferenceSession({ open, idleMs = 60_000, onPlay }: InferenceSessionParts): InferenceSession {
  let here: Opened | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;
  let games = 0;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    clearTimeout(idle);
    const done = queue.then(work);
    const last = done.catch(() => undefined);
    queue = last;
    void last.then(() => {
      if (queue === last && here) idle = setTimeout(close, idleMs);
    });
    return done;
  };
  const leave = () => {
    here?.opened.learner.close();
    here = undefined;
  };
  const close = () => void inTurn(async () => leave());
  const openedFor = async (model: string, precision: Precision): Promise<Opened> => {
    if (here?.model === model && here.precision === precision) return here;
    leave();
    const mine: Opened = { model, precision, opened: await open(model, precision), names: new Set() };
    here = mine;
    void mine.opened.lost.then(() => {
      if (here === mine) here = undefined;
    });
    return mine;
  };
  return {
    play: (config, game) => {
      onPlay?.();
      games++;
      return inTurn(async () => {
        const { opened, names } = await openedFor(config.model, basePrecisionOf(config));
        return unlessLost(opened, game({ learner: opened.learner, names }));
      }).finally(() => {
        games--;
      });
    },
    close,
    busy: () => games > 0,
  };
}
