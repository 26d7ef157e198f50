// Studies: a question, several ways to answer it, several seeds – trained one after the other, in one table beside the
// paper's numbers. A study goes on where it stopped, also after the page was closed.
import { Button } from '@radix-ui/themes';
import { Download, Pause, Play, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { nothingDiffers, type PairedComparison, unseenShare } from '../../../basics/statistics/paired';
import { Choose } from '../../../page/parts/choose';
import { counted, fixed, moment, sentence, signed } from '../../../page/parts/format';
import { PrintHead } from '../../../page/parts/print-head';
import { useRoute } from '../../../page/stores/route';
import { setupFaults, useSetup } from '../../../page/stores/setup-store';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { studies, studyById } from '../shared/plans';
import { planOf, setupsId, verdictOf } from '../shared/setups';
import type { StudyRecord } from '../shared/study';
import { type RowSummary, summaryOf } from '../shared/summary';
import { chosenIn } from '../shared/tuning';
import { NewStudy } from './new-study';
import { ownSetupOf } from './own-setup';
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
import { changeForm, useStudyForm } from './study-form';
import { StudyPreview } from './study-preview';
import { StudyProgress } from './study-progress';
import { StudyResults } from './study-results';

/** The paper's own table. */
const firstPlan = 'table3';

export function StudyScreen() {
  const state = useStudies((whole) => whole);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => void refreshStudies(), []);
  const route = useRoute();
  const asksOwn = route.screen === 'feature' && route.id === setupsId;
  const setup = useSetup((whole) => whole);
  const mine = useMemo(() => (setupFaults(setup).length > 0 ? undefined : ownSetupOf(setup)), [setup]);
  const chosenPlan = useStudyForm(({ plan: id }) => id);
  useEffect(() => {
    if (asksOwn) changeForm({ plan: setupsId });
  }, [asksOwn]);
  const shown = state.records.find(({ id }) => id === (chosen ?? state.live)) ?? state.records[0];
  const wished = asksOwn ? setupsId : (chosenPlan ?? shown?.wishes.plan ?? firstPlan);
  const plan =
    wished === setupsId && mine ? mine.plan : (studies.find(({ id }) => id === wished) ?? studyById(firstPlan));
  return (
    <div className="document wide">
      <header>
        <h1>Study</h1>
        <p className="quiet">
          Many runs with one question, every row measured on the same fresh problems, which no training and no choice
          ever saw. Where one row sets a budget of tokens, all trained rows generate as many.
        </p>
      </header>
      <NewStudy
        plans={mine ? [mine.plan, ...studies] : studies}
        plan={plan}
        mine={mine}
        asksOwn={asksOwn}
        onStarted={setChosen}
      />
      {state.fault !== undefined && <Fault>{sentence(state.fault)}</Fault>}
      {state.kind === 'loading' && <p role="status">Reading…</p>}
      {state.kind === 'loaded' && !shown && <StudyPreview plan={plan} />}
      {state.records.length > 1 && shown && (
        <div className="row">
          <Choose
            aria-label="Study on show"
            value={shown.id}
            options={state.records.map(({ id, wishes, createdAt }) => ({
              id,
              name: `${planOf(wishes).name}, ${moment(createdAt, Date.now())}`,
            }))}
            onChoose={setChosen}
          />
        </div>
      )}
      {shown && <Shown record={shown} state={state} />}
    </div>
  );
}

function Shown({ record, state }: { readonly record: StudyRecord; readonly state: StudyState }) {
  const plan = useMemo(() => planOf(record.wishes), [record.wishes]);
  const rows = useMemo(() => summaryOf(plan, record.cells), [plan, record.cells]); // thousands of resamples
  const live = state.live === record.id;
  const about = `${seedsInWords(record)}, begun ${new Date(record.createdAt).toISOString().slice(0, 10)}`;
  return (
    <article aria-labelledby="study-name" className="grid gap-3 after-3">
      <header>
        <h2 id="study-name" className="size-4">
          {plan.name}
        </h2>
        <p className="quiet">
          {plan.sentence} {sentence(extentInWords(record))}
        </p>
        <PrintHead about={about} />
        <Actions
          record={record}
          live={live}
          pausing={state.wish === 'pausing'}
          measuring={state.doing?.measured !== undefined}
        />
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
      {plan.id === setupsId && <Verdicts rows={rows} />}
      <StudyResults
        {...{ plan, rows, about }}
        seeds={record.wishes.seeds}
        chosen={chosenIn(record)}
        drawn={record.cells.length > 0}
      />
    </article>
  );
}

/** Of each setup beside the usual one, what the seeds so far say. */
function Verdicts({ rows }: { readonly rows: readonly RowSummary[] }) {
  const compared = rows.filter(({ row, comparison }) => row.how.kind === 'trained' && comparison?.paired);
  return compared.map(({ row, comparison }) => (
    <p key={row.id} className="size-3" data-testid="verdict">
      {comparison?.paired && verdictInWords(comparison.paired)}
    </p>
  ));
}

function verdictInWords(paired: PairedComparison): string {
  const [value, low, high] = [paired.difference.value, paired.difference.low, paired.difference.high].map((share) =>
    signed(100 * share, 1),
  );
  const seeds = paired.seeds.length;
  const none = nothingDiffers(paired)
    ? ` No problem went differently, so the interval is a point and proves nothing: a change in fewer than ${fixed(100 * unseenShare(paired.problems), 1)} of 100 problems can stay unseen in ${paired.problems}.`
    : '';
  const figures = `${value} points of success, 95 % interval ${low} to ${high}, ${counted(seeds, 'seeds')} on the same ${paired.problems} problems`;
  if (seeds === 1) return `One seed so far: ${figures}. It says nothing of others.${none}`;
  const verdict = verdictOf(paired);
  if (verdict === 'not shown')
    return `Neither helped nor hurt, as far as this shows: ${figures}. More seeds and problems would show smaller differences.${none}`;
  return `The changes ${verdict}: ${figures}.`;
}

function seedsInWords({ wishes: { seeds } }: StudyRecord): string {
  return `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`;
}

/** "seeds 1, 2, 3, 8 steps each, measured on 150 problems". */
function extentInWords(record: StudyRecord): string {
  const { steps, problems } = record.wishes;
  const each = steps === undefined ? '' : `, ${counted(steps, 'steps')} each`;
  return `${seedsInWords(record)}${each}${problems === undefined ? '' : `, measured on ${counted(problems, 'problems')}`}`;
}

interface ActionsProps {
  readonly record: StudyRecord;
  readonly live: boolean;
  readonly pausing: boolean;
  readonly measuring: boolean;
}

function Actions({ record, live, pausing, measuring }: ActionsProps) {
  const available = useTrainer((trainer) => trainer.adapter?.available ?? false);
  const training = useTrainer(isTraining);
  const busy = useStudies((state) => state.live !== undefined || state.wish !== undefined);
  return (
    <div className="row gap-3 wrap after-3">
      {live ? (
        <Button variant="soft" disabled={pausing} onClick={() => void pauseStudy()}>
          <Pause size={14} aria-hidden /> {pausing ? (measuring ? 'Pausing…' : 'Pausing after this step…') : 'Pause'}
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
