// The page's end of the trainer's worker: the same TrainerApi, every call a message. The worker starts with the first connection.
import { proxy, wrap } from 'comlink';
import { unless } from '../basics/unless';
import type { TrainerApi } from '../run/trainer-api';
import type { TrainerWorkerApi } from './trainer.worker';

export function connectTrainer(): TrainerApi {
  const worker = new Worker(new URL('./trainer.worker.ts', import.meta.url), { type: 'module', name: 'trainer' });
  let up = false;
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      if (!up) reject(new Error(`the lab's worker could not be started: ${event.message || 'see the console'}`));
    });
  });
  const remote = wrap<TrainerWorkerApi>(worker);
  /** A worker that never came up answers no call: then the call fails with the reason. */
  const unlessBroken = unless(broken);
  void remote.begin(location.href).then(() => {
    up = true;
  });
  return {
    probe: () => unlessBroken(remote.probe()),
    selfTest: (model) => unlessBroken(remote.selfTest(model)),
    listen: (listener) => unlessBroken(remote.listen(proxy(listener))),
    planMemory: (config) => unlessBroken(remote.planMemory(config)),
    start: (config, name) => unlessBroken(remote.start(config, name)),
    resume: (runId) => unlessBroken(remote.resume(runId)),
    pause: () => unlessBroken(remote.pause()),
    play: (request) => unlessBroken(remote.play(request)),
    evaluate: (request) => unlessBroken(remote.evaluate(request)),
    cancelEvaluation: () => unlessBroken(remote.cancelEvaluation()),
    exportRun: (runId, request) => unlessBroken(remote.exportRun(runId, request)),
    openRun: (file) => unlessBroken(remote.openRun(file)),
    policyStart: (runId, policy) => unlessBroken(remote.policyStart(runId, policy)),
    startStudy: (wishes) => unlessBroken(remote.startStudy(wishes)),
    resumeStudy: (id) => unlessBroken(remote.resumeStudy(id)),
    exportStudy: (id, format) => unlessBroken(remote.exportStudy(id, format)),
    exportResults: (runIds, format) => unlessBroken(remote.exportResults(runIds, format)),
    tree: (runId, step) => unlessBroken(remote.tree(runId, step)),
    setTreeBudget: (bytes) => unlessBroken(remote.setTreeBudget(bytes)),
    models: () => unlessBroken(remote.models()),
    addModel: (source) => unlessBroken(remote.addModel(source)),
    cancelModel: () => unlessBroken(remote.cancelModel()),
    removeModel: (name) => unlessBroken(remote.removeModel(name)),
  };
}
