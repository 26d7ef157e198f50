// The thread of the onnx engine: onnxruntime-web on the processor, so that teams play without a GPU and the page stays
// responsive. Started when it is first needed; runtime and model are fetched then, from beside the page.

import { expose, type ProxyMethods, releaseProxy } from 'comlink';
import runtimeUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import * as ort from 'onnxruntime-web/wasm';
import { present } from '../../../basics/check';
import { once } from '../../../basics/once';
import { openStorage } from '../../../files/storage/storage';
import { isShipped } from '../../../learning/config/shipped-models';
import { filesBeside, readBaseModel } from '../../../models/base-model';
import { engineIn } from '../../../run/engine-learner';
import { filesOfModel, makersOf } from '../../../run/worker-feature';
import { openPageRunStore } from '../../../workers/page-run-store';
import { workerFeatures } from '../../worker';
import { createOnnxEngine, type OnnxEngine } from './onnx-engine';

/** The onnx engine, and where the page lies. Called before anything else. */
export interface OnnxEngineWorkerApi extends OnnxEngine {
  begin(pageUrl: string): void;
}

type Progress = NonNullable<Parameters<OnnxEngine['verify']>[2]>;

ort.env.wasm.wasmPaths = { wasm: new URL(runtimeUrl, self.location.href).href };
ort.env.wasm.numThreads = 1; // the shipped model is too small for more
ort.env.logLevel = 'error';

let pageUrl: string | undefined;
/** Closed for another tab's newer version, they are opened again when they are needed. */
const runStore = once((forget) => openPageRunStore(forget));
const storage = once((forget) => openStorage({ onClosed: forget }));

const engine = createOnnxEngine({
  loadRuntime: async () => ort,
  engine: engineIn(() => navigator.gpu),
  openRunStore: runStore,
  readBase: async (model) =>
    readBaseModel(
      model,
      isShipped(model)
        ? filesBeside(present(pageUrl, 'begin() comes first'), model)
        : await filesOfModel(workerFeatures, model),
    ),
  readProblems: async ({ hash }) => (await storage()).problemSets.problems(hash),
  openMakers: makersOf(workerFeatures),
  now: () => performance.now(),
});

const api: OnnxEngineWorkerApi = {
  ...engine,
  verify: (runId, worlds, onProgress: Progress & Partial<ProxyMethods> = () => {}) =>
    engine.verify(runId, worlds, onProgress).finally(() => onProgress[releaseProxy]?.()),
  begin: (url) => {
    pageUrl = url;
  },
};

expose(api);
