// A file of merged models, opened anywhere on the page: its one model is loaded, of several the one that is chosen.
import { reasonOf } from '../../../basics/reason';
import { askFeature } from '../../../page/features';
import { clearBench } from '../../../page/stores/lab-actions';
import { navigate } from '../../../page/stores/route';
import type { ModelsApi } from '../worker/models-api';
import { cancelLoading, loadModel, modelsStore } from './models-store';

const trainer = askFeature<ModelsApi>('model-hub');

export async function openModelArchive(file: File): Promise<void> {
  modelsStore.setState({ archive: { file }, fault: undefined });
  try {
    const folders = await trainer.modelsIn(file);
    if (isOpen(file)) modelsStore.setState({ archive: { file, folders } });
    const [only, ...others] = folders;
    if (only !== undefined && others.length === 0) await loadArchived(file, only);
  } catch (fault) {
    if (isOpen(file)) modelsStore.setState({ fault: reasonOf(fault) });
  }
}

/** Loads the model of one folder; when it is whole, the Lab's next run stands on it. */
export async function loadArchived(file: File, folder: string): Promise<void> {
  const whole = await loadModel({ kind: 'archive', name: archivedName(file, folder), file, folder });
  if (!whole || !isOpen(file)) return;
  modelsStore.setState({ archive: undefined });
  clearBench();
  navigate({ screen: 'lab' });
}

/** Puts the file away; what is being loaded of it is stopped. */
export function closeArchive(): void {
  modelsStore.setState({ archive: undefined, fault: undefined });
  if (modelsStore.getState().loading) void cancelLoading();
}

/** "sokoban-1-merged.zip", "tool" → "sokoban-1-tool-merged": as the file of that role alone is called. */
export function archivedName({ name }: Pick<File, 'name'>, folder: string): string {
  const stem = name.replace(/\.zip$/i, '');
  if (folder === '') return stem;
  const merged = /-merged$/.exec(stem)?.[0] ?? '';
  return `${stem.slice(0, stem.length - merged.length)}-${folder.replaceAll('/', '-')}${merged}`;
}

function isOpen(file: File): boolean {
  return modelsStore.getState().archive?.file === file;
}
