// What the page knows of the lab: the GPU, its gradient badge, the run at work, and what went wrong. Filled by the
// trainer's events; knows nothing of workers – the wishes (train, pause …) are in lab-actions.ts.
import { create } from 'zustand';
import { reasonOf } from '../../basics/reason';
import type { SelfTestReport } from '../../contract/report';
import type { PlayedBoard } from '../../learning/rollouts/play-settings';
import type { AdapterReport, TrainerEvent } from '../../run/trainer-api';
import { type RunView, type StageView, type WaitingView, withReport } from './run-view';

export type SelfTestState =
  | { readonly kind: 'waiting' | 'running' }
  | { readonly kind: 'done'; readonly report: SelfTestReport }
  | { readonly kind: 'failed'; readonly reason: string };

/** What went wrong, why, and what to do now: shown as a callout. */
export interface Fault {
  /** A file's stays on the screen where it was given. */
  readonly kind: 'file' | 'storage' | 'device' | 'memory' | 'run' | 'lab';
  readonly what: string;
  readonly why: string;
  readonly now: string;
  /** The run that a "Resume" button in the callout goes on with. */
  readonly resumes?: string;
}

export type Wish = 'starting' | 'pausing' | 'resuming';

export interface TrainerState {
  /** Undefined while it is being looked for. */
  readonly adapter?: AdapterReport;
  /** Train was drawn since that is known: what a click on it does not need is fetched from then on. */
  readonly drawn?: boolean;
  readonly selfTest: SelfTestState;
  /** The run the trainer works on, or worked on last. */
  readonly live?: RunView;
  /** A run opened to be looked at; it hides the live one until it is closed. */
  readonly opened?: RunView;
  readonly stage?: StageView;
  readonly boards: readonly PlayedBoard[];
  /** In slow motion: what it waits behind. */
  readonly waiting?: WaitingView;
  /** A wish under way: its button waits. */
  readonly wish?: Wish;
  readonly faults: readonly Fault[];
  /** Set for a moment after "device lost, recovering". */
  readonly recovering: boolean;
}

export const trainerStore = create<TrainerState>()(() => ({
  selfTest: { kind: 'waiting' },
  boards: [],
  faults: [],
  recovering: false,
}));
export const useTrainer = trainerStore;

/** The run on show: one that was opened, else the live one. */
export const shownRun = (state: TrainerState): RunView | undefined => state.opened ?? state.live;

/** Whether a processor computes; false until that is known. */
export const computesOnProcessor = ({ adapter }: TrainerState): boolean => adapter?.software === true;

export const isTraining = (state: TrainerState): boolean => state.live?.status === 'running';

/** The state after an event. Events of a run that is not the live one change nothing. */
export function afterEvent(state: TrainerState, event: TrainerEvent): TrainerState {
  if (event.kind === 'feature' || event.kind === 'what-if') return state; // models-store.ts, what-if-store.ts …
  if (event.kind === 'cold-start') return state; // the run's record keeps it
  if (event.kind === 'self-test') return { ...state, selfTest: { kind: 'done', report: event.report } };
  if (event.kind === 'storage') return withFault(state, storageFault(event.message));
  if (event.kind === 'device-lost') {
    if (event.recovering) return { ...state, recovering: true };
    return withFault({ ...state, recovering: false }, deviceFault(event.reason, event.runId));
  }
  if (event.kind === 'out-of-memory') return event.recovering ? withFault(state, memoryFault(event.reason)) : state;
  const { live } = state;
  if (live?.id !== event.runId) return state;
  switch (event.kind) {
    case 'status': {
      const stopped = event.status !== 'running';
      const next: TrainerState = {
        ...state,
        live: { ...live, status: event.status, step: event.step, reason: event.reason },
        waiting: undefined,
        ...(stopped ? { stage: undefined, boards: event.status === 'paused' ? state.boards : [] } : {}),
        recovering: false,
      };
      if (event.status !== 'failed') return next;
      return withFault(next, runFault(event.reason ?? 'no reason was given', event.runId));
    }
    case 'stage':
      return {
        ...state,
        stage: { step: event.step, stage: event.stage, done: event.done, total: event.total },
        waiting: undefined,
        recovering: false,
      };
    case 'waiting':
      return { ...state, waiting: { step: event.step, after: event.after, sight: event.sight } };
    case 'boards':
      return { ...state, boards: event.boards.slice(0, 8) };
    case 'step': {
      const reports = withReport(live.reports, event.report);
      return {
        ...state,
        live: { ...live, step: event.report.step, reports, secondsLeft: event.secondsLeft },
        recovering: false,
      };
    }
    case 'memory':
      return { ...state, live: { ...live, memory: event.sentence } };
    case 'references':
      // told whenever a run starts or goes on: a test that was cut off begins anew, with the untrained team
      return {
        ...state,
        live: { ...live, references: event.validation, before: live.after ? live.before : undefined },
      };
    case 'tested':
      return {
        ...state,
        live: {
          ...live,
          before: event.before ?? live.before,
          after: event.after ?? live.after,
          testReferences: event.references ?? live.testReferences,
        },
      };
  }
}

export function withFault(state: TrainerState, fault: Fault): TrainerState {
  return {
    ...state,
    faults: [...state.faults.filter((old) => old.kind !== fault.kind || old.what !== fault.what), fault],
  };
}

export function addFault(fault: Fault): void {
  trainerStore.setState((state) => withFault(state, fault));
}

/** Says what went wrong when it does; undefined then. */
export async function orFault<T>(said: Omit<Fault, 'why'>, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (fault) {
    addFault({ ...said, why: reasonOf(fault) });
    return undefined;
  }
}

/** Whoever goes to another screen has seen what was wrong with a file. */
export function dismissFileFaults(): void {
  if (trainerStore.getState().faults.some(({ kind }) => kind === 'file'))
    trainerStore.setState(({ faults }) => ({ faults: faults.filter(({ kind }) => kind !== 'file') }));
}

export function dismissFault(fault: Fault): void {
  trainerStore.setState((state) => ({ faults: state.faults.filter((kept) => kept !== fault) }));
}

function storageFault(why: string): Fault {
  const full = /quota|space|full/i.test(why);
  return {
    kind: 'storage',
    what: full ? 'The browser has no room left for this page.' : 'Something could not be saved.',
    why,
    now: full
      ? 'Delete a run or lower the tree budget under Runs; training goes on, its newest steps are not kept.'
      : 'Training goes on. Check that the browser may store data for this page (private windows may not), then reload.',
  };
}

function deviceFault(why: string, runId: string | undefined): Fault {
  return {
    kind: 'device',
    what: 'The GPU went away.',
    why,
    now: runId
      ? 'Nothing before the last checkpoint is lost: resume goes on from there.'
      : 'Reload the page to look for it again.',
    resumes: runId,
  };
}

function memoryFault(why: string): Fault {
  return {
    kind: 'memory',
    what: 'The GPU ran out of memory.',
    why,
    now: 'The run goes on by itself from its last checkpoint, with half the room for sampling and training: the same training, in smaller batches.',
  };
}

function runFault(why: string, runId: string): Fault {
  return {
    kind: 'run',
    what: 'The run stopped.',
    why,
    now: 'Resume goes on from its last checkpoint.',
    resumes: runId,
  };
}
