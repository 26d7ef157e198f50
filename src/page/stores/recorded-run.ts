// The run that ships with the page (public/recorded-run.json): what a visitor sees before there is a run of their own.
// The file and its reader are fetched when they are needed; which of its steps is looked at is kept here.

import { create } from 'zustand';
import { once } from '../../basics/once';
import { presets } from '../../learning/config/presets';
import { completed, type StoredConfig } from '../../learning/config/stored';
import { withTermNames } from '../../learning/rollouts/stored-terms';
import type { StepTree, WorldRecord } from '../../learning/rollouts/transcript';
import type { RunView } from './run-view';

export interface RecordedRun {
  readonly view: RunView;
  readonly trees: readonly StepTree[];
  /** The same test problems played by the untrained and the trained team, where the file has them. */
  readonly plays?: readonly RecordedPlay[];
}

export interface RecordedPlay {
  readonly seed: number;
  /** After which the trained team was as it played. */
  readonly step: number;
  readonly untrained: WorldRecord;
  readonly trained: WorldRecord;
}

const fileName = 'recorded-run.json';

interface RecordedState {
  /** Once it has been fetched. */
  readonly run?: RecordedRun | undefined;
  /** It could not be. */
  readonly missing?: boolean;
  /** The step that is looked at in the Lab; the first one until another is chosen. */
  readonly step?: number | undefined;
}

const recordedStore = create<RecordedState>()(() => ({}));

/** The recorded run, once it has been fetched. */
export function recordedRun(): RecordedRun | undefined {
  return recordedStore.getState().run;
}

export const useRecordedState = recordedStore;

export function keepRecordedRun(run: RecordedRun | undefined): void {
  recordedStore.setState({ run }, true);
}

export function lookAtStep(step: number): void {
  recordedStore.setState({ step });
}

/** The steps whose trees are recorded, ascending. */
export function recordedSteps({ trees }: Pick<RecordedRun, 'trees'>): readonly number[] {
  return trees.map(({ step }) => step).sort((a, b) => a - b);
}

/** After which steps a game of this problem is there, ascending. */
export function stepsPlayed({ plays = [] }: Pick<RecordedRun, 'plays'>, seed: number): readonly number[] {
  return plays.flatMap((play) => (play.seed === seed ? [play.step] : [])).sort((a, b) => a - b);
}

/** The game of a problem by the team as it was after `step`, where that was recorded; else as it was last. */
export function recordedPlay({ plays = [] }: Pick<RecordedRun, 'plays'>, seed: number, step?: number) {
  const own = plays.filter((play) => play.seed === seed);
  return own.find((play) => play.step === step) ?? own.sort((a, b) => a.step - b.step).at(-1);
}

export async function recordedRunBytes(): Promise<Uint8Array> {
  const response = await fetch(`./${fileName}`);
  if (!response.ok) throw new Error(`the file ${fileName} could not be fetched (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Throws when the file is missing or is no recorded run. */
export async function fetchRecordedRun(): Promise<RecordedRun> {
  try {
    return recordedRun() ?? (await fetched());
  } catch (fault) {
    if (!recordedRun()) recordedStore.setState({ missing: true });
    throw fault;
  }
}

/** Two who ask at once share the answer. */
const fetched = once(async () => {
  const run = await readRecorded(await recordedRunBytes());
  keepRecordedRun(run);
  return run;
});

/** Shows the recorded run of a file in place of the one that ships with the page, until that is loaded again. */
export async function openRecordedRun(file: File): Promise<RunView> {
  const run = await readRecorded(new Uint8Array(await file.arrayBuffer()), file.name);
  keepRecordedRun(run);
  return run.view;
}

/** Throws where these bytes are no recorded run. */
export async function readRecorded(bytes: Uint8Array, name = fileName): Promise<RecordedRun> {
  const { readRecordedRun } = await import('../../files/formats/run-json');
  const { run, trees, plays } = readRecordedRun(bytes, name);
  const { id, name: given, status, reason, steps, evaluations } = run;
  const config = completed(run.config as unknown as StoredConfig); // the format looks at no more than it needs
  const named = (world: WorldRecord) => withTermNames(world, config);
  const { name: preset = given } = presets.find((one) => one.id === config.preset) ?? {};
  const view: RunView = {
    id,
    name: `Recorded: ${preset}, seed ${config.settings.seed}`,
    status,
    reason,
    config,
    step: steps.at(-1)?.step ?? 0,
    reports: steps,
    ...evaluations,
    recorded: true,
  };
  return {
    view,
    trees: trees.map((tree) => ({ ...tree, worlds: tree.worlds.map(named) })),
    plays: plays?.flatMap(({ seed, step = view.step, trained }) => {
      const untrained = plays.find((play) => play.seed === seed && play.untrained)?.untrained;
      return untrained ? [{ seed, step, untrained: named(untrained), trained: named(trained) }] : [];
    }),
  };
}
