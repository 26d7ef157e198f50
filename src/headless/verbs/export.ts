// `lab export`: a run's adapters as a zip of PEFT folders, or the run as one JSON document – by the ending of the file's name.
import { adaptersZip, adapterZip, runJson } from '../../lab/export';
import { UsageError } from '../arguments';
import { folderShelf } from '../folder-shelf';
import type { Verb } from '../verb';
import { writeWhole } from '../whole-file';

export const exporting: Verb = {
  name: 'export',
  meaning: "writes a run's adapters (FILE.zip) or the whole run (FILE.json)",
  flags: {
    run: { value: 'FOLDER', meaning: 'the run', required: true },
    out: { value: 'FILE', meaning: 'ends with .zip or .json', required: true },
    role: { value: 'ROLE', meaning: 'one adapter alone, its files at the top of the zip' },
  },
  run: async ({ flags, say }) => {
    const out = flags.needed('out');
    const role = flags.text('role');
    if (!/\.(zip|json)$/.test(out)) throw new UsageError(`--out ends with .zip (adapters) or .json (the run), got "${out}"`);
    if (role !== undefined && !out.endsWith('.zip')) throw new UsageError('--role belongs to a .zip: the run is one document');
    const shelf = folderShelf(flags.needed('run'));
    const runId = await shelf.runId();
    const exported = out.endsWith('.json')
      ? await runJson(shelf, runId, new Date())
      : role === undefined
        ? await adaptersZip(shelf, runId)
        : await adapterZip(shelf, runId, role);
    await writeWhole(out, exported.bytes);
    say(`${out}: ${exported.bytes.length} bytes`);
    return { file: out, bytes: exported.bytes.length };
  },
};
