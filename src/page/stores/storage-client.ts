// What the page reads and changes in storage, and the one door to it. main.tsx hands in the real one
// (browser-storage.ts), tests one of their own. Trees are fetched one step at a time: a run's trees are far bigger than
// all the rest.

import type { StoredProblemSet } from '../../files/storage/schema';
import type { Evaluation, StepTree } from '../../learning/rollouts/transcript';
import type { AskedEvaluation } from '../../run/trainer-api';
import { door } from './door';
import type { RunView } from './run-view';

/** A run as a row of the list: without its reports. */
export interface RunSummary {
  readonly view: RunView;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Spent training. */
  readonly seconds: number;
  readonly bytes: number;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly notes?: string;
  /** The last success on validation problems. */
  readonly validation?: Evaluation;
}

export interface StorageUsage {
  readonly treeBytes: number;
  readonly treeBudget: number;
  /** Of this page altogether, where the browser tells. */
  readonly usedBytes?: number;
  readonly quotaBytes?: number;
}

export interface PageStorage {
  /** Newest first. */
  runs(): Promise<readonly RunSummary[]>;
  /** With its reports. Undefined when it was deleted. */
  run(id: string): Promise<RunView | undefined>;
  /** Steps of the run whose checkpoints are kept, ascending. */
  keptSteps(id: string): Promise<readonly number[]>;
  rename(id: string, name: string): Promise<void>;
  tag(id: string, tags: readonly string[]): Promise<void>;
  setNotes(id: string, notes: string): Promise<void>;
  /** Those that a person asked for of the run, in order. */
  evaluations(id: string): Promise<readonly AskedEvaluation[]>;
  /** Adds one, in its place in time; resolves with all. */
  keepEvaluation(id: string, asked: AskedEvaluation): Promise<readonly AskedEvaluation[]>;
  /** Deletes the one of that time, for good; resolves with the others. */
  removeEvaluation(id: string, at: number): Promise<readonly AskedEvaluation[]>;
  /** Steps whose trees are kept, ascending. */
  treeSteps(runId: string): Promise<readonly number[]>;
  tree(runId: string, step: number): Promise<StepTree | undefined>;
  /** Into the bin. */
  remove(id: string): Promise<void>;
  /** Out of the bin. */
  restore(id: string): Promise<void>;
  /** Empties the bin for good of what lies there longer than `olderThanMs`. */
  purge(olderThanMs: number): Promise<void>;
  /** What the person keeps under a name in this browser; undefined when there is nothing. */
  setting(name: string): Promise<unknown>;
  setSetting(name: string, value: unknown): Promise<void>;
  usage(): Promise<StorageUsage>;
  /** Sets of problems that were imported, the newest first. */
  problemSets(): Promise<readonly StoredProblemSet[]>;
  /** The problems of the set with this hash; undefined when they are not kept. */
  problems(hash: string): Promise<readonly unknown[] | undefined>;
  /** Into the bin. */
  removeProblems(hash: string): Promise<void>;
  /** Out of the bin. Rejects where another set has its name by now. */
  restoreProblems(hash: string): Promise<void>;
  studies(): Promise<readonly { readonly id: string }[]>;
  /** Forgets the record; its runs stay. */
  removeStudy(id: string): Promise<void>;
  /** Asks the browser not to throw the runs away by itself; only a page may ask. */
  persist(): Promise<void>;
}

export const { provide: provideStorage, open: storage } = door<PageStorage>(
  'the page has no storage: call provideStorage first',
);
