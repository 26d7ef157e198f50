// Short notices that go by themselves, some with one thing that can be done about them ("Undo").
import { create, useStore } from 'zustand';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface NoticesState {
  readonly notices: readonly Notice[];
}

export const noticesStore = create<NoticesState>()(() => ({ notices: [] }));

export function useNotices(): readonly Notice[] {
  return useStore(noticesStore, (state) => state.notices);
}

let last = 0;

/** Its id, for whoever dismisses it sooner. */
export function notify(notice: Omit<Notice, 'id'>, { ms = 5000 }: { readonly ms?: number } = {}): number {
  const id = ++last;
  noticesStore.setState((state) => ({ notices: [...state.notices.slice(-2), { ...notice, id }] }));
  setTimeout(() => dismissNotice(id), ms);
  return id;
}

export function dismissNotice(id: number): void {
  noticesStore.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
}
