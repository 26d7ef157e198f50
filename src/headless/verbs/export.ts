// `lab export`: a run as a file, in any of the formats of export/export-formats, or a base model as ONNX.
import { type ExportFormat, type ExportFormats, exportFormats, exportRun } from '../../export/export-formats';
import type { NumberType } from '../../run/trainer-api';
import { type Flags, UsageError } from '../arguments';
import type { CliFeature } from '../cli-feature';
import { type FolderRunStore, folderRunStore } from '../folder-run-store';
import { baseModelFromDisk, readingOn } from '../model-files';
import type { Verb } from '../verb';
import { writeWhole } from '../whole-file';

/** What a file's ending means without --format. */
const usual: Readonly<Record<string, string>> = { zip: 'adapter', json: 'run', jsonl: 'jsonl', parquet: 'parquet' };
const numberTypes: readonly NumberType[] = ['f32', 'f16', 'bf16'];

export const exporting = ({ formats: offered }: CliFeature): Verb => ({
  name: 'export',
  meaning: `writes a run as a file: ${Object.entries({ ...exportFormats, ...offered })
    .map(([name, { meaning }]) => `${name} (${meaning})`)
    .join('; ')}`,
  flags: {
    run: { value: 'FOLDER', meaning: 'the run; without it, the base model of --model' },
    out: { value: 'FILE', meaning: 'ends as the format does', required: true },
    format: { value: 'NAME', meaning: 'by default adapter for .zip, else what the ending says' },
    role: { value: 'ROLE', meaning: "one role's alone, its files at the top of the zip" },
    numbers: { value: 'TYPE', meaning: 'in which numbers are written: f32, f16 or bf16' },
    model: { value: 'FOLDER|FILE.gguf', meaning: 'where the base model lies, when the run names it otherwise' },
  },
  run: async ({ flags, progress, say }) => {
    const out = flags.needed('out');
    const { name, format } = formatOf(out, flags.text('format'), { ...exportFormats, ...offered });
    const role = flags.text('role');
    const numbers = numbersOf(flags.text('numbers'));
    if (!out.endsWith(format.ending))
      throw new UsageError(`--out ends with ${format.ending} for ${name}, got "${out}"`);
    for (const [wish, given] of Object.entries({ role, numbers }))
      if (given !== undefined && !format.heeds.some((heeded) => heeded === wish))
        throw new UsageError(`--${wish} does not belong to the format ${name}`);
    const folder = flags.text('run');
    const makeBase = folder === undefined ? baseMaker(flags, format) : undefined;
    const readBase = (model: string) => baseModelFromDisk(flags.text('model') ?? model, readingOn(progress));
    const ofRun = async (runStore: FolderRunStore) => {
      const request = {
        format: name,
        ...(role === undefined ? {} : { role }),
        ...(numbers === undefined ? {} : { numbers }),
      };
      return exportRun({ runStore, readBase, now: new Date(), formats: offered }, await runStore.runId(), request);
    };
    const { bytes } = await (makeBase
      ? makeBase(await readBase(flags.needed('model')), new Date())
      : ofRun(folderRunStore(flags.needed('run'))));
    progress.end();
    await writeWhole(out, bytes);
    say(`${out}: ${bytes.length} bytes`);
    return { file: out, format: name, bytes: bytes.length };
  },
});

function baseMaker(flags: Flags, { makeBase }: ExportFormat): NonNullable<ExportFormat['makeBase']> {
  if (!flags.has('model')) throw new UsageError('export needs --run FOLDER, or --model NAME with --format onnx');
  if (!makeBase || flags.has('role'))
    throw new UsageError('--model alone is a model without adapters or roles: export it with --format onnx');
  return makeBase;
}

function formatOf(
  out: string,
  given: string | undefined,
  formats: ExportFormats,
): { name: string; format: ExportFormat } {
  const ending = /\.([a-z]+)$/.exec(out)?.[1] ?? '';
  const name = given ?? usual[ending];
  if (name === undefined)
    throw new UsageError(
      `--out ends with .zip (adapters) or .json (the run), .jsonl or .parquet (rollouts), got "${out}"`,
    );
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format) throw new UsageError(`--format is one of ${Object.keys(formats).join(', ')}, got "${name}"`);
  return { name, format };
}

export function numbersOf(given: string | undefined): NumberType | undefined {
  if (given === undefined) return undefined;
  const found = numberTypes.find((type) => type === given);
  if (!found) throw new UsageError(`--numbers is one of ${numberTypes.join(', ')}, got "${given}"`);
  return found;
}
