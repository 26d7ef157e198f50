// The button that opens a run from a file. Dropping one onto the page does the same (run-drop.tsx).
import { Button } from '@radix-ui/themes';
import { FolderOpen } from 'lucide-react';
import { useFileChoice } from '../../parts/file-choice';
import { openRunFile } from '../../stores/lab-actions';

export function OpenRun() {
  const file = useFileChoice({ accept: '.zip', label: 'File of a run', onChoice: (given) => void openRunFile(given) });
  return (
    <>
      <Button
        mt="3"
        size="2"
        variant="soft"
        title="A file that “Take home: Whole run” wrote. It can also be dropped anywhere on the page."
        onClick={file.choose}
      >
        <FolderOpen size={15} aria-hidden /> Open a run
      </Button>
      {file.input}
    </>
  );
}
