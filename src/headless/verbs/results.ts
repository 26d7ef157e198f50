// `lab results`: runs as one table, for a spreadsheet or a document. A folder may be a run's, or one that holds runs,
// like a study's.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TableFormat, writeTable } from '../../basics/table';
import { resultsTable } from '../../export/results';
import type { LabRun } from '../../run/run-store';
import { UsageError } from '../arguments';
import { folderRunStore } from '../folder-run-store';
import type { Verb } from '../verb';
import { isMissing, writeWhole } from '../whole-file';

export const results: Verb = {
  name: 'results',
  meaning: 'puts runs into one table, as CSV or Markdown',
  flags: {
    runs: { value: 'FOLDER', meaning: 'a run, or a folder with runs in it', required: true, many: true },
    format: { value: 'FORMAT', meaning: 'markdown (default) or csv' },
    out: { value: 'FILE', meaning: 'where to write it; without it, on the screen' },
  },
  run: async ({ flags, say }) => {
    const format = flags.text('format') ?? (flags.text('out')?.endsWith('.csv') ? 'csv' : 'markdown');
    if (format !== 'csv' && format !== 'markdown') throw new UsageError(`--format is csv or markdown, got "${format}"`);
    const folders = (await Promise.all(flags.all('runs').map((folder) => runsIn(folder, 2)))).flatMap(
      (found, index) => {
        if (found.length === 0)
          throw new UsageError(`there is no run in ${flags.all('runs')[index]}: expected a run.json in it, or below`);
        return found;
      },
    );
    const runs = await Promise.all(
      folders.map(async (folder) => {
        const runStore = folderRunStore(folder);
        const id = await runStore.runId();
        return { run: (await runStore.runs.get(id)) as LabRun, reports: await runStore.metrics.list(id) };
      }),
    );
    const table = resultsTable(runs);
    const out = flags.text('out');
    const text = writeTable(table, format satisfies TableFormat);
    if (out === undefined) say(text.trimEnd());
    else {
      await writeWhole(out, text);
      say(`${out}: ${runs.length} runs`);
    }
    return { ...table };
  },
};

/** Folders with a run.json, this one or some levels below it, in order of their names. */
async function runsIn(folder: string, levels: number): Promise<string[]> {
  const here = await stat(join(folder, 'run.json')).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (here) return [folder];
  if (levels === 0) return [];
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = inside.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  return (await Promise.all(folders.sort().map((below) => runsIn(below, levels - 1)))).flat();
}
