// `lab hand-off`: a run as a folder with which PettingLLMs goes on on a cluster.
import { join } from 'node:path';
import { storedRun } from '../../../export/export';
import { folderRunStore } from '../../../headless/folder-run-store';
import { baseModelFromDisk, readingOn } from '../../../headless/model-files';
import { wholeFolder } from '../../../headless/new-folder';
import type { Verb } from '../../../headless/verb';
import { numbersOf } from '../../../headless/verbs/export';
import { writeWhole } from '../../../headless/whole-file';
import { handOffFolder } from '../worker/hand-off';

export const handOff: Verb = {
  name: 'hand-off',
  meaning: 'writes a folder with which PettingLLMs continues a run on a cluster',
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    out: { value: 'FOLDER', meaning: 'a new folder', required: true },
    numbers: { value: 'TYPE', meaning: 'of the merged models: bf16 (default), f16 or f32' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, when the run names it otherwise' },
  },
  run: async ({ flags, progress, say }) => {
    const out = flags.needed('out');
    const numbers = numbersOf(flags.text('numbers')) ?? 'bf16';
    const runStore = folderRunStore(flags.needed('run'));
    const runId = await runStore.runId();
    const { config } = await storedRun(runStore, runId);
    const names = await wholeFolder(out, async (folder) => {
      const base = await baseModelFromDisk(flags.text('model') ?? config.model, readingOn(progress));
      const files = await handOffFolder({ runStore, base, numbers }, runId);
      for (const { name, bytes } of files) await writeWhole(join(folder, name), bytes);
      return files.map(({ name }) => name);
    });
    progress.end();
    say(`${out}: ${names.length} files; begin with its README.md`);
    return { folder: out, files: names };
  },
};
