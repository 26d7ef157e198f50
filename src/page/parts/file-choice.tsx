// A way to files behind a button or a menu's item of ours: `choose` opens the browser's own dialogue, `input` stands
// beside it, unseen.
import { type ReactNode, useRef } from 'react';

interface FileChoiceWishes {
  /** Endings and kinds, as an input's `accept`. */
  readonly accept: string;
  readonly label: string;
  readonly multiple?: true;
  /** A folder with all that lies in it. */
  readonly folder?: true;
  readonly onChoice: (first: File, all: readonly File[]) => void;
}

export function useFileChoice({ accept, label, multiple, folder, onChoice }: FileChoiceWishes): {
  choose(): void;
  input: ReactNode;
} {
  const input = useRef<HTMLInputElement>(null);
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        {...(folder && { webkitdirectory: '' })}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = ''; // the same file can be chosen again
          if (files[0]) onChoice(files[0], files);
        }}
      />
    ),
  };
}
