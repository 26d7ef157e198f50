// The Python worlds that this browser keeps: they are worlds to choose.
import { create } from 'zustand';
import type { WorldModule } from '../../../learning/catalogue';
import { keptList } from '../../../page/stores/kept-list';
import { readyAmong } from '../../../page/stores/worlds';

interface PythonWorldsState {
  /** Newest first. */
  readonly kept: readonly WorldModule[];
}

export const pythonWorldsStore = create<PythonWorldsState>()(() => ({ kept: [] }));
export const usePythonWorlds = pythonWorldsStore;

export const pythonWorldsList = keptList<WorldModule>({
  setting: 'pythonWorlds',
  /** What cannot be made ready stays in storage, and cannot be chosen. */
  usable: (found) => readyAmong(found.filter(isWorld)),
  show: (kept) => pythonWorldsStore.setState({ kept }),
  refused: { what: 'The world could not be kept.', now: 'Delete something, or make it with fewer questions.' },
});

export const readPythonWorlds = pythonWorldsList.read;

function isWorld(given: unknown): given is WorldModule {
  const { card, source } = (given ?? {}) as Partial<WorldModule>;
  return typeof source === 'string' && typeof card?.id === 'string' && card.id.startsWith('python/');
}
