// Files of Sokoban levels, dropped anywhere on a screen or chosen by a button; what is wrong with one is said line by line. A file of
// problems that is dropped here is brought to where it is imported.
import { IconButton } from '@radix-ui/themes';
import { FolderOpen, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { isProblemFile, openProblems } from '../../../features/problem-import/page/problem-import-store';
import { dismissLevelFaults, isLevelFile, playLevels, useLevels } from '../../stores/levels-store';
import { navigate } from '../../stores/route';
import './level-drop.css';

/** Around a screen: other files go on to whoever takes them. */
export function LevelDrop({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault(); // or the browser would leave the page for the file
    const problems = files.find(isProblemFile);
    if (problems) {
      void openProblems(problems);
      navigate({ screen: 'problems' });
    } else void playLevels(files.find(isLevelFile) ?? (files[0] as File));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button does the same
    <div
      className={className}
      data-level-over={over || undefined}
      onDragOver={(event) => {
        if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return setOver(false);
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <LevelFaults />
      {children}
    </div>
  );
}

export function LevelPick() {
  return (
    <label className="level-pick" title="Sokoban levels in XSB, as their collectors share them; a file can be dropped here, too">
      <FolderOpen size={14} aria-hidden /> Open levels
      <input
        type="file"
        className="visually-hidden"
        accept=".xsb,.sok,.txt"
        onChange={(event) => {
          const [given] = event.target.files ?? [];
          event.target.value = '';
          if (given) void playLevels(given);
        }}
      />
    </label>
  );
}

const shownFaults = 6;

function LevelFaults() {
  const refused = useLevels((state) => state.refused);
  if (!refused) return null;
  const more = refused.report.length - shownFaults;
  return (
    <div className="level-faults" role="alert">
      <div>
        <strong>{refused.fileName} was not taken.</strong> One level that cannot be played keeps out the whole file: mend these
        lines.
        <ul>
          {refused.report.slice(0, shownFaults).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </div>
      <IconButton size="1" variant="ghost" color="gray" aria-label="Put this message away" onClick={dismissLevelFaults}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
