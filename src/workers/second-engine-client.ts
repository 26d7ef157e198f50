// The page's end of the second engine's worker: the same calls, each a message. The worker starts with the connection.
import { proxy, wrap } from 'comlink';
import type { SecondEngine } from '../lab/second-engine/second-engine';
import type { SecondEngineWorkerApi } from './second-engine.worker';

export type { OpenedTeam, SecondEngine, SecondTeam } from '../lab/second-engine/second-engine';
export type { Verification } from '../lab/second-engine/verify';

export function connectSecondEngine(): SecondEngine {
  const worker = new Worker(new URL('./second-engine.worker.ts', import.meta.url), { type: 'module', name: 'second engine' });
  let up = false;
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      if (!up) reject(new Error(`onnxruntime-web could not be started: ${event.message || 'see the console'}`));
    });
  });
  broken.catch(() => undefined);
  const remote = wrap<SecondEngineWorkerApi>(worker);
  const unlessBroken = <T>(answer: Promise<T>) => Promise.race([answer, broken]);
  void remote.begin(location.href).then(() => {
    up = true;
  });
  return {
    play: (request) => unlessBroken(remote.play(request)),
    openTeam: (files, otherwise) => unlessBroken(remote.openTeam(files, otherwise)),
    verify: (runId, worlds, onProgress) => unlessBroken(remote.verify(runId, worlds, onProgress && proxy(onProgress))),
  };
}
