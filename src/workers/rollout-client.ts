// The trainer's side of a rollout worker: a seat of the pool whose play happens in another thread.
import { type Endpoint, proxy, type Remote, wrap } from 'comlink';
import { unless } from '../basics/unless';
import type { Definitions } from '../learning/catalogue';
import type { Asked, ClosableSeat, RolloutSeat } from './rollout-pool';
import type { RolloutWorkerApi, Vocabulary } from './rollout-seat';

/** A seat behind an endpoint on which a RolloutWorkerApi is exposed. One play at a time. */
export function remoteSeat(endpoint: Endpoint, vocabulary: Vocabulary): RolloutSeat {
  const remote: Remote<RolloutWorkerApi> = wrap<RolloutWorkerApi>(endpoint);
  let asked: Asked | undefined;
  let defined: Definitions | undefined;
  const prepared = remote.prepare(
    vocabulary,
    proxy((groups: Parameters<Asked['answers']>[0]) => (asked as Asked).answers(groups)),
    proxy((requests: Parameters<NonNullable<Asked['run']>>[0]) => (asked as Required<Asked>).run(requests)),
    proxy((progress: Parameters<Asked['tell']>[0]) => asked?.tell(progress)),
  );
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

/** A seat in a worker of its own. A worker that cannot start fails the play instead of keeping it waiting. */
export function startSeat(vocabulary: Vocabulary): ClosableSeat {
  const worker = new Worker(new URL('./rollout.worker.ts', import.meta.url), { type: 'module', name: 'rollout' });
  let end = (_why: Error) => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
    worker.addEventListener('error', (event) =>
      reject(new Error(`a rollout worker broke: ${event.message || 'it could not be started'}`)),
    );
  });
  const seat = remoteSeat(worker, vocabulary);
  const unlessEnded = unless(ended);
  return {
    play: (...question) => unlessEnded(seat.play(...question)),
    close: () => {
      worker.terminate();
      end(new Error('the rollout worker was ended'));
    },
  };
}
