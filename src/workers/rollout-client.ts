// The trainer's side of a rollout worker: a seat of the pool whose play happens in another thread.
import { type Endpoint, proxy, type Remote, wrap } from 'comlink';
import type { Ask, RolloutSeat, Tell } from './rollout-pool';
import type { RolloutWorkerApi, Vocabulary } from './rollout-seat';

/** A seat behind an endpoint on which a RolloutWorkerApi is exposed. One play at a time. */
export function remoteSeat(endpoint: Endpoint, vocabulary: Vocabulary): RolloutSeat {
  const remote: Remote<RolloutWorkerApi> = wrap<RolloutWorkerApi>(endpoint);
  let ask: Ask | undefined;
  let tell: Tell | undefined;
  const prepared = remote.prepare(
    vocabulary,
    proxy((groups: Parameters<Ask>[0]) => (ask as Ask)(groups)),
    proxy((progress: Parameters<Tell>[0]) => tell?.(progress)),
  );
  let playing: Promise<unknown> = prepared;
  return {
    play: (request, newAsk, newTell) => {
      const played = playing.then(() => {
        ask = newAsk;
        tell = newTell;
        return remote.play(request);
      });
      playing = played.catch(() => undefined);
      return played;
    },
  };
}

/** A seat in a worker of its own. A worker that cannot start fails the play instead of keeping it waiting. */
export function startSeat(vocabulary: Vocabulary): RolloutSeat {
  const worker = new Worker(new URL('./rollout.worker.ts', import.meta.url), { type: 'module', name: 'rollout' });
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) =>
      reject(new Error(`a rollout worker broke: ${event.message || 'it could not be started'}`)),
    );
  });
  broken.catch(() => undefined);
  const seat = remoteSeat(worker, vocabulary);
  return { play: (...question) => Promise.race([seat.play(...question), broken]) };
}
