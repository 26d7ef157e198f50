// The thread that trains: engine, session and storage behind the TrainerApi. The page talks to it through comlink and
// never waits for the GPU; hidden tabs do not slow it, since nothing here hangs on a timer.

import { expose, type Remote } from 'comlink';
import { present } from '../basics/check';
import { once } from '../basics/once';
import { workerFeatures } from '../features/worker';
import { openStorage } from '../files/storage/storage';
import { shippedModel } from '../learning/config/presets';
import { filesBeside, readBaseModel, readBaseOutline } from '../models/base-model';
import { engineIn } from '../run/engine-learner';
import { createTrainer } from '../run/trainer';
import type { TrainerApi, TrainerEvent } from '../run/trainer-api';
import { filesOfModel, makersOf } from '../run/worker-feature';
import { calm } from './events';
import { openPageRunStore } from './page-run-store';
import { startRolloutWorker } from './rollout-client';
import { rolloutWorkers } from './rollout-workers';
import { claimRun } from './run-locks';
import { browserSandbox } from './sandbox-client';

/** The trainer, and where the page lies: the model's files are fetched from beside it. Called before anything else. */
export interface TrainerWorkerApi extends TrainerApi {
  begin(pageUrl: string): void;
}

let pageUrl: string | undefined;
let listener: ((event: TrainerEvent) => void) | undefined;
const now = () => performance.timeOrigin + performance.now();

/** As many threads as the machine has to spare, but at least two and at most four. */
const playerFor = rolloutWorkers({
  size: Math.min(4, Math.max(2, navigator.hardwareConcurrency - 1)),
  start: startRolloutWorker,
});

const storage = once((forget) => openStorage({ onClosed: forget }));

const engine = engineIn(() => navigator.gpu, {
  now,
  read: async (key) => (await storage()).settings.get(key),
  write: async (key, value) => (await storage()).settings.set(key, value),
});

const filesOf = async (model: string) =>
  model === shippedModel
    ? filesBeside(present(pageUrl, 'begin() comes first'), model)
    : filesOfModel(workerFeatures, model);

const trainer = createTrainer({
  engine,
  openRunStore: openPageRunStore,
  readBase: async (model) => readBaseModel(model, await filesOf(model)),
  readOutline: async (model) => readBaseOutline(await filesOf(model)),
  features: workerFeatures,
  playerFor,
  runner: browserSandbox(),
  readProblems: async ({ hash }) => (await storage()).problemSets.problems(hash),
  openMakers: makersOf(workerFeatures),
  claim: claimRun,
  now,
});

const api: TrainerWorkerApi = {
  ...trainer,
  begin: (url) => {
    pageUrl = url;
  },
  listen: async (given: ((event: TrainerEvent) => void) | Remote<(event: TrainerEvent) => void>) => {
    listener = calm((event) => void given(event), now, setTimeout);
    await trainer.listen((event) => listener?.(event));
  },
};

expose(api);
