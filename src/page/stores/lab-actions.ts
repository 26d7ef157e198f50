// The person's wishes, sent to the lab: each returns at once for the page, its outcome arrives as an event or as a
// callout.

import { reasonOf } from '../../basics/reason';
import { presetById } from '../../learning/config/presets';
import type { RunConfig } from '../../learning/config/run-config';
import { firstWorld } from '../../learning/config/worlds';
import type { ExportRequest, Extent, TrainerEvent } from '../../run/trainer-api';
import { claimedHere, runsElsewhere } from '../../workers/run-locks';
import { pageFeatures, tellFeature } from '../features';
import { hearEvaluation } from './evaluations-store';
import { exported } from './exported';
import { gpuMemory, setGpuMemory } from './gpu-memory-store';
import { lab } from './lab-client';
import { openedInWords, openLinkedRun } from './linked-run';
import { isEmbedded, runInLink } from './links';
import { dismissNotice, notify } from './notices-store';
import { fetchRecordedRun, recordedRunBytes } from './recorded-run';
import { currentRoute, navigate } from './route';
import type { RunView } from './run-view';
import { emptyBin, keepRuns, refreshRuns, runsStore, runToResume } from './runs-store';
import {
  choosePreset,
  configFrom,
  copySetup,
  type ForkChoice,
  quickPreset,
  setFork,
  setKnob,
  setStart,
  setupStore,
  teamOf,
} from './setup-store';
import { storage } from './storage-client';
import { addFault, afterEvent, orFault, shownRun, trainerStore } from './trainer-store';
import { hearWhatIf } from './what-if-store';
import { drawn } from './when-idle';
import { environmentById } from './worlds';

/** Events of a run whose id the page does not know yet: `start` answers after the first of them. */
let early: TrainerEvent[] = [];
/** A run that is being read, to be followed. */
let following: string | undefined;

/** Looks for the GPU, tests its gradients once, reads the list of runs, opens what the address brings along. */
export async function openPage(): Promise<void> {
  const linked = openLinkedRun();
  if (isEmbedded()) return openFrame(linked);
  // What storage cannot do is said by the list of runs.
  void emptyBin()
    .then(refreshRuns)
    .then(offerToResume)
    .catch(() => undefined);
  const now = 'Reload the page; if it stays, try a current Chrome or Firefox.';
  const adapter = await orFault({ kind: 'lab', what: 'The lab did not start.', now }, async () => {
    await lab().listen(hear);
    return lab().probe();
  });
  if (!adapter) return;
  if (adapter.available && adapter.software) beginQuickly();
  trainerStore.setState({ adapter });
  // Whatever else is asked of the lab makes it fetch its trainer: that comes after what can be seen.
  await drawn();
  if (gpuMemory.now() !== 'usual') await setGpuMemory(gpuMemory.now());
  trainerStore.setState({ drawn: true });
  for (const { begin } of pageFeatures()) begin?.();
  if (adapter.available) await testGradients();
  await linked;
}

/** Takes the quick preset where nothing was chosen yet: neither here nor by the page's address. */
export function beginQuickly(): void {
  const route = currentRoute();
  const linked = route.screen === 'lab' && route.setup !== undefined;
  if (!linked && setupStore.getState() === setupStore.getInitialState()) choosePreset(quickPreset);
}

/** In a frame of another page: what the address names, or the recorded run. Nothing is trained there. */
async function openFrame(linked: Promise<void>): Promise<void> {
  await Promise.all([linked, refreshRuns()]);
  if (runInLink(window.location) !== undefined) return;
  const now = 'Open the page itself: there the boards under Play still work.';
  await orFault({ kind: 'lab', what: 'The recorded run could not be opened.', now }, fetchRecordedRun);
  await refreshRuns();
}

export async function testGradients(): Promise<void> {
  trainerStore.setState({ selfTest: { kind: 'running' } });
  try {
    trainerStore.setState({
      selfTest: { kind: 'done', report: await lab().selfTest(configFrom(setupStore.getState()).model) },
    });
  } catch (fault) {
    trainerStore.setState({ selfTest: { kind: 'failed', reason: reasonOf(fault) } });
  }
}

export function hear(event: TrainerEvent): void {
  if (event.kind === 'feature') {
    tellFeature(event.feature, event.news);
    return;
  }
  if (hearEvaluation(event, performance.now()) || hearWhatIf(event)) return;
  const state = trainerStore.getState();
  const isEarly = (runId: string) => runId !== state.live?.id && (state.wish !== undefined || runId === following);
  if ('runId' in event && event.runId !== undefined && isEarly(event.runId)) {
    early.push(event);
    return;
  }
  trainerStore.setState(afterEvent(state, event));
  if (event.kind === 'status' && event.status !== 'running') {
    if (state.wish === 'pausing') trainerStore.setState({ wish: undefined });
    void refreshRuns();
  }
}

/** Starts a run with the setup as it stands. */
export async function train(extent?: Extent): Promise<void> {
  const setup = setupStore.getState();
  const config = configFrom(setup);
  const name = setup.fork ? forkName(setup.fork) : nameFor(config);
  await withWish('starting', async () => {
    const id = await lab().start(config, name, extent);
    const kept = config.fork && (await (await storage()).run(id)); // with the steps before the fork
    const { step, reports } = kept ?? { step: 0, reports: [] };
    adopt({ id, name, config, status: 'running', step, reports, recorded: false });
  });
  void keepRuns().then(refreshRuns);
}

/** Goes on with a run where it stopped. */
export async function resume(runId: string, extent?: Extent): Promise<void> {
  const { live, opened } = trainerStore.getState();
  await withWish('resuming', async () => {
    const view = live?.id === runId ? live : opened?.id === runId ? opened : await (await storage()).run(runId);
    if (!view) throw new Error(`the run ${runId} is no longer in this browser's storage`);
    if ((await runsElsewhere()).includes(runId)) throw new Error('it is training in another tab');
    await lab().resume(runId, extent);
    adopt({ ...view, status: 'running', reason: undefined, cutOff: false });
  });
  void refreshRuns();
}

/** Has a run in the Lab that the trainer began on its own, for a study; one that is opened stays in front of it. */
export async function followRun(runId: string): Promise<void> {
  const { live } = trainerStore.getState();
  if (following === runId || (live?.id === runId && live.status === 'running')) return;
  following = runId;
  try {
    const view = await (await storage()).run(runId);
    const { opened } = trainerStore.getState();
    if (view && following === runId) adopt({ ...view, status: 'running', reason: undefined, cutOff: false }, opened);
    await refreshRuns();
  } catch {
    // it trains all the same, and is read again with the next news of it
  } finally {
    following = undefined;
  }
}

/** Trains one step and pauses: of the run that stands in the Lab, or of a new one. */
export async function stepOnce(): Promise<void> {
  const run = shownRun(trainerStore.getState());
  await (run ? resume(run.id, 'one step') : train('one step'));
}

export async function pause(): Promise<void> {
  trainerStore.setState({ wish: 'pausing' });
  const now = 'Closing the tab is safe: it resumes from its last checkpoint.';
  await orFault({ kind: 'lab', what: 'The run could not be paused.', now }, () => lab().pause());
  trainerStore.setState((state) => (state.wish === 'pausing' ? { wish: undefined } : {}));
}

/** Puts a stopped run away: the Lab stands ready for a new one. */
export function putAway(): void {
  clearBench();
  if (currentRoute().screen === 'lab') navigate({ screen: 'lab' });
}

/** The same where the address stays. */
export function clearBench(): void {
  trainerStore.setState((state) => ({
    opened: undefined,
    ...(state.live?.status === 'running' ? {} : { live: undefined, boards: [], stage: undefined }),
  }));
}

/** Shows a kept run in the Lab, to be looked at. */
export async function openRun(runId: string): Promise<void> {
  const { live, opened } = trainerStore.getState();
  if (opened?.id === runId) return;
  if (live?.id === runId) {
    trainerStore.setState({ opened: undefined });
    return;
  }
  const now = 'Try again; if it stays, delete the run under Runs.';
  await orFault({ kind: 'storage', what: 'The run could not be read.', now }, async () => {
    const view = (await (await storage()).run(runId)) ?? (await recordedAs(runId));
    if (view) trainerStore.setState({ opened: view });
    else notify({ text: 'There is no such run in this browser’s storage.' });
  });
}

/** The run that ships with the page, where it is the one that is asked for. */
async function recordedAs(runId: string): Promise<RunView | undefined> {
  const recorded = await fetchRecordedRun().catch(() => undefined);
  return recorded?.view.id === runId ? recorded.view : undefined;
}

/** Takes a run's configuration as the setup of the next. */
export function duplicate(config: RunConfig): void {
  copySetup(config);
  putAway();
  navigate({ screen: 'lab' });
  notify({ text: 'Its settings are in Setup now. Train starts a new run with them.' });
}

/** Takes a run's configuration as the setup of one that goes on from its checkpoint of `step`. */
export async function forkRun({ id, name, config: parent }: RunView, step: number): Promise<void> {
  const said = { kind: 'lab', what: 'The run cannot be forked.', now: 'Fork another step of it.' } as const;
  const forks = await orFault(said, () => lab().forks(id));
  const fork = forks?.find((one) => one.step === step);
  if (!fork) return;
  copySetup(parent);
  setFork({ fork, parent, name });
  if (parent.settings.steps <= step) setKnob('steps', step + parent.settings.steps);
  putAway();
  navigate({ screen: 'lab' });
  notify({ text: `Setup is as in “${name}”. Change what it learns with: Train goes on from step ${step}.` });
}

/** "Sokoban #3, from step 40" */
function forkName({ name, fork: { run, step } }: ForkChoice): string {
  return `${name ?? runsStore.getState().runs.find(({ view }) => view.id === run)?.view.name ?? run}, from step ${step}`;
}

export async function exportAdapter(run: RunView, role: string): Promise<void> {
  await exportRun(run, { format: 'adapter', role });
}

/** Puts the run, in one of its forms, into the downloads. */
export async function exportRun(run: RunView, request: ExportRequest = { format: 'run' }): Promise<void> {
  if (run.recorded) {
    await exported(async () => ({ fileName: 'recorded-run.json', bytes: await recordedRunBytes() }));
    return;
  }
  await exported(() => lab().exportRun(run.id, request));
}

/** Takes in a run from a file, and offers to show it. */
export async function openRunFile(file: File): Promise<void> {
  const what = 'The run could not be opened.';
  trainerStore.setState((state) => ({ faults: state.faults.filter((fault) => fault.what !== what) }));
  const opening = notify({ text: `Opening ${file.name} …` });
  try {
    if (!/\.zip$/i.test(file.name))
      throw new Error(
        `${file.name} is no .zip: a run’s file is called NAME.grove.zip. Models are loaded in the Lab’s setup`,
      );
    const opened = await lab().openRun(file);
    await refreshRuns();
    const show = { label: 'Show', run: () => navigate({ screen: 'lab', runId: opened.id }) };
    notify({ text: openedInWords(opened), action: show }, { ms: 12_000 });
  } catch (fault) {
    const reason = reasonOf(fault);
    const why = reason.startsWith(file.name) ? `the file ${reason}` : reason; // a file's name keeps its small letters
    addFault({ kind: 'file', what, why, now: 'Nothing was stored.' });
  } finally {
    dismissNotice(opening);
  }
}

/** Lets a policy of the next run begin with what another run reports for one of its own. */
export async function startPolicyFrom(policy: string, runId: string, theirs: string): Promise<void> {
  const said = { kind: 'lab', what: 'The run cannot be started from.', now: 'Choose another one.' } as const;
  await orFault(said, async () => setStart(policy, await lab().policyStart(runId, theirs)));
}

/** Runs as one table. */
export async function exportResults(runIds: readonly string[], format: 'csv' | 'markdown'): Promise<void> {
  await exported(() => lab().exportResults(runIds, format));
}

/** The run that closing the page cut off stands in the Lab again, with Resume as the thing to do. */
async function offerToResume(): Promise<void> {
  if (runsStore.getState().elsewhere.length > 0) {
    // After a reload the browser may not have let go of the old page's lock yet.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await refreshRuns();
  }
  const found = runToResume(runsStore.getState());
  if (!found || namesSetup()) return;
  const view = await (await storage()).run(found.view.id);
  const { live, wish } = trainerStore.getState();
  if (view && !live && !wish)
    trainerStore.setState({ live: { ...view, status: 'paused', cutOff: view.status === 'running' } });
}

/** Whether the address says what the next run is to be: then that stands in the Lab, and no earlier run. */
function namesSetup(): boolean {
  const route = currentRoute();
  return route.screen === 'lab' && route.setup !== undefined;
}

function adopt(live: RunView, opened?: RunView): void {
  const heard = early.filter((event) => 'runId' in event && event.runId === live.id);
  early = [];
  void claimedHere(live.id).catch(() => undefined);
  const ready = {
    ...trainerStore.getState(),
    live,
    opened,
    boards: [],
    stage: undefined,
    waiting: undefined,
    wish: undefined,
  };
  trainerStore.setState(heard.reduce(afterEvent, ready), true);
}

async function withWish(wish: 'starting' | 'resuming', act: () => Promise<void>): Promise<void> {
  if (trainerStore.getState().wish) return;
  early = [];
  trainerStore.setState((state) => ({
    wish,
    faults: state.faults.filter(({ kind }) => kind !== 'run' && kind !== 'lab'),
  }));
  const what = wish === 'starting' ? 'The run could not be started.' : 'The run could not be resumed.';
  const now = 'Try again; if it stays, reload the page. Nothing that was saved is lost.';
  await orFault({ kind: 'lab', what, now }, act);
  trainerStore.setState({ wish: undefined });
}

/** "Sokoban #3"; of a world or team beside the preset's, that one's name. */
export function nameFor(config: RunConfig): string {
  const { name: preset, config: own } = presetById(config.preset);
  const { environment } = firstWorld(config);
  const isUsual = environment === firstWorld(own).environment;
  const world = isUsual ? preset : environmentById(environment, config.definitions).card.name;
  const name = config.team === own.team ? world : `${world}, ${teamOf(config).name}`;
  const same = runsStore.getState().runs.filter(({ view }) => view.name.replace(/ #\d+$/, '') === name).length;
  return `${name} #${same + 1}`;
}
