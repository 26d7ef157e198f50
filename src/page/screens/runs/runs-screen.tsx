// Every run in this browser: what it was, what it reached, what it takes, and what can be done with it.
import { Button } from '@radix-ui/themes';
import { Download, FlaskConical, FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import { Place } from '../../features';
import { useFileChoice } from '../../parts/file-choice';
import { exportResults } from '../../stores/lab-actions';
import { openable, openFile } from '../../stores/open-file';
import { formatRoute } from '../../stores/route';
import { refreshRuns, useRuns } from '../../stores/runs-store';
import { useTrainer } from '../../stores/trainer-store';
import { RunList } from './run-list';
import './runs.css';
import { StorageBudget } from './storage-budget';

export function RunsScreen() {
  const { kind, runs, usage } = useRuns((state) => state);
  const step = useTrainer((state) => state.live?.step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every finished step changes the list
  useEffect(() => {
    void refreshRuns();
  }, [step]);
  return (
    <div className="document wide">
      <header className="flex gap-4 wrap top between">
        <div>
          <h1>Runs</h1>
          <p className="quiet">Everything stays in this browser, until you take it home.</p>
          <div className="row wrap gap-3 after-3">
            <OpenFile />
            {runs.length > 0 && <ResultsButtons ids={runs.map(({ view }) => view.id)} />}
          </div>
        </div>
        {usage && <StorageBudget usage={usage} />}
      </header>
      {kind === 'loading' && <p role="status">Reading…</p>}
      {kind === 'loaded' && runs.length === 0 && <Empty />}
      {runs.length > 0 && <RunList runs={runs} />}
      <Place name="runsList" />
    </div>
  );
}

/** Dropping a file onto the page does the same (run-drop.tsx). */
function OpenFile() {
  const file = useFileChoice({ accept: openable, label: 'A file to open', onChoice: (given) => void openFile(given) });
  return (
    <>
      <Button
        size="2"
        variant="soft"
        title="A run, a team, settings, problems, levels or another file that this page wrote. It can also be dropped anywhere on the page."
        onClick={file.choose}
      >
        <FolderOpen size={15} aria-hidden /> Open a file
      </Button>
      {file.input}
    </>
  );
}

/** All runs as one table, for a spreadsheet or a document. */
function ResultsButtons({ ids }: { readonly ids: readonly string[] }) {
  return (
    <div className="row gap-2">
      <span className="quiet">All as a table:</span>
      {(['csv', 'markdown'] as const).map((format) => (
        <Button key={format} size="2" variant="soft" color="gray" onClick={() => void exportResults(ids, format)}>
          <Download size={14} aria-hidden /> {format === 'csv' ? 'CSV' : 'Markdown'}
        </Button>
      ))}
    </div>
  );
}

function Empty() {
  return (
    <div className="grid gap-4 line-above pad-4">
      <p className="quiet size-3" style={{ maxWidth: '56ch' }}>
        <strong>No runs yet.</strong> Each run you train appears here with its result, to be resumed, compared and taken
        home as files. A run that somebody took home can be opened here, too.
      </p>
      <Button className="start" asChild size="3">
        <a href={formatRoute({ screen: 'lab' })}>
          <FlaskConical size={16} aria-hidden /> To the lab
        </a>
      </Button>
    </div>
  );
}
