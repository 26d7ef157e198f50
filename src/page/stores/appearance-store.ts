// Light or dark: follows the system until the person chooses; the choice is kept in this browser.
import { useSyncExternalStore } from 'react';
import { create, useStore } from 'zustand';

export type AppearanceChoice = 'system' | 'light' | 'dark';
const key = 'grove-appearance';
const query = '(prefers-color-scheme: dark)';

const store = create<{ readonly choice: AppearanceChoice }>()(() => ({ choice: kept() }));

export function useAppearanceChoice(): AppearanceChoice {
  return useStore(store, (state) => state.choice);
}

export function chooseAppearance(choice: AppearanceChoice): void {
  store.setState({ choice });
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage is forbidden: the choice lasts until the page is closed.
  }
}

/** What is on screen; paper is light. */
export function useAppearance(): 'light' | 'dark' {
  const choice = useAppearanceChoice();
  const dark = useMedia(query);
  const printing = usePrinting();
  if (printing) return 'light';
  return choice === 'system' ? (dark ? 'dark' : 'light') : choice;
}

/** Whether the page is being laid out for paper. */
export function usePrinting(): boolean {
  return useMedia('print');
}

/** Whether a media query holds now. */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(media);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(media).matches,
  );
}

function kept(): AppearanceChoice {
  try {
    const found = localStorage.getItem(key);
    return found === 'light' || found === 'dark' ? found : 'system';
  } catch {
    return 'system';
  }
}
