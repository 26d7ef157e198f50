// The workers that play for the trainer: those of one model at a time, started when a run names it, ended when another
// model's are wanted and nobody plays on them. A play that failed ends its workers too: a broken one would fail every
// play to come, and the others may still be at it.

import type { Definitions } from '../learning/catalogue';
import type { Player } from '../learning/rollouts/together';
import type { BaseModel } from '../models/base-model';
import { type ClosableRolloutWorker, pooledPlayer } from './rollout-pool';
import type { Vocabulary } from './rollout-worker-api';

export interface RolloutWorkersParts {
  readonly size: number;
  readonly start: (vocabulary: Vocabulary) => ClosableRolloutWorker;
}

interface Pool {
  readonly hash: string;
  readonly workers: readonly ClosableRolloutWorker[];
  plays: number;
}

type Spoken = Pick<BaseModel, 'hash' | 'tokenizerJson' | 'language'>;

/** A model's player, its workers under way. It may be kept for as long as one likes: workers that are gone are started
 *  again when it plays. */
export function rolloutWorkers({
  size,
  start,
}: RolloutWorkersParts): (model: Spoken, definitions: Definitions) => Player {
  let pool: Pool | undefined;
  const endIdle = (one: Pool | undefined) => {
    if (one && one !== pool && one.plays === 0) for (const worker of one.workers) worker.close();
  };
  const poolOf = (hash: string, vocabulary: Vocabulary): Pool => {
    if (pool?.hash === hash) return pool;
    const before = pool;
    pool = { hash, workers: Array.from({ length: size }, () => start(vocabulary)), plays: 0 };
    endIdle(before);
    return pool;
  };
  return ({ hash, tokenizerJson, language }, definitions) => {
    const vocabulary = { tokenizerJson, language };
    poolOf(hash, vocabulary);
    return async (...play) => {
      const mine = poolOf(hash, vocabulary);
      mine.plays++;
      try {
        return await pooledPlayer(mine.workers, definitions)(...play);
      } catch (fault) {
        if (pool === mine) pool = undefined;
        throw fault;
      } finally {
        mine.plays--;
        endIdle(mine);
      }
    };
  };
}
