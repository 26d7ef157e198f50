// `lab hand-off`: a run as a folder with which another trainer goes on.
import { join } from 'node:path';
import { storedRun } from '../../../export/export';
import { UsageError } from '../../../headless/arguments';
import { type CliFeature, catalogueParts } from '../../../headless/cli-feature';
import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import { wholeFolder } from '../../../headless/new-folder';
import type { Verb } from '../../../headless/verb';
import { numbersOf } from '../../../headless/verbs/export';
import { writeWhole } from '../../../headless/whole-file';
import { handOffFolder } from '../worker/hand-off';
import { pythonFolder } from '../worker/python-folder';

const folders = { pettingllms: handOffFolder, python: pythonFolder } as const;

/** `offered`: what other features read a run's problems and worlds from. */
export const handOff = (offered: CliFeature): Verb => ({
  name: 'hand-off',
  meaning: 'writes a folder with which another trainer goes on with a run: PettingLLMs, or TRL, verl and prime-rl',
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    out: { value: 'FOLDER', meaning: 'a new folder', required: true },
    to: { value: 'NAME', meaning: 'pettingllms (default), or python: TRL, verl and prime-rl' },
    numbers: { value: 'TYPE', meaning: 'of the models in it: bf16 (default), f16 or f32' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, when the run names it otherwise' },
  },
  run: async ({ flags, progress, say }) => {
    const out = flags.needed('out');
    const to = flags.text('to') ?? 'pettingllms';
    if (!Object.hasOwn(folders, to)) throw new UsageError(`--to is pettingllms or python, got "${to}"`);
    const filesOf = folders[to as keyof typeof folders];
    const numbers = numbersOf(flags.text('numbers')) ?? 'bf16';
    const run = flags.needed('run');
    const runStore = folderRunStore(run);
    const runId = await runStore.runId();
    const { config } = await storedRun(runStore, runId);
    const names = await wholeFolder(out, async (folder) => {
      const base = await baseModelFromDisk(flags.text('model') ?? config.model, readingOn(progress));
      const files = await filesOf({ ...catalogueParts(offered, run), runStore, base, numbers }, runId);
      for (const { name, bytes } of files) await writeWhole(join(folder, name), bytes);
      return files.map(({ name }) => name);
    });
    progress.end();
    say(`${out}: ${names.length} files; begin with its README.md`);
    return { folder: out, files: names };
  },
});
