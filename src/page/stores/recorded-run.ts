// The run that ships with the page (public/recorded-run.json): what a visitor without a GPU looks at. The file and its
// reader are fetched when they are needed.

import { completed, type StoredConfig } from '../../learning/config/stored';
import { withTermNames } from '../../learning/rollouts/stored-terms';
import type { StepTree, WorldRecord } from '../../learning/rollouts/transcript';
import type { RunView } from './run-view';

export interface RecordedRun {
  readonly view: RunView;
  readonly trees: readonly StepTree[];
  /** The same test problems played by the untrained and the trained team, where the file has them. */
  readonly plays?: readonly { readonly seed: number; readonly untrained: WorldRecord; readonly trained: WorldRecord }[];
}

const fileName = 'recorded-run.json';
let kept: RecordedRun | undefined;

/** The recorded run, once it has been fetched. */
export function recordedRun(): RecordedRun | undefined {
  return kept;
}

export function keepRecordedRun(run: RecordedRun | undefined): void {
  kept = run;
}

export async function recordedRunBytes(): Promise<Uint8Array> {
  const response = await fetch(`./${fileName}`);
  if (!response.ok) throw new Error(`the file ${fileName} could not be fetched (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Throws when the file is missing or is no recorded run. */
export async function fetchRecordedRun(): Promise<RecordedRun> {
  if (kept) return kept;
  const [bytes, { readRecordedRun }] = await Promise.all([recordedRunBytes(), import('../../files/formats/run-json')]);
  const { run, trees, plays } = readRecordedRun(bytes, fileName);
  const { id, name, status, reason, steps, evaluations } = run;
  const config = completed(run.config as unknown as StoredConfig); // the format looks at no more than it needs
  const named = (world: WorldRecord) => withTermNames(world, config);
  const view: RunView = {
    id,
    name,
    status,
    reason,
    config,
    step: steps.at(-1)?.step ?? 0,
    reports: steps,
    ...evaluations,
    recorded: true,
  };
  kept = {
    view,
    trees: trees.map((tree) => ({ ...tree, worlds: tree.worlds.map(named) })),
    plays: plays?.map(({ seed, untrained, trained }) => ({
      seed,
      untrained: named(untrained),
      trained: named(trained),
    })),
  };
  return kept;
}
