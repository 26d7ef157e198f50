// Studies: a question, several ways to answer it, several seeds – trained one after the other, in one table beside the
// paper's numbers. A study goes on where it stopped, also after the page was closed.
import { Button } from '@radix-ui/themes';
import { Download, Pause, Play, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Choose } from '../../../page/parts/choose';
import { moment, sentence } from '../../../page/parts/format';
import { pictureFile } from '../../../page/parts/picture-words';
import { PrintHead } from '../../../page/parts/print-head';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { studies, studyById } from '../shared/plans';
import type { StudyRecord } from '../shared/study';
import { summaryOf } from '../shared/summary';
import { chosenIn } from '../shared/tuning';
import { NewStudy } from './new-study';
import {
  exportStudy,
  pauseStudy,
  refreshStudies,
  removeStudy,
  resumeStudy,
  type StudyState,
  useStudies,
} from './study-store';
import './study.css';
import { Fault } from '../../../page/parts/fault';
import { StudyFigure } from './study-figure';
import { StudyProgress } from './study-progress';
import { StudyTable } from './study-table';

export function StudyScreen() {
  const state = useStudies((whole) => whole);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => void refreshStudies(), []);
  const shown = state.records.find(({ id }) => id === (chosen ?? state.live)) ?? state.records[0];
  return (
    <div className="document">
      <header>
        <h1>Study</h1>
        <p className="quiet">
          Many runs with one question, every row measured on the same fresh problems, which no training and no choice
          ever saw. Where one row sets a budget of tokens, all trained rows generate as many.
        </p>
      </header>
      <NewStudy plans={studies} onStarted={setChosen} />
      {state.fault !== undefined && <Fault>{sentence(state.fault)}</Fault>}
      {state.kind === 'loading' && <p role="status">Reading…</p>}
      {state.kind === 'loaded' && !shown && (
        <p className="quiet">No study yet. Its table and figure appear here, and its runs under Runs.</p>
      )}
      {state.records.length > 1 && shown && (
        <Choose
          aria-label="Study on show"
          value={shown.id}
          options={state.records.map(({ id, wishes, createdAt }) => ({
            id,
            name: `${studyById(wishes.plan).name}, ${moment(createdAt, Date.now())}`,
          }))}
          onChoose={setChosen}
        />
      )}
      {shown && <Shown record={shown} state={state} />}
    </div>
  );
}

function Shown({ record, state }: { readonly record: StudyRecord; readonly state: StudyState }) {
  const plan = studyById(record.wishes.plan);
  const rows = useMemo(() => summaryOf(plan, record.cells), [plan, record.cells]); // thousands of resamples
  const live = state.live === record.id;
  const words = {
    title: plan.name,
    about: `${seedsInWords(record)}, begun ${new Date(record.createdAt).toISOString().slice(0, 10)}`,
    fileName: pictureFile('study', plan.name),
  };
  return (
    <article aria-labelledby="study-name" className="grid gap-3 after-3">
      <header>
        <h2 id="study-name" className="size-4">
          {plan.name}
        </h2>
        <p className="quiet">{plan.sentence}</p>
        <PrintHead about={words.about} />
        <Actions record={record} live={live} pausing={state.wish === 'pausing'} />
      </header>
      {live && state.doing && <StudyProgress plan={plan} doing={state.doing} />}
      {!live && record.status !== 'finished' && (
        <p role="status">
          {record.status === 'failed'
            ? `Stopped: ${sentence(record.reason ?? 'no reason was given')} `
            : 'Not finished. '}
          What is done is kept; it goes on where it stopped.
        </p>
      )}
      <StudyTable plan={plan} rows={rows} seeds={record.wishes.seeds} chosen={chosenIn(record)} />
      {record.cells.length > 0 && <StudyFigure rows={rows} paper={plan.paper} words={words} />}
    </article>
  );
}

function seedsInWords({ wishes: { seeds } }: StudyRecord): string {
  return `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`;
}

interface ActionsProps {
  readonly record: StudyRecord;
  readonly live: boolean;
  readonly pausing: boolean;
}

function Actions({ record, live, pausing }: ActionsProps) {
  const available = useTrainer((trainer) => trainer.adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const busy = useStudies((state) => state.live !== undefined || state.wish !== undefined);
  return (
    <div className="row gap-3 wrap after-3">
      {live ? (
        <Button variant="soft" disabled={pausing} onClick={() => void pauseStudy()}>
          <Pause size={14} aria-hidden /> {pausing ? 'Pausing after this step…' : 'Pause'}
        </Button>
      ) : (
        record.status !== 'finished' && (
          <Button disabled={!available || training || busy} onClick={() => void resumeStudy(record.id)}>
            <Play size={14} aria-hidden /> Go on
          </Button>
        )
      )}
      <Button variant="soft" color="gray" onClick={() => void exportStudy(record.id, 'csv')}>
        <Download size={14} aria-hidden /> CSV
      </Button>
      <Button variant="soft" color="gray" onClick={() => void exportStudy(record.id, 'markdown')}>
        <Download size={14} aria-hidden /> Markdown
      </Button>
      {!live && (
        <Button
          variant="ghost"
          color="gray"
          title="Its runs stay under Runs"
          onClick={() => void removeStudy(record.id)}
        >
          <Trash2 size={14} aria-hidden /> Remove
        </Button>
      )}
    </div>
  );
}
