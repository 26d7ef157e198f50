// Text into the clipboard. Where the browser denies it, the text is shown to be copied by hand (parts/copy-dialog.tsx).
import { create } from 'zustand';
import { notify } from './notices-store';

export interface Copied {
  /** "Link", "Commands". */
  readonly what: string;
  readonly text: string;
  /** What whoever hands it on has to know. */
  readonly note?: string | undefined;
}

export const copyStore = create<{ readonly denied?: Copied | undefined }>()(() => ({}));

export async function copyText(copied: Copied): Promise<void> {
  const { what, text, note } = copied;
  try {
    await navigator.clipboard.writeText(text); // absent where the page is not secure
  } catch {
    copyStore.setState({ denied: copied });
    return;
  }
  notify({ text: note ? `${what} copied. ${note}` : `${what} copied.` }, note ? { ms: 12_000 } : {});
}
