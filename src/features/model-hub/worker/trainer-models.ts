// Models as a page asks for them: loaded one at a time, kept in the browser's own files.

import { check } from '../../../basics/check';
import { blobSource } from '../../../files/formats/byte-source';
import type { ModelStore } from '../../../files/storage/model-store';
import { shippedModels } from '../../../learning/config/shipped-models';
import { knownModels } from '../../../models/known-models';
import type { TrainerHooks } from '../../../run/worker-feature';
import { modelsIn } from './model-archive';
import { createModelLibrary } from './model-library';
import type { KnownModelFit, ModelsApi } from './models-api';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function trainerModels(
  { announce, fitsOnCards, forgetModel, memoryFor, now }: TrainerHooks,
  store: ModelStore,
): ModelsApi {
  let loading: AbortController | undefined;
  const library = createModelLibrary({
    store,
    send: (url, init) => fetch(url, init),
    memoryFor,
    roomBytes: async () => {
      const { quota, usage } = await navigator.storage.estimate();
      return quota === undefined ? undefined : quota - (usage ?? 0);
    },
    wait,
    now,
    reserved: shippedModels,
  });
  return {
    models: () => library.list(),
    knownModels: async () => {
      const known: KnownModelFit[] = [];
      for (const { name, config } of knownModels) {
        known.push({ name, fits: await fitsOnCards(config) });
        await wait(0); // a run may be training on this thread
      }
      return known;
    },
    modelsIn: (file) => modelsIn(blobSource(file, file.name)),
    addModel: async (source) => {
      check(loading === undefined, 'a model is being loaded already: wait for it, or cancel it');
      const cancelling = new AbortController();
      loading = cancelling;
      try {
        return await library.add(source, { signal: cancelling.signal, onProgress: announce });
      } finally {
        loading = undefined;
      }
    },
    cancelModel: async () => loading?.abort(new Error('the loading was cancelled')),
    removeModel: async (name) => {
      forgetModel(name);
      await library.remove(name);
    },
  };
}
