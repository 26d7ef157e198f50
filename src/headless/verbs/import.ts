// `lab import`: a run that was exported as a bundle becomes a run's folder, to be evaluated, exported or gone on with.
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type OpenedBundle, openBundle } from '../../export/run-bundle';
import { checkpointBytes } from '../../files/formats/checkpoint-file';
import { unpackJson } from '../../files/storage/packing';
import { checkpointSlots } from '../../files/storage/schema';
import { UsageError } from '../arguments';
import { runFolderFiles } from '../folder-run-store';
import { wholeFolder } from '../new-folder';
import type { Verb } from '../verb';
import { writeWhole } from '../whole-file';

export const importing: Verb = {
  name: 'import',
  meaning: "makes a run's folder of a bundle that Grove exported",
  flags: {
    bundle: { value: 'FILE.zip', meaning: 'as "Whole run" or --format bundle writes it', required: true },
    out: { value: 'FOLDER', meaning: 'a new folder', required: true },
  },
  run: async ({ flags, say }) => {
    const file = flags.needed('bundle');
    const out = flags.needed('out');
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) throw new UsageError(`there is no file ${file}: --bundle names a run that Grove exported`);
    const opened = await openBundle(new Uint8Array(await readFile(file)), basename(file));
    await wholeFolder(out, (folder) => writeRun(folder, opened));
    const { run, trees } = opened;
    say(`${out}: "${run.name}", ${run.step} steps, ${trees.length} trees`);
    return { folder: out, id: run.id, name: run.name, steps: run.step, trees: trees.length };
  },
};

async function writeRun(folder: string, { run, reports, checkpoints, trees }: OpenedBundle): Promise<void> {
  const at = (name: string) => join(folder, name);
  await writeWhole(at(runFolderFiles.run), `${JSON.stringify({ ...run, changedAt: Date.now() }, undefined, 1)}\n`);
  await writeWhole(at(runFolderFiles.reports), reports.map((report) => `${JSON.stringify(report)}\n`).join(''));
  for (const slot of checkpointSlots) {
    const checkpoint = checkpoints[slot];
    if (checkpoint) await writeWhole(at(runFolderFiles[slot]), checkpointBytes(checkpoint));
  }
  for (const { step, gzip } of trees) {
    const tree = await unpackJson({ bytes: gzip.buffer, compressed: true });
    await writeWhole(at(runFolderFiles.tree(step)), JSON.stringify(tree));
  }
}
