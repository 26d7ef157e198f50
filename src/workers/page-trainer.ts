// The trainer in the page's worker: engine, session and storage behind the TrainerApi. The worker fetches it when the
// page asks for more than which GPU there is.
import { present } from '../basics/check';
import type { openStorage } from '../files/storage/storage';
import { isShipped } from '../learning/config/shipped-models';
import { filesBeside, readBaseModel, readBaseOutline } from '../models/base-model';
import { engineOn } from '../run/engine-learner';
import type { SharedDevice } from '../run/shared-device';
import { createTrainer } from '../run/trainer';
import type { TrainerApi } from '../run/trainer-api';
import { filesOfModel, findImageOf, makersOf, type OfferedFeature } from '../run/worker-feature';
import { openPageRunStore } from './page-run-store';
import { startRolloutWorker } from './rollout-client';
import { rolloutWorkers } from './rollout-workers';
import { claimRun } from './run-locks';
import { browserSandbox } from './sandbox-client';
import type { StartThread } from './threads';

export interface PageTrainerParts {
  readonly device: SharedDevice;
  readonly features: readonly OfferedFeature[];
  /** Where the page lies: the model's files are fetched from beside it. */
  readonly pageUrl: string | undefined;
  readonly storage: () => ReturnType<typeof openStorage>;
  readonly startThread: StartThread;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function pageTrainer({ device, features, pageUrl, storage, startThread, now }: PageTrainerParts): TrainerApi {
  /** As many threads as the machine has to spare, but at least two and at most four. */
  const playerFor = rolloutWorkers({
    size: Math.min(4, Math.max(2, navigator.hardwareConcurrency - 1)),
    start: (vocabulary) => startRolloutWorker(startThread('rollout'), vocabulary),
  });
  const filesOf = async (model: string) =>
    isShipped(model) ? filesBeside(present(pageUrl, 'begin() comes first'), model) : filesOfModel(features, model);
  return createTrainer({
    engine: engineOn(() => navigator.gpu, device),
    openRunStore: openPageRunStore,
    readBase: async (model) => readBaseModel(model, await filesOf(model)),
    readOutline: async (model) => readBaseOutline(await filesOf(model)),
    features,
    playerFor,
    runner: browserSandbox(startThread, { findImage: findImageOf(features) }),
    readProblems: async ({ hash }) => (await storage()).problemSets.problems(hash),
    openMakers: makersOf(features),
    claim: claimRun,
    now,
  });
}
