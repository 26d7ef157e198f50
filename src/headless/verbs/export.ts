// `lab export`: a run as a file, in any of the formats of export/export-formats, or a base model as ONNX.
import { type ExportFormat, exportFormats, exportRun } from '../../export/export-formats';
import { baseOnnxZip } from '../../features/onnx/worker/onnx-zip';
import type { ExportFormatName, NumberType } from '../../run/trainer-api';
import { type Flags, UsageError } from '../arguments';
import { type FolderShelf, folderShelf } from '../folder-shelf';
import { baseModelFromDisk, readingOn } from '../model-files';
import type { Verb } from '../verb';
import { writeWhole } from '../whole-file';

/** What a file's ending means without --format. */
const usual: Readonly<Record<string, ExportFormatName>> = { zip: 'adapter', json: 'run', jsonl: 'jsonl', parquet: 'parquet' };
const numberTypes: readonly NumberType[] = ['f32', 'f16', 'bf16'];

export const exporting: Verb = {
  name: 'export',
  meaning: `writes a run as a file: ${Object.entries(exportFormats)
    .map(([name, { meaning }]) => `${name} (${meaning})`)
    .join('; ')}`,
  flags: {
    run: { value: 'FOLDER', meaning: 'the run; without it, the base model of --model' },
    out: { value: 'FILE', meaning: 'ends as the format does', required: true },
    format: { value: 'NAME', meaning: 'by default adapter for .zip, else what the ending says' },
    role: { value: 'ROLE', meaning: "one role's alone, its files at the top of the zip" },
    numbers: { value: 'TYPE', meaning: 'of a merged model: f32, f16 or bf16' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, when the run names it otherwise' },
  },
  run: async ({ flags, progress, say }) => {
    const out = flags.needed('out');
    const { name, format } = formatOf(out, flags.text('format'));
    const role = flags.text('role');
    const numbers = numbersOf(flags.text('numbers'));
    if (!out.endsWith(format.ending)) throw new UsageError(`--out ends with ${format.ending} for ${name}, got "${out}"`);
    for (const [wish, given] of Object.entries({ role, numbers }))
      if (given !== undefined && !format.heeds.some((heeded) => heeded === wish))
        throw new UsageError(`--${wish} does not belong to the format ${name}`);
    const folder = flags.text('run');
    if (folder === undefined) checkBaseAlone(flags, name);
    const readBase = (model: string) => baseModelFromDisk(flags.text('model') ?? model, readingOn(progress));
    const ofRun = async (shelf: FolderShelf) => {
      const request = { format: name, ...(role === undefined ? {} : { role }), ...(numbers === undefined ? {} : { numbers }) };
      return exportRun({ shelf, readBase, now: new Date() }, await shelf.runId(), request);
    };
    const ofBase = async (model: string) => baseOnnxZip(await readBase(model), new Date());
    const { bytes } = await (folder === undefined ? ofBase(flags.needed('model')) : ofRun(folderShelf(folder)));
    progress.end();
    await writeWhole(out, bytes);
    say(`${out}: ${bytes.length} bytes`);
    return { file: out, format: name, bytes: bytes.length };
  },
};

function checkBaseAlone(flags: Flags, format: ExportFormatName): void {
  if (!flags.has('model')) throw new UsageError('export needs --run FOLDER, or --model NAME with --format onnx');
  if (format !== 'onnx' || flags.has('role'))
    throw new UsageError('--model alone is a model without adapters or roles: export it with --format onnx');
}

function formatOf(out: string, given: string | undefined): { name: ExportFormatName; format: ExportFormat } {
  const ending = /\.([a-z]+)$/.exec(out)?.[1] ?? '';
  const name = given ?? usual[ending];
  const names = Object.keys(exportFormats).join(', ');
  if (name === undefined)
    throw new UsageError(`--out ends with .zip (adapters) or .json (the run), .jsonl or .parquet (rollouts), got "${out}"`);
  if (!Object.hasOwn(exportFormats, name)) throw new UsageError(`--format is one of ${names}, got "${name}"`);
  return { name: name as ExportFormatName, format: exportFormats[name as ExportFormatName] };
}

export function numbersOf(given: string | undefined): NumberType | undefined {
  if (given === undefined) return undefined;
  const found = numberTypes.find((type) => type === given);
  if (!found) throw new UsageError(`--numbers is one of ${numberTypes.join(', ')}, got "${given}"`);
  return found;
}
