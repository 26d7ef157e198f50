// A file dropped anywhere on the page is opened (stores/open-file.ts). What another place on the page takes (a model,
// in the Lab's setup) is left to it.
import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openFile } from '../../stores/open-file';
import './run-drop.css';

export function RunDrop() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      const ours = !event.defaultPrevented && (event.dataTransfer?.types.includes('Files') ?? false);
      setOver(ours);
      if (ours) event.preventDefault(); // otherwise the browser leaves the page for the file
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (event.defaultPrevented || !file) return;
      event.preventDefault();
      void openFile(file);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="run-drop centre">
      <p className="row gap-3 size-3">
        <FolderOpen size={20} aria-hidden /> Drop a run’s file here to open it, a team’s or Sokoban levels to play, or
        settings for Setup.
      </p>
    </div>
  );
}
