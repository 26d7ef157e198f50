// Whether the page is being presented: on a projector, larger, with nothing beside what is looked at. Lasts until it is
// left or the page is closed.
import { create, useStore } from 'zustand';
import { dismissNotice, notify } from './notices-store';

const store = create<{ readonly presenting: boolean }>()(() => ({ presenting: false }));

/** What is written and drawn then is so much larger. */
const presentScale = 1.4;

export function usePresenting(): boolean {
  return useStore(store, (state) => state.presenting);
}

/** How much larger than usual things are drawn. */
export function useScale(): number {
  return usePresenting() ? presentScale : 1;
}

let told = 0;

/** Begins, and says how to end it. */
export function present(): void {
  store.setState({ presenting: true });
  told = notify({ text: 'Presenting. P or Esc leaves.' }, { ms: 3000 });
}

export function leavePresenting(): void {
  store.setState({ presenting: false });
  dismissNotice(told);
}

export function isPresenting(): boolean {
  return store.getState().presenting;
}
