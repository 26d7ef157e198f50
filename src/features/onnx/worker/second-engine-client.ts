// The page's end of the second engine's worker: the same calls, each a message. The worker starts with the connection.
import { proxy, wrap } from 'comlink';
import { unless } from '../../../basics/unless';
import type { SecondEngine } from './second-engine';
import type { SecondEngineWorkerApi } from './second-engine.worker';

export type { OpenedTeam, SecondEngine, SecondTeam } from './second-engine';
export type { Verification } from './verify';

export function connectSecondEngine(): SecondEngine {
  const worker = new Worker(new URL('./second-engine.worker.ts', import.meta.url), { type: 'module', name: 'second engine' });
  let up = false;
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      if (!up) reject(new Error(`onnxruntime-web could not be started: ${event.message || 'see the console'}`));
    });
  });
  const remote = wrap<SecondEngineWorkerApi>(worker);
  const unlessBroken = unless(broken);
  void remote.begin(location.href).then(() => {
    up = true;
  });
  return {
    play: (request) => unlessBroken(remote.play(request)),
    openTeam: (files, otherwise) => unlessBroken(remote.openTeam(files, otherwise)),
    verify: (runId, worlds, onProgress) => unlessBroken(remote.verify(runId, worlds, onProgress && proxy(onProgress))),
  };
}
