// One run in a folder on disk, as the lab's run store: run.json · metrics.jsonl · checkpoint.safetensors ·
// best.safetensors · trees/. Of the trees only those of the first and the last few steps stay, and of the checkpoints
// the best and the last, unless all are asked for; the last trees lie in memory until `close`, since writing them is
// slow.
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { check, present } from '../basics/check';
import { checkpointBytes, checkpointFrom } from '../files/formats/checkpoint-file';
import { checkFile, jsonObjectFrom } from '../files/formats/format-error';
import { reportOfToday } from '../files/formats/report-of-today';
import type { Checkpoint, CheckpointSlot } from '../files/storage/schema';
import { completed } from '../learning/config/stored';
import type { StepTree } from '../learning/rollouts/transcript';
import type { StepReport } from '../learning/training/report';
import type { LabRun, RunStore } from '../run/run-store';
import { readIfThere, writeWhole } from './whole-file';

export interface FolderRunStore extends RunStore {
  readonly folder: string;
  /** The id of the run that lies here. Throws when there is none. */
  runId(): Promise<string>;
  /** Of a step whose checkpoint stayed. */
  checkpointAfter(step: number): Promise<Checkpoint | undefined>;
  /** Writes what lies in memory. */
  close(): Promise<void>;
}

const keptTrees = 3;

/** Where what lies in a run's folder. */
export const runFolderFiles = {
  run: 'run.json',
  reports: 'metrics.jsonl',
  current: 'checkpoint.safetensors',
  best: 'best.safetensors',
  start: 'start.safetensors',
  tree: (step: number) => `trees/step-${numbered(step)}.json`,
  checkpoint: (step: number) => `checkpoints/step-${numbered(step)}.safetensors`,
} as const;

/** `everyStep`: every tree, about 1 MB, and every checkpoint stays. */
export function folderRunStore(folder: string, { everyStep = false } = {}): FolderRunStore {
  const at = (...names: string[]) => join(folder, ...names);
  const checkpointPath = (slot: CheckpointSlot = 'current') => at(runFolderFiles[slot]);
  const treePath = (step: number) => at(runFolderFiles.tree(step));
  const lastTrees = new Map<number, StepTree>();
  let run: LabRun | undefined;
  let reports: StepReport[] | undefined;

  const stored = async (): Promise<LabRun> =>
    present(await read(), `${folder} holds no run: expected a run.json in it`);
  const read = async (): Promise<LabRun | undefined> => {
    if (run) return run;
    const bytes = await readIfThere(at(runFolderFiles.run));
    if (!bytes) return undefined;
    const found = jsonObjectFrom(bytes, at(runFolderFiles.run));
    checkFile(
      typeof found['id'] === 'string' && typeof found['config'] === 'object',
      at(runFolderFiles.run),
      'is no run of the headless lab',
    );
    const stored = found as unknown as LabRun;
    run = { ...stored, config: completed(stored.config) };
    return run;
  };
  const write = async (changed: LabRun): Promise<LabRun> => {
    await writeWhole(at(runFolderFiles.run), `${JSON.stringify(changed, undefined, 1)}\n`);
    run = changed;
    return changed;
  };
  const list = async (): Promise<StepReport[]> => {
    reports ??= linesOf(await readIfThere(at(runFolderFiles.reports)), at(runFolderFiles.reports));
    return reports;
  };
  const treeSteps = async (): Promise<number[]> => {
    const names = await readdir(at('trees')).catch((): string[] => []);
    const written = names.flatMap((name) => /^step-(\d+)\.json$/.exec(name)?.[1] ?? []).map(Number);
    return [...new Set([...written, ...lastTrees.keys()])].sort((a, b) => a - b);
  };

  return {
    folder,
    runId: async () => (await stored()).id,
    runs: {
      create: async (given) => {
        check(!(await read()), `${folder} holds a run already`);
        const time = Date.now();
        await mkdir(folder, { recursive: true });
        return write({
          id: `run-${time.toString(36)}`,
          status: 'ready',
          step: 0,
          seconds: 0,
          ...given,
          createdAt: time,
          changedAt: time,
        });
      },
      get: async (id) => {
        const found = await read();
        return found?.id === id ? found : undefined;
      },
      update: async (_id, change) =>
        write(JSON.parse(JSON.stringify({ ...(await stored()), ...change, changedAt: Date.now() })) as LabRun),
      rewind: async (_id, step) => {
        reports = (await list()).filter((report) => report.step <= step);
        // Always anew: a crash may have left half a line at the end.
        if (await readIfThere(at(runFolderFiles.reports)))
          await writeWhole(at(runFolderFiles.reports), reports.map(lineOf).join(''));
        for (const later of (await treeSteps()).filter((each) => each > step)) {
          lastTrees.delete(later);
          await rm(treePath(later), { force: true });
        }
        const { latest: _latest, ...rest } = await stored();
        const latest = reports.at(-1);
        return write({
          ...rest,
          step: Math.min(rest.step, step),
          ...(latest ? { latest } : {}),
          changedAt: Date.now(),
        });
      },
    },
    metrics: {
      append: async (_id, report) => {
        await appendFile(at(runFolderFiles.reports), lineOf(report));
        if (reports) reports = [...reports.filter((known) => known.step < report.step), report];
        await write({ ...(await stored()), step: report.step, latest: report, changedAt: Date.now() });
      },
      list: async () => [...(await list())],
    },
    checkpoints: {
      replace: async (_id, checkpoint, slot) => {
        const bytes = checkpointBytes(checkpoint);
        if (everyStep) await writeWhole(at(runFolderFiles.checkpoint(checkpoint.step)), bytes);
        await writeWhole(checkpointPath(slot), bytes);
      },
      load: (_id, slot) => readCheckpoint(checkpointPath(slot)),
    },
    checkpointAfter: (step) => readCheckpoint(at(runFolderFiles.checkpoint(step))),
    trees: {
      put: async (_id, tree) => {
        if (everyStep || tree.step <= keptTrees) return writeWhole(treePath(tree.step), JSON.stringify(tree));
        lastTrees.set(tree.step, tree);
        for (const old of [...lastTrees.keys()].sort((a, b) => a - b).slice(0, -keptTrees)) lastTrees.delete(old);
      },
      get: async (_id, step) => {
        const bytes = await readIfThere(treePath(step));
        return lastTrees.get(step) ?? (bytes && (jsonObjectFrom(bytes, treePath(step)) as unknown as StepTree));
      },
      steps: treeSteps,
    },
    close: async () => {
      const kept = [...lastTrees.keys()].sort((a, b) => a - b);
      const first = kept[0];
      if (first === undefined) return;
      for (const old of (await treeSteps()).filter((step) => step > keptTrees && step < first))
        await rm(treePath(old), { force: true });
      for (const step of kept) await writeWhole(treePath(step), JSON.stringify(lastTrees.get(step)));
      lastTrees.clear();
    },
  };
}

/** As part of a file's name, in the order of the steps. */
function numbered(step: number): string {
  return String(step).padStart(4, '0');
}

async function readCheckpoint(path: string) {
  const bytes = await readIfThere(path);
  return bytes && checkpointFrom(bytes, path);
}

function lineOf(report: StepReport): string {
  return `${JSON.stringify(report)}\n`;
}

/** A last line that was cut off in a crash is forgotten; so are reports that a later one of the same step replaced. */
function linesOf(bytes: Uint8Array | undefined, fileName: string): StepReport[] {
  if (!bytes) return [];
  const lines = new TextDecoder().decode(bytes).split('\n');
  const whole = lines.slice(0, -1).filter((line) => line !== '');
  const byStep = new Map<number, StepReport>();
  whole.forEach((line, index) => {
    let report: StepReport;
    try {
      report = reportOfToday(JSON.parse(line) as StepReport);
    } catch {
      checkFile(index === whole.length - 1, fileName, `line ${index + 1} is not JSON`);
      return;
    }
    byStep.set(report.step, report);
  });
  return [...byStep.values()].sort((a, b) => a.step - b.step);
}
