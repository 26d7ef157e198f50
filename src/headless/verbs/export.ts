// `lab export`: what a run leaves the lab as, by the ending of the file's name: its adapters as a zip of PEFT folders, or the run as one
// JSON document; by --format a zip of an ONNX folder, or of the team in one file that plays everywhere.
import { zipOf } from '../../files/formats/zip';
import { adaptersZip, adapterZip, type ExportedFile, runJson } from '../../lab/export';
import { onnxModelFolder } from '../../lab/second-engine/onnx-folder';
import { createSecondEngine } from '../../lab/second-engine/second-engine';
import { UsageError } from '../arguments';
import { type FolderShelf, folderShelf } from '../folder-shelf';
import { baseModelFromDisk } from '../model-files';
import type { Verb, VerbContext } from '../verb';
import { writeWhole } from '../whole-file';

const formats = ['peft', 'onnx', 'team'] as const;
type Format = (typeof formats)[number];

export const exporting: Verb = {
  name: 'export',
  meaning: "writes a run's adapters or ONNX (FILE.zip), the whole run (FILE.json), or a base model as ONNX",
  flags: {
    run: { value: 'FOLDER', meaning: 'the run' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'in place of a run: the base model itself, with --format onnx' },
    out: { value: 'FILE', meaning: 'ends with .zip or .json', required: true },
    format: {
      value: 'FORMAT',
      meaning: 'peft (usual): adapters; onnx: a model for onnxruntime and transformers.js; team: one file that plays everywhere',
    },
    role: { value: 'ROLE', meaning: 'one role alone: its adapter, or the base with it merged in; else the whole team' },
  },
  run: async (context) => {
    const { flags, say } = context;
    const out = flags.needed('out');
    const format = formatFrom(context, out);
    const exported = flags.has('model') ? await baseAsOnnx(flags.needed('model')) : await ofRun(context, out, format);
    await writeWhole(out, exported.bytes);
    say(`${out}: ${exported.bytes.length} bytes`);
    return { file: out, bytes: exported.bytes.length };
  },
};

/** All that can be wrong with the words, before anything is read. */
function formatFrom({ flags }: VerbContext, out: string): Format {
  const format = flags.text('format') ?? 'peft';
  const known = formats.find((one) => one === format);
  if (!known) throw new UsageError(`--format is one of ${formats.join(', ')}, got "${format}"`);
  if (!/\.(zip|json)$/.test(out)) throw new UsageError(`--out ends with .zip (adapters) or .json (the run), got "${out}"`);
  if (flags.has('role') && !out.endsWith('.zip')) throw new UsageError('--role belongs to a .zip: the run is one document');
  if (known !== 'peft' && !out.endsWith('.zip')) throw new UsageError(`--format ${known} is a .zip, got --out "${out}"`);
  if (known === 'team' && flags.has('role')) throw new UsageError('--format team is the whole team: leave --role away');
  if (flags.has('model') === flags.has('run'))
    throw new UsageError('export needs --run FOLDER, or --model FOLDER with --format onnx');
  if (flags.has('model') && (known !== 'onnx' || flags.has('role')))
    throw new UsageError('--model is a model without adapters or roles: export it with --format onnx');
  return known;
}

async function ofRun({ flags }: VerbContext, out: string, format: Format): Promise<ExportedFile> {
  const role = flags.text('role');
  const shelf = folderShelf(flags.needed('run'));
  const runId = await shelf.runId();
  if (out.endsWith('.json')) return runJson(shelf, runId, new Date());
  if (format === 'onnx') return processorOnly(shelf).exportOnnx(runId, role);
  if (format === 'team') return processorOnly(shelf).exportTeam(runId);
  return role === undefined ? adaptersZip(shelf, runId) : adapterZip(shelf, runId, role);
}

function processorOnly(shelf: FolderShelf) {
  const noGpu = async () => {
    throw new Error('an export needs no GPU');
  };
  return createSecondEngine({
    loadRuntime: () => import('onnxruntime-web'),
    engine: { open: noGpu },
    openShelf: async () => shelf,
    readBase: baseModelFromDisk,
    now: () => performance.now(),
  });
}

async function baseAsOnnx(name: string): Promise<ExportedFile> {
  const base = await baseModelFromDisk(name);
  const files = onnxModelFolder(base, `The base model ${base.name} (weights' SHA-256 \`${base.hash}\`).`);
  return { fileName: 'model-onnx.zip', bytes: await zipOf(files, new Date()) };
}
