// The models that this browser keeps beside the one that ships, and the one that is being loaded. The chosen one is
// part of the setup; it changes only when a model is whole: whatever fails, the one before stays chosen.

import { create } from 'zustand';
import { reasonOf } from '../../../basics/reason';
import { askFeature } from '../../../page/features';
import { modelsAtHand } from '../../../page/stores/models-at-hand';
import { notify } from '../../../page/stores/notices-store';
import { keepRuns } from '../../../page/stores/runs-store';
import { chooseModel, setupStore } from '../../../page/stores/setup-store';
import type { KnownModelFit, ModelProgress, ModelSource, ModelSummary, ModelsApi } from '../worker/models-api';

const trainer = askFeature<ModelsApi>('model-hub');

export interface ModelsState {
  readonly kept: readonly ModelSummary[];
  /** What is being loaded; its progress as soon as there is some. */
  readonly loading?: { readonly name: string; readonly cancelling?: boolean; readonly progress?: ModelProgress };
  /** What cards have room for; once somebody asked. */
  readonly known?: readonly KnownModelFit[];
  /** Why the last loading failed. */
  readonly fault?: string;
  /** A file of models that was brought to the page, with their folders once it was looked into. */
  readonly archive?: { readonly file: File; readonly folders?: readonly string[] };
}

export const modelsStore = create<ModelsState>()(() => ({ kept: [] }));
export const useModels = modelsStore;

/** A browser that may not store files keeps no models: the list is then empty, and loading one says why. */
export async function refreshModels(): Promise<void> {
  const kept = await trainer.models().catch(() => []);
  modelsStore.setState({ kept });
  modelsAtHand.setState({ kept, listed: true });
}

/** Without a GPU there is nothing to be counted, and nothing is shown. */
export async function askKnownModels(): Promise<void> {
  if (modelsStore.getState().known) return;
  const known = await trainer.knownModels().catch(() => undefined);
  if (known) modelsStore.setState({ known });
}

/** What the model needs is said once, and stays to be read. */
export function showModelProgress(progress: ModelProgress): void {
  modelsStore.setState(({ loading }) => {
    if (!loading) return {};
    const fits = progress.fits ?? loading.progress?.fits;
    return { loading: { ...loading, progress: { ...progress, ...(fits === undefined ? {} : { fits }) } } };
  });
}

/** Loads a model; when it is whole, the next run stands on it. Whether it came to that. */
export async function loadModel(source: ModelSource): Promise<boolean> {
  if (modelsStore.getState().loading) return false;
  modelsStore.setState({ loading: { name: source.name }, fault: undefined });
  let whole = false;
  try {
    const { name, wording } = await trainer.addModel(source);
    whole = true;
    chooseModel({ model: name, wording });
    void keepRuns(); // the browser is asked to keep what lies in its storage
    const fits = modelsStore.getState().loading?.progress?.fits;
    notify({ text: `${name} is loaded. Train starts with it now.${fits === undefined ? '' : ` It ${fits}.`}` });
  } catch (fault) {
    const cancelled = modelsStore.getState().loading?.cancelling;
    modelsStore.setState({ fault: cancelled ? undefined : reasonOf(fault) });
  }
  modelsStore.setState({ loading: undefined });
  await refreshModels();
  return whole;
}

export async function cancelLoading(): Promise<void> {
  modelsStore.setState(({ loading }) => (loading ? { loading: { ...loading, cancelling: true } } : {}));
  await trainer.cancelModel().catch(() => undefined);
}

/** Deletes a model's files. Runs that stand on it can go on once it is loaded again. */
export async function removeModel(name: string): Promise<void> {
  if (setupStore.getState().model?.model === name) chooseModel(undefined);
  try {
    await trainer.removeModel(name);
    notify({ text: `${name} is no longer kept in this browser.` });
  } catch (fault) {
    modelsStore.setState({ fault: reasonOf(fault) });
  }
  await refreshModels();
}
