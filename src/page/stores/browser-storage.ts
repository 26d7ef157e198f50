// files/storage as the page reads it: stored runs become RunViews. Whence: files/storage/storage.ts.
import type { StoredRun } from '../../files/storage/schema';
import { type GroveStorage, openStorage } from '../../files/storage/storage';
import { completed } from '../../learning/config/stored';
import { withTermNames } from '../../learning/rollouts/stored-terms';
import type { Evaluation } from '../../learning/rollouts/transcript';
import type { StepReport } from '../../learning/training/report';
import type { LabKinds } from '../../run/run-store';
import type { RunView } from './run-view';
import type { PageStorage } from './storage-client';
import { prepareWorldsOf } from './worlds';

/** The lab's worker enforces it and keeps a changed one (workers/page-run-store.ts). */
const budgetSetting = 'treeBudget';
/** Evaluations that are kept of a run, the newest. */
const mostAsked = 200;
const defaultTreeBudget = 500_000_000;

/** `closed` hears when the browser or another tab took the database away. */
export async function openPageStorage(closed: (message: string) => void): Promise<PageStorage> {
  const stored = await openStorage<LabKinds>({ onClosed: closed, onWaiting: closed });
  return pageStorage(stored);
}

export function pageStorage(stored: GroveStorage<LabKinds>): PageStorage {
  // Reading all reports of all runs at every step would be waste: what was found is kept until the run goes on.
  const found = new Map<string, { readonly step: number; readonly validation?: Evaluation }>();
  const lastValidation = async ({ id, step, after }: StoredRun<LabKinds>): Promise<Evaluation | undefined> => {
    if (after || step === 0) return undefined;
    const known = found.get(id);
    if (known?.step === step) return known.validation;
    const validation = (await stored.metrics.list(id)).findLast((report) => report.validation)?.validation;
    found.set(id, { step, validation });
    return validation;
  };
  return {
    runs: async () => {
      const runs = await stored.runs.list();
      await prepareWorldsOf(runs.map(({ config }) => config));
      return Promise.all(
        runs.map(async (run) => ({
          view: viewOf(run, []),
          createdAt: run.createdAt,
          seconds: run.seconds,
          bytes: await stored.runs.bytes(run.id),
          note: run.note,
          tags: run.tags,
          notes: run.notes,
          validation: await lastValidation(run),
        })),
      );
    },
    run: async (id) => {
      const run = await stored.runs.get(id);
      if (run) await prepareWorldsOf([run.config]);
      return run && viewOf(run, await stored.metrics.list(id));
    },
    keptSteps: async (id) => {
      const kept = await Promise.all((['best', 'current'] as const).map((slot) => stored.checkpoints.has(id, slot)));
      return [...new Set(kept.flatMap((pointer) => pointer?.step ?? []))].sort((a, b) => a - b);
    },
    rename: async (id, name) => {
      await stored.runs.update(id, { name });
    },
    tag: async (id, tags) => {
      await stored.runs.update(id, { tags });
    },
    setNotes: async (id, notes) => {
      await stored.runs.update(id, { notes: notes === '' ? undefined : notes });
    },
    evaluations: async (id) => (await stored.runs.get(id))?.asked ?? [],
    keepEvaluation: async (id, asked) => {
      const all = [...((await stored.runs.get(id))?.asked ?? []), asked].sort((one, other) => one.at - other.at);
      return (await stored.runs.update(id, { asked: all.slice(-mostAsked) })).asked ?? [];
    },
    removeEvaluation: async (id, at) => {
      const others = (await stored.runs.get(id))?.asked?.filter((one) => one.at !== at) ?? [];
      return (await stored.runs.update(id, { asked: others.length > 0 ? others : undefined })).asked ?? [];
    },
    treeSteps: (runId) => stored.trees.steps(runId),
    tree: async (runId, step) => {
      const [run, tree] = await Promise.all([stored.runs.get(runId), stored.trees.get(runId, step)]);
      return run && tree && { ...tree, worlds: tree.worlds.map((world) => withTermNames(world, run.config)) };
    },
    remove: (id) => stored.runs.remove(id),
    restore: async (id) => {
      await stored.runs.restore(id);
    },
    purge: async (olderThanMs) => {
      await Promise.all([stored.runs.purge(olderThanMs), stored.problemSets.purge(olderThanMs)]);
    },
    problemSets: () => stored.problemSets.list(),
    problems: (hash) => stored.problemSets.problems(hash),
    removeProblems: (hash) => stored.problemSets.remove(hash),
    restoreProblems: async (hash) => {
      await stored.problemSets.restore(hash);
    },
    studies: () => stored.studies.list(),
    removeStudy: (id) => stored.studies.remove(id),
    persist: async () => {
      await stored.persist();
    },
    setting: (name) => stored.settings.get(name),
    setSetting: (name, value) => stored.settings.set(name, value),
    usage: async () => {
      const [treeBytes, kept, all] = await Promise.all([
        stored.trees.totalBytes(),
        stored.settings.get(budgetSetting),
        stored.usage(),
      ]);
      return {
        treeBytes,
        treeBudget: typeof kept === 'number' ? kept : defaultTreeBudget,
        usedBytes: all?.usedBytes,
        quotaBytes: all?.quotaBytes,
      };
    },
  };
}

function viewOf(run: StoredRun<LabKinds>, reports: readonly StepReport[]): RunView {
  const { id, name, status, step, reason, references, testReferences, before, after } = run;
  const config = completed(run.config);
  return {
    id,
    name,
    config,
    status,
    step,
    reason,
    references,
    testReferences,
    before,
    after,
    reports,
    recorded: false,
  };
}
