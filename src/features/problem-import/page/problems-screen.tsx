// Problems from a file: the file on the left, from its columns to what was refused; on the right the sets that this
// browser keeps.
import { Button } from '@radix-ui/themes';
import { FolderOpen, X } from 'lucide-react';
import { useEffect } from 'react';
import { useFileChoice } from '../../../page/parts/file-choice';
import { useFileDrop } from '../../../page/parts/file-drop';
import { FileAtHand } from './file-at-hand';
import { closeProblems, openProblems, useImport } from './problem-import-store';
import { readProblemSets } from './problem-sets-store';
import './problems.css';
import { EditorBar } from '../../../page/parts/editor-bar';
import { givenFiles } from '../shared/given-files';
import { SetList } from './set-list';

function take(first: File, files: readonly File[]): void {
  const { file, databases } = givenFiles(first, files);
  void openProblems(file, databases);
}

export function ProblemsScreen() {
  const now = useImport();
  const file = useFileChoice({
    accept: '.parquet,.jsonl,.ndjson,.json,.csv,.tsv,.txt,.sqlite,.sqlite3,.db,.sql',
    label: 'A file of problems',
    multiple: true,
    onChoice: take,
  });
  const drop = useFileDrop((files) => take(files[0], files));
  useEffect(() => void readProblemSets(), []);
  return (
    <div className="stack gap-0 fill size-2" {...drop}>
      <EditorBar title="Problems from a file">
        <Button variant={now.kind === 'rest' ? 'solid' : 'surface'} onClick={file.choose}>
          <FolderOpen size={15} aria-hidden /> {now.kind === 'rest' ? 'Choose a file' : 'Another file'}
        </Button>
        {file.input}
        {now.kind !== 'rest' && (
          <Button variant="ghost" color="gray" onClick={closeProblems}>
            <X size={14} aria-hidden /> {now.kind === 'opening' ? 'Cancel' : 'Close the file'}
          </Button>
        )}
      </EditorBar>
      <div className="columns problems-columns fill">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="stack gap-4 pad-4 scroll break" aria-label="File" tabIndex={0}>
          <FileAtHand now={now} />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="stack gap-3 pad-4 scroll panel break" aria-labelledby="problem-sets-title" tabIndex={0}>
          <SetList />
        </section>
      </div>
    </div>
  );
}
