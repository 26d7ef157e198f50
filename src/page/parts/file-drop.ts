// A place of the page on which files can be dropped: its element's properties, marked while files are held above it. A
// button beside it does the same. Places may lie in each other: files that one leaves go on to the place around it.
import { type DragEvent, useState } from 'react';

interface DropWishes {
  /** Before what lies inside: an editor would put the file's text in by itself. */
  readonly first?: true;
}

/** `take` answers false where none of the files is for this place. */
export function useFileDrop(
  take: (files: readonly [File, ...File[]], from: DataTransfer) => unknown,
  { first }: DropWishes = {},
) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    const [file, ...others] = event.dataTransfer.files;
    if (!file || event.defaultPrevented || take([file, ...others], event.dataTransfer) === false) return;
    event.preventDefault(); // or the browser would leave the page for the file
  };
  return {
    'data-file-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return setOver(false);
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    ...(first ? { onDropCapture: drop } : { onDrop: drop }),
  };
}
