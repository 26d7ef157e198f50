// The trainer's side of a rollout worker.
import type { Definitions } from '../learning/catalogue';
import type { Asked, ClosableRolloutWorker, RolloutWorker } from './rollout-pool';
import type { RolloutWorkerApi, Vocabulary } from './rollout-worker-api';
import { type Called, startWorker } from './start-worker';
import type { Thread } from './threads';

/** One play at a time; what is asked meanwhile waits. */
export function remoteRolloutWorker(remote: Called<RolloutWorkerApi>, vocabulary: Vocabulary): RolloutWorker {
  let asked: Asked | undefined;
  let defined: Definitions | undefined;
  const prepared = remote.prepare(
    vocabulary,
    (groups) => (asked as Asked).answers(groups),
    (requests) => (asked as Required<Asked>).run(requests),
    (progress) => asked?.tell(progress),
  );
  prepared.catch(() => {}); // the first play says it
  let playing: Promise<unknown> = prepared;
  return {
    play: (requests, newAsked, definitions) => {
      const played = playing.then(async () => {
        asked = newAsked;
        if (defined !== definitions) await remote.define(definitions);
        defined = definitions;
        return remote.play(requests, newAsked.run !== undefined);
      });
      playing = played.catch(() => undefined);
      return played;
    },
  };
}

/** One that cannot start fails the play instead of keeping it waiting. */
export function startRolloutWorker(thread: Thread, vocabulary: Vocabulary): ClosableRolloutWorker {
  const { api, end } = startWorker<RolloutWorkerApi>(thread, { broke: 'a rollout worker broke' });
  return { ...remoteRolloutWorker(api, vocabulary), close: () => end(new Error('the rollout worker was ended')) };
}
