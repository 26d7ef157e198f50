// Storage in memory, for the harness.
import type { StepReport } from '../../learning/training/report';
import type { AskedEvaluation } from '../../run/trainer-api';
import type { PageStorage, RunSummary } from '../stores/storage-client';

export interface ScriptedStorage extends PageStorage {
  setTreeBudget(bytes: number): Promise<void>;
  put(run: RunSummary): void;
  append(id: string, report: StepReport): void;
}

export function scriptedStorage(
  first: readonly RunSummary[],
  keptStudies: readonly { readonly id: string }[] = [],
): ScriptedStorage {
  let studies = keptStudies;
  let kept: RunSummary[] = [...first];
  const bin = new Map<string, RunSummary>();
  const asked = new Map<string, readonly AskedEvaluation[]>();
  const settings = new Map<string, unknown>();
  let treeBudget = 500e6;
  const change = (id: string, edit: (run: RunSummary) => RunSummary) => {
    kept = kept.map((run) => (run.view.id === id ? edit(run) : run));
  };
  return {
    put: (run) => {
      kept = [run, ...kept.filter((other) => other.view.id !== run.view.id)];
    },
    append: (id, report) =>
      change(id, (run) => ({
        ...run,
        view: { ...run.view, step: report.step, reports: [...run.view.reports, report] },
      })),
    runs: async () => [...kept].sort((a, b) => b.createdAt - a.createdAt),
    run: async (id) => kept.find((run) => run.view.id === id)?.view,
    keptSteps: async (id) => kept.flatMap(({ view }) => (view.id === id && view.step > 0 ? [view.step] : [])),
    rename: async (id, name) => change(id, (run) => ({ ...run, view: { ...run.view, name } })),
    tag: async (id, tags) => change(id, (run) => ({ ...run, tags })),
    setNotes: async (id, notes) => change(id, (run) => ({ ...run, notes })),
    evaluations: async (id) => asked.get(id) ?? [],
    keepEvaluation: async (id, evaluation) => {
      const all = [...(asked.get(id) ?? []), evaluation].sort((one, other) => one.at - other.at);
      asked.set(id, all);
      return all;
    },
    removeEvaluation: async (id, at) => {
      const others = (asked.get(id) ?? []).filter((one) => one.at !== at);
      asked.set(id, others);
      return others;
    },
    treeSteps: async () => [],
    tree: async () => undefined,
    remove: async (id) => {
      const run = kept.find((other) => other.view.id === id);
      if (run) bin.set(id, run);
      kept = kept.filter((other) => other.view.id !== id);
    },
    restore: async (id) => {
      const run = bin.get(id);
      if (run) kept = [...kept, run];
    },
    purge: async () => bin.clear(),
    problemSets: async () => [],
    problems: async () => undefined,
    removeProblems: async () => undefined,
    restoreProblems: async () => undefined,
    studies: async () => studies,
    removeStudy: async (id) => {
      studies = studies.filter((study) => study.id !== id);
    },
    persist: async () => undefined,
    setting: async (name) => settings.get(name),
    setSetting: async (name, value) => {
      settings.set(name, value);
    },
    usage: async () => ({
      treeBytes: kept.reduce((sum, run) => sum + run.bytes, 0),
      treeBudget,
      usedBytes: 143e6,
      quotaBytes: 10.4e9,
    }),
    setTreeBudget: async (budget) => {
      treeBudget = budget;
    },
  };
}
