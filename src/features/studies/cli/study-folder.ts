// A study in a folder on disk: study.json, table.md, table.csv, and under runs/ a folder for each run, named by what
// describes it (R2). Studies whose runs lie in the same folder have the runs in common that both need. A study does one
// thing at a time, so one run is open at a time: what its run store holds in memory is written when the next one is
// asked for, and whenever the study is kept.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile, jsonObjectFrom } from '../../../files/formats/format-error';
import { type FolderRunStore, folderRunStore } from '../../../headless/folder-run-store';
import { readIfThere, writeWhole } from '../../../headless/whole-file';
import type { StudyRecord, StudyRow } from '../shared/study';
import { type ChosenRates, chosenIn } from '../shared/tuning';
import type { StudyWorkParts } from '../worker/study-work';

/** `drawn`: an untrained team's answers are drawn, so that each seed has a figure of its own. */
type RowOfFile = Omit<StudyRow, 'config'> & { readonly drawn?: true };

/** A study that can be read without the program that made it. */
export interface StudyFile extends StudyRecord {
  readonly rows?: readonly RowOfFile[];
  /** Versions of the program that worked on it, in order. */
  readonly commits?: readonly string[];
  /** SHA-256 of the rows' whole configurations: a preset that changes makes another study. */
  readonly configs?: string;
  /** Multiples of the rows' learning rates, where they were tuned. */
  readonly chosen?: ChosenRates;
}

export interface StudyFolder {
  /** Undefined where no study lies here. Throws a FormatError when study.json is none. */
  read(): Promise<StudyFile | undefined>;
  write(record: StudyRecord): Promise<void>;
  writeText(name: string, text: string): Promise<void>;
  runStoreFor: StudyWorkParts['runStoreFor'];
  /** Writes what the last run's run store holds in memory. */
  close(): Promise<void>;
  isEmpty(): Promise<boolean>;
}

const nameLength = 16;

export function studyFolder(folder: string, runs = join(folder, 'runs')): StudyFolder {
  const path = join(folder, 'study.json');
  let open: FolderRunStore | undefined;
  const close = async () => {
    const last = open;
    open = undefined;
    await last?.close();
  };
  return {
    read: async () => {
      const bytes = await readIfThere(path);
      if (!bytes) return undefined;
      const found = jsonObjectFrom(bytes, path);
      checkFile(
        Array.isArray(found['cells']) && typeof found['wishes'] === 'object',
        path,
        'is no study of the headless lab',
      );
      return found as unknown as StudyFile;
    },
    write: async (record) => {
      const chosen = chosenIn(record);
      await writeWhole(path, `${JSON.stringify({ ...record, ...(chosen ? { chosen } : {}) }, undefined, 1)}\n`);
      await close();
    },
    writeText: (name, text) => writeWhole(join(folder, name), text),
    runStoreFor: async (identity) => {
      await close();
      const runStore = folderRunStore(join(runs, identity.slice(0, nameLength)));
      open = runStore;
      const id = await runStore.runId().catch(() => undefined);
      const run = id === undefined ? undefined : await runStore.runs.get(id);
      return run ? { runStore, run } : { runStore };
    },
    close,
    isEmpty: async () => (await readdir(folder).catch((): string[] => [])).length === 0,
  };
}
