// What a run's life needs of a storage: the browser's database (files/storage) fits it as it is, a folder on disk
// (headless/folder-run-store) is written to fit. It does not know how anything is kept.

import type { SelfTestReport } from '../contract/report';
import type { Checkpoints } from '../files/storage/checkpoints';
import type { ImportRun } from '../files/storage/import-run';
import type { Metrics } from '../files/storage/metrics';
import type { Runs } from '../files/storage/runs';
import type { StoredRun } from '../files/storage/schema';
import type { Studies } from '../files/storage/studies';
import type { RunConfig } from '../learning/config/run-config';
import type { Evaluation, StepTree } from '../learning/rollouts/transcript';
import type { ColdStartReport } from '../learning/training/cold-start';
import type { Refusal } from '../learning/training/mismatch-gate';
import type { StepReport } from '../learning/training/report';
import type { AskedEvaluation, References } from './trainer-api';

/** What the lab puts into the storage's open places. A type, not an interface: it has to fit an index signature. */
export type LabKinds = {
  config: RunConfig;
  report: StepReport;
  tree: StepTree;
  selfTest: SelfTestReport;
  references: References;
  evaluation: Evaluation;
  asked: AskedEvaluation;
  coldStart: ColdStartReport;
  refusal: Refusal;
  /** What the studies' feature keeps. */
  study: { readonly id: string };
};

export type LabRun = StoredRun<LabKinds>;

export interface RunStore {
  readonly runs: Pick<Runs<LabKinds>, 'create' | 'get' | 'update' | 'rewind'>;
  readonly metrics: Metrics<LabKinds>;
  readonly checkpoints: Pick<Checkpoints, 'replace' | 'load'>;
  readonly trees: {
    put(runId: string, tree: StepTree): Promise<unknown>;
    get(runId: string, step: number): Promise<StepTree | undefined>;
    /** Steps whose trees are kept, ascending. */
    steps(runId: string): Promise<number[]>;
  };
}

/** What a page asks of its run store beside that. */
export interface TrainerRunStore extends RunStore {
  readonly runs: RunStore['runs'] & Pick<Runs<LabKinds>, 'list'>;
  readonly studies: Studies<LabKinds>;
  readonly importRun: ImportRun<LabKinds>;
  setTreeBudget(bytes: number): Promise<void>;
}
