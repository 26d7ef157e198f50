// Problems from a file: the file on the left, from its columns to what was refused; on the right the sets that this browser keeps.
import { Button } from '@radix-ui/themes';
import { FolderOpen, X } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { closeProblems, openProblems, useImport } from '../../stores/problem-import-store';
import { readProblemSets } from '../../stores/problem-sets-store';
import { FileAtHand } from './file-at-hand';
import './problems.css';
import { SetList } from './set-list';

export function ProblemsScreen() {
  const now = useImport();
  const [over, setOver] = useState(false);
  const pick = useRef<HTMLInputElement>(null);
  useEffect(() => void readProblemSets(), []);
  const drop = (event: DragEvent) => {
    const [given] = event.dataTransfer.files;
    setOver(false);
    if (!given) return;
    event.preventDefault();
    void openProblems(given);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button does the same
    <div
      className="problems-screen"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDropCapture={drop}
    >
      <header className="problems-bar">
        <h1>Problems from a file</h1>
        <Button variant={now.kind === 'rest' ? 'solid' : 'surface'} onClick={() => pick.current?.click()}>
          <FolderOpen size={15} aria-hidden /> {now.kind === 'rest' ? 'Choose a file' : 'Another file'}
        </Button>
        <input
          ref={pick}
          type="file"
          hidden
          accept=".parquet,.jsonl,.ndjson,.json,.csv,.tsv,.txt"
          aria-label="A file of problems"
          onChange={(event) => {
            const [given] = event.target.files ?? [];
            event.target.value = '';
            if (given) void openProblems(given);
          }}
        />
        {now.kind !== 'rest' && (
          <Button variant="ghost" color="gray" onClick={closeProblems}>
            <X size={14} aria-hidden /> {now.kind === 'opening' ? 'Cancel' : 'Put it away'}
          </Button>
        )}
      </header>
      <div className="problems-columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="problems-file" aria-label="File" tabIndex={0}>
          <FileAtHand now={now} />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="problems-sets" aria-labelledby="problem-sets-title" tabIndex={0}>
          <SetList />
        </section>
      </div>
    </div>
  );
}
