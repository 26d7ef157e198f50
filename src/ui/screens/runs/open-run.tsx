// The button that opens a run from a file. Dropping one onto the page does the same (run-drop.tsx).
import { Button } from '@radix-ui/themes';
import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { openRunFile } from '../../stores/lab-actions';

export function OpenRun() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        className="open-run"
        size="2"
        variant="soft"
        title="A file that “Take home: Whole run” wrote. It can also be dropped anywhere on the page."
        onClick={() => input.current?.click()}
      >
        <FolderOpen size={15} aria-hidden /> Open a run
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip"
        aria-label="File of a run"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = ''; // the same file can be chosen again
          if (file) void openRunFile(file);
        }}
      />
    </>
  );
}
