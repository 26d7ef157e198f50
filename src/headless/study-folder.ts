// A study in a folder on disk: study.json, table.md, table.csv, and under runs/ a folder for each run, named by what describes it (R2).
// Studies whose runs lie in the same folder have the runs in common that both need.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFile, jsonObjectFrom } from '../files/formats/format-error';
import type { StudyWorkParts } from '../lab/studies/study-work';
import type { StudyRecord } from '../learning/studies/study';
import { type FolderShelf, folderShelf } from './folder-shelf';
import { readIfThere, writeWhole } from './whole-file';

export interface StudyFolder {
  /** Undefined where no study lies here. Throws a FormatError when study.json is none. */
  read(): Promise<StudyRecord | undefined>;
  write(record: StudyRecord): Promise<void>;
  writeText(name: string, text: string): Promise<void>;
  shelfFor: StudyWorkParts['shelfFor'];
  /** Writes what the runs' shelves hold in memory. */
  close(): Promise<void>;
  isEmpty(): Promise<boolean>;
}

const nameLength = 16;

export function studyFolder(folder: string, runs = join(folder, 'runs')): StudyFolder {
  const path = join(folder, 'study.json');
  const shelves = new Map<string, FolderShelf>();
  return {
    read: async () => {
      const bytes = await readIfThere(path);
      if (!bytes) return undefined;
      const found = jsonObjectFrom(bytes, path);
      checkFile(Array.isArray(found['cells']) && typeof found['wishes'] === 'object', path, 'is no study of the headless lab');
      return found as unknown as StudyRecord;
    },
    write: (record) => writeWhole(path, `${JSON.stringify(record, undefined, 1)}\n`),
    writeText: (name, text) => writeWhole(join(folder, name), text),
    shelfFor: async (identity) => {
      const shelf = shelves.get(identity) ?? folderShelf(join(runs, identity.slice(0, nameLength)));
      shelves.set(identity, shelf);
      const id = await shelf.runId().catch(() => undefined);
      const run = id === undefined ? undefined : await shelf.runs.get(id);
      return run ? { shelf, run } : { shelf };
    },
    close: async () => {
      for (const shelf of shelves.values()) await shelf.close();
    },
    isEmpty: async () => (await readdir(folder).catch((): string[] => [])).length === 0,
  };
}
