// One sentence that says what happens here, and the one button for what comes next.

import { Button, Progress, Spinner } from '@radix-ui/themes';
import { Joystick, Pause, Play, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { isShipped } from '../../../learning/config/shipped-models';
import { firstWorld } from '../../../learning/config/worlds';
import { sentence, timeLeft } from '../../parts/format';
import { pause, putAway, resume, train } from '../../stores/lab-actions';
import { useMotion } from '../../stores/motion-store';
import { formatRoute } from '../../stores/route';
import type { RunView } from '../../stores/run-view';
import { configFrom, setupFaults, teamOf, useSetup } from '../../stores/setup-store';
import { shownRun, useTrainer } from '../../stores/trainer-store';
import { environmentById } from '../../stores/worlds';
import { useRefused, useUnfitModel } from './can-train';
import { CutOffRun } from './cut-off-run';
import { LongRun, NoGpu, RecordedWords, Result } from './run-parts';
import { stageSentence, waitsSentence } from './stages';
import { NextStage, StepControls } from './step-controls';
import { useRecordedOnShow, useShowsRecorded } from './use-recorded';

export function Headline() {
  const run = useTrainer(shownRun);
  const recorded = useShowsRecorded();
  return (
    <div className="headline grid gap-4 panel line-below pad-3" data-recorded={recorded || undefined}>
      <div>
        <PrimaryButton run={run} />
        <StepControls run={run} />
      </div>
      <div className="headline-words slim stack gap-1">
        <Suspense fallback={null}>{run ? <RunWords run={run} /> : <Sentence />}</Suspense>
        {!run && <CutOffRun />}
        <div className="headline-note">
          <Suspense fallback={null}>
            <Computes />
          </Suspense>
        </div>
      </div>
    </div>
  );
}

/** What computes here: the place for it is kept while that is not known. */
function Computes() {
  const own = useTrainer((state) => shownRun(state) !== undefined);
  const adapter = useTrainer((state) => state.adapter);
  const drawn = useTrainer((state) => state.drawn);
  const recorded = useShowsRecorded();
  const unfit = useUnfitModel();
  const refused = useRefused() || unfit;
  if (adapter?.available === false) return <NoGpu />;
  if (own || !adapter || !drawn || (refused && !recorded)) return null;
  return <LongRun first={recorded} />;
}

// Every label stands in an element of its own: Firefox 153 draws nothing where the blank before one label becomes the
// next label.
function PrimaryButton({ run }: { readonly run?: RunView }) {
  const wish = useTrainer((state) => state.wish);
  const busy = useTrainer((state) => state.live?.status === 'running' && state.opened !== undefined);
  const ready = useTrainer((state) => state.adapter?.available === true);
  const noGpu = useTrainer((state) => state.adapter?.available === false);
  const recorded = useShowsRecorded();
  const preset = useSetup((state) => state.preset);
  const faulty = useSetup((state) => setupFaults(state).length > 0);
  const unfit = useUnfitModel() && run === undefined;
  const refused = useRefused();
  const slow = useMotion() === 'slow';
  const shared = { size: '3', className: 'headline-button' } as const;
  const resumable = run && run.status !== 'finished' && !run.recorded ? run : undefined;
  if (wish === 'starting' || wish === 'resuming') {
    return (
      <Button {...shared} loading aria-label={wish === 'starting' ? 'Starting' : 'Resuming'}>
        Train
      </Button>
    );
  }
  if (run?.status === 'running' && !busy && slow) return <NextStage />;
  if (run?.status === 'running' && !busy) {
    return (
      <Button {...shared} variant="soft" disabled={wish === 'pausing'} onClick={() => void pause()}>
        <Pause size={18} aria-hidden /> <span>{wish === 'pausing' ? 'Pausing…' : 'Pause'}</span>
      </Button>
    );
  }
  if (resumable) {
    return (
      <Button {...shared} disabled={!ready || busy} onClick={() => void resume(resumable.id)}>
        <Play size={18} aria-hidden /> <span>Resume</span>
      </Button>
    );
  }
  if (run) {
    return (
      <Button {...shared} variant="soft" onClick={putAway}>
        <Plus size={18} aria-hidden /> <span>New run</span>
      </Button>
    );
  }
  if (noGpu) {
    return (
      <Button {...shared} asChild>
        <a href={formatRoute({ screen: 'play', preset })}>
          <Joystick size={18} aria-hidden /> <span>Watch a team play</span>
        </a>
      </Button>
    );
  }
  return (
    <Button {...shared} disabled={!ready || faulty || unfit || refused} onClick={() => void train()}>
      <Play size={18} aria-hidden /> <span>{recorded ? 'Train your own' : 'Train'}</span>
    </Button>
  );
}

const counts = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'] as const;

function Sentence() {
  const setup = useSetup((state) => state);
  const noGpu = useTrainer(({ adapter }) => adapter?.available === false);
  const shows = useShowsRecorded();
  const recorded = useRecordedOnShow();
  const unfit = useUnfitModel();
  const refused = useRefused() || unfit;
  const config = configFrom(setup);
  const { card } = environmentById(firstWorld(config).environment, config.definitions);
  const others = config.worlds
    .slice(1)
    .map(({ environment }) => environmentById(environment, config.definitions).card.name);
  const worlds = [...new Set([card.name, ...others])];
  const roles = teamOf(config).roles.length;
  const who = `${counts[roles] ?? roles} ${isShipped(config.model) ? 'tiny ' : ''}language model${roles === 1 ? ' practises' : 's practise'}`;
  const how = roles === 1 ? 'on its own' : 'as a team';
  return (
    <>
      <h1>
        {who} {worldsInWords(worlds)} {how} – in this tab.
      </h1>
      {shows ? (
        <div className="recorded-part stack gap-1">
          <Suspense fallback={<OnItsWay />}>{recorded ? <RecordedWords recorded={recorded} /> : <OnItsWay />}</Suspense>
        </div>
      ) : refused ? (
        <p>As it is set up, this run cannot start: Setup says why, and what to change.</p>
      ) : (
        noGpu || (
          <p>
            They start out clumsy. Click <em>Train</em> and watch what they learn. Nothing is installed, nothing is sent
            anywhere.
          </p>
        )
      )}
    </>
  );
}

function OnItsWay() {
  return (
    <p className="row recorded-steps" role="status">
      <Spinner size="1" /> A recorded run is on its way.
    </p>
  );
}

/** "Sokoban, Plan-Path and Sudoku" */
function worldsInWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function OfferWords({ run }: { readonly run: RunView }) {
  return (
    <>
      <h1>“{run.name}” was cut off when the page was closed.</h1>
      <p>
        {run.step > 0
          ? `${run.step} of ${run.config.settings.steps} steps are done and saved: Resume goes on from there. `
          : 'Resume starts it again. '}
        <Button size="1" variant="ghost" onClick={putAway}>
          <Plus size={12} aria-hidden /> A new run instead
        </Button>
      </p>
    </>
  );
}

function RunWords({ run }: { readonly run: RunView }) {
  if (run.cutOff && run.status === 'paused') return <OfferWords run={run} />;
  if (run.status === 'finished' || (run.recorded && run.after)) return <Result run={run} />;
  return <Underway run={run} />;
}

function Underway({ run }: { readonly run: RunView }) {
  const stage = useTrainer((state) => (state.opened ? undefined : state.stage));
  const waiting = useTrainer((state) => (state.opened ? undefined : state.waiting));
  const opened = useTrainer((state) => state.opened !== undefined && state.live !== undefined);
  const total = run.config.settings.steps;
  const left = run.status === 'running' ? timeLeft(run.secondsLeft) : undefined;
  const state = {
    running: waiting ? waitsSentence(waiting) : stageSentence(stage, run),
    paused: 'Paused; everything is saved.',
    failed: run.reason === undefined ? 'Stopped.' : `Stopped: ${sentence(run.reason)}`,
    ready: 'Not started yet.',
    finished: 'Finished.',
  };
  return (
    <>
      <div className="wrap baseline flex gap-3">
        <h1>
          Step {run.step} <span className="quiet">of {total}</span>
        </h1>
        {left && <span className="ink size-2">{left}</span>}
        <span className="quiet">{run.name}</span>
        {(run.status === 'paused' || run.status === 'failed' || opened) && (
          <Button size="1" ml="auto" variant="soft" color="gray" onClick={putAway}>
            {opened ? 'Back to the run under way' : 'New run'}
          </Button>
        )}
      </div>
      <Progress value={(100 * run.step) / total} size="2" aria-label={`Step ${run.step} of ${total}`} />
      <p role="status">{state[run.status]}</p>
    </>
  );
}
