// The worlds that a person wrote and keeps in this browser, and the text that is being edited: it outlives a walk
// through the page.
import { create } from 'zustand';
import type { WorldModule } from '../../../learning/catalogue';
import { keptList } from '../../../page/stores/kept-list';
import { notify } from '../../../page/stores/notices-store';
import { prepareWorlds, readyAmong } from '../../../page/stores/worlds';

interface OwnWorldsState {
  readonly kept: readonly WorldModule[];
  /** Undefined: nothing has been opened yet. */
  readonly draft?: string;
  /** The text as it was opened or kept: what is not in the draft is lost with it. */
  readonly saved?: string;
}

export const ownWorldsStore = create<OwnWorldsState>()(() => ({ kept: [] }));
export const useOwnWorlds = ownWorldsStore;

const list = keptList<WorldModule>({
  setting: 'ownWorlds',
  /** What cannot be made ready stays in storage, and cannot be chosen. */
  usable: (found) => readyAmong(found.filter(isOwnWorld)),
  show: (kept) => ownWorldsStore.setState({ kept }),
  refused: { what: 'The world could not be saved.', now: 'It stays open here: save it as a file, or try again.' },
});

/** Reads what this browser keeps, once, and makes it ready to be chosen. */
export const readOwnWorlds = list.read;

function isOwnWorld(given: unknown): given is WorldModule {
  const { card, source } = (given ?? {}) as Partial<WorldModule>;
  return typeof source === 'string' && typeof card?.id === 'string' && typeof card.name === 'string';
}

export function editWorld(draft: string): void {
  ownWorldsStore.setState({ draft });
}

/** Of a world's module. */
export const mostBytes = 200_000;

/** Puts another text into the editor; unsaved text comes back by Undo. */
export function openWorldText(text: string): void {
  const { draft, saved } = ownWorldsStore.getState();
  ownWorldsStore.setState({ draft: text, saved: text });
  if (draft === undefined || draft === saved || draft === text) return;
  const undo = () => ownWorldsStore.setState({ draft, saved });
  notify({ text: 'The text that was not saved is put aside.', action: { label: 'Undo', run: undo } }, { ms: 15_000 });
}

export function isUnsaved({ draft, saved }: OwnWorldsState): boolean {
  return draft !== undefined && draft !== saved;
}

/** Keeps a world that was checked, in the place of an older one of its name. */
export async function keepWorld(world: WorldModule): Promise<void> {
  await readOwnWorlds();
  await prepareWorlds([world]);
  const others = ownWorldsStore.getState().kept.filter(({ card }) => card.name !== world.card.name);
  if (!(await list.write([...others, world]))) return;
  ownWorldsStore.setState({ saved: world.source });
  notify({ text: `“${world.card.name}” is kept in this browser.` });
}

export async function dropWorld(id: string): Promise<void> {
  const { kept } = ownWorldsStore.getState();
  const gone = kept.find(({ card }) => card.id === id);
  if (!gone || !(await list.write(kept.filter(({ card }) => card.id !== id)))) return;
  notify(
    { text: `“${gone.card.name}” is deleted.`, action: { label: 'Undo', run: () => void keepWorld(gone) } },
    { ms: 10_000 },
  );
}
