// A place of the page on which one file can be dropped: its element's properties, marked while a file is held above it. A button beside it
// does the same.
import { type DragEvent, useState } from 'react';

export function useFileDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDropCapture: (event: DragEvent) => {
      const [given] = event.dataTransfer.files;
      setOver(false);
      if (!given) return;
      event.preventDefault();
      onFile(given);
    },
  };
}
