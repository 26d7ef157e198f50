// Files of Sokoban levels, dropped anywhere on a screen or chosen by a button; what is wrong with one is said line by
// line. What else is dropped here is opened like anywhere on the page.
import { Button } from '@radix-ui/themes';
import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunConfig } from '../../../learning/config/run-config';
import { Fault } from '../../parts/fault';
import { useFileChoice } from '../../parts/file-choice';
import { useFileDrop } from '../../parts/file-drop';
import { dismissLevelFaults, isLevelFile, playLevels, useLevels } from '../../stores/levels-store';
import { mayBeWritten, openFile } from '../../stores/open-file';

interface LevelDropProps {
  /** What is played with adapters that do not say; otherwise what is set up. */
  readonly config?: RunConfig;
  readonly className: string;
  readonly children: ReactNode;
}

/** Around a screen: other files go on to whoever takes them. */
export function LevelDrop({ config, className, children }: LevelDropProps) {
  const drop = useFileDrop((files) => {
    const [file] = files;
    void (mayBeWritten(file) ? openFile(file, playLevels, config) : playLevels(files.find(isLevelFile) ?? file));
  });
  return (
    <div className={className} {...drop}>
      <LevelFaults />
      {children}
    </div>
  );
}

export function LevelPick() {
  const file = useFileChoice({
    accept: '.xsb,.sok,.txt',
    label: 'A file of levels',
    onChoice: (given) => void playLevels(given),
  });
  return (
    <>
      <Button
        size="1"
        variant="soft"
        color="gray"
        title="Sokoban levels in XSB, as their collectors share them; a file can be dropped here, too"
        onClick={file.choose}
      >
        <FolderOpen size={14} aria-hidden /> Open levels
      </Button>
      {file.input}
    </>
  );
}

const shownFaults = 6;

function LevelFaults() {
  const refused = useLevels((state) => state.refused);
  if (!refused) return null;
  const more = refused.report.length - shownFaults;
  return (
    <Fault title={`${refused.fileName} was not taken.`} onDismiss={dismissLevelFaults}>
      One level that cannot be played keeps out the whole file: mend these lines.
      <ul className="bullets">
        {refused.report.slice(0, shownFaults).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Fault>
  );
}
