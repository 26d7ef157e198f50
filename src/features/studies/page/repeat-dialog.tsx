// A run is repeated with other seeds: what that takes, said before it begins, and how far it is.
import { Button, Dialog } from '@radix-ui/themes';
import { Play, X } from 'lucide-react';
import { DialogSheet } from '../../../page/parts/dialog-sheet';
import { Fault } from '../../../page/parts/fault';
import { counted, duration, sentence } from '../../../page/parts/format';
import { listingStore } from '../../../page/screens/runs/listing-store';
import { useRuns } from '../../../page/stores/runs-store';
import type { RunSummary } from '../../../page/stores/storage-client';
import { isTraining, useTrainer } from '../../../page/stores/trainer-store';
import { repeatPlan, repeatSeconds, seedsInWords } from '../shared/repeat';
import type { StudyRecord } from '../shared/study';
import { cancelRepeat, liveRepeat, startRepeat, useRepeat, wishRepeat } from './repeat-store';
import { StudyProgress } from './study-progress';
import { useStudies } from './study-store';

export function RepeatDialog() {
  const wished = useRepeat((state) => state.wished);
  const run = useRuns((state) => state.runs.find(({ view }) => view.id === wished?.runId));
  const record = useStudies(liveRepeat);
  const open = wished !== undefined && run !== undefined;
  return (
    <>
      {record && !open && <UnderWay record={record} />}
      <Dialog.Root open={open} onOpenChange={(still) => !still && wishRepeat()}>
        <DialogSheet
          title={`Repeat “${run?.view.name}” with seeds ${seedsInWords(wished?.seeds ?? [])}`}
          about="The same settings from other seeds, one run after the other: how much of its result is chance. Its runs stand under Runs; grouped by settings they stand beside this one, with the mean of all."
          maxWidth="560px"
        >
          {wished && run && <Repeated run={run} seeds={wished.seeds} record={record} />}
        </DialogSheet>
      </Dialog.Root>
    </>
  );
}

interface RepeatedProps {
  readonly run: RunSummary;
  readonly seeds: readonly number[];
  readonly record: StudyRecord | undefined;
}

function Repeated({ run, seeds, record }: RepeatedProps) {
  const training = useTrainer(isTraining);
  const { wish, live, fault } = useStudies((state) => state);
  if (record) return <UnderWay record={record} />;
  const busy = training || live !== undefined;
  return (
    <div className="grid gap-3 after-3">
      <p data-testid="repeat-takes">{takes(run, seeds.length)}</p>
      <Button
        className="start"
        disabled={busy || wish !== undefined}
        onClick={() => void startRepeat(run.view, seeds).then(showTogether)}
      >
        <Play size={15} aria-hidden /> Start
      </Button>
      {busy && <p className="quiet">A {live ? 'study' : 'run'} is under way: pause it first.</p>}
      {fault !== undefined && <Fault>{sentence(fault)}</Fault>}
    </div>
  );
}

/** "4 runs of 60 steps, about 24 min in all: this run's 60 steps took 6 min." */
function takes({ view, seconds }: RunSummary, runs: number): string {
  const { step, config, status } = view;
  const { steps: most, testWorlds } = config.settings;
  const steps = status === 'finished' ? step : most; // a budget of tokens may end it sooner
  const all = duration(repeatSeconds({ step, seconds, steps }, runs));
  const own = `this run’s ${counted(step, 'steps')} took ${duration(seconds)}`;
  return `${runs} runs of ${counted(steps, 'steps')}, about ${all} in all: ${own}. Each is then measured on ${testWorlds} fresh problems.`;
}

function showTogether(): void {
  if (useStudies.getState().fault === undefined) listingStore.setState({ grouping: 'settings', query: '' });
}

function UnderWay({ record }: { readonly record: StudyRecord }) {
  const { doing, wish, fault } = useStudies((state) => state);
  const plan = repeatPlan(record.wishes.setups ?? []);
  return (
    <section aria-label="Repeated with other seeds" className="grid gap-3 after-3">
      {doing ? <StudyProgress plan={plan} doing={doing} /> : <p role="status">Beginning…</p>}
      <Button
        className="start"
        variant="soft"
        color="gray"
        disabled={wish === 'pausing'}
        title="Its runs stay under Runs, and the one at hand can be resumed there"
        onClick={() => void cancelRepeat(record.id)}
      >
        <X size={14} aria-hidden /> {wish === 'pausing' ? 'Cancelling after this step…' : 'Cancel'}
      </Button>
      {fault !== undefined && <Fault>{sentence(fault)}</Fault>}
    </section>
  );
}
