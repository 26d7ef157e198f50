// A run as one file that another browser opens: a zip of bundle.json (what is in it, with hashes), run.json (see
// run-json.ts), checkpoints/current.safetensors and best.safetensors (see checkpoint-file.ts) and
// trees/step-0001.json.gz … It checks bytes and shapes; whether the configuration is one that this Grove can run is
// asked by export/run-bundle.ts. The one thing to get right: nothing is taken from a bundle that does not agree with
// itself.
import { z } from 'zod';
import '../../basics/without-eval';
import { type Checkpoint, type CheckpointSlot, checkpointSlots } from '../storage/schema';
import { checkpointBytes, checkpointFrom } from './checkpoint-file';
import { checkFile, jsonFrom } from './format-error';
import { sha256Of } from './hash';
import { type RecordedRun, type RunContent, type RunDocument, readRunJson, writeRunJson } from './run-json';
import { stepTreeSchema } from './run-parts';
import { unpacked } from './unpacked';
import { unzip } from './unzip';
import { type ArchivedFile, zipOf } from './zip';

type Tree = RecordedRun['trees'][number];

/** Gzipped JSON, as the browser's storage keeps a tree. */
export interface PackedTree {
  readonly step: number;
  readonly gzip: Uint8Array<ArrayBuffer>;
}

export interface RunBundle {
  readonly run: RunDocument;
  readonly checkpoints: Readonly<Partial<Record<CheckpointSlot, Checkpoint>>>;
  /** By step. Each was checked; they stay packed because together they may be larger than the memory. */
  readonly trees: readonly PackedTree[];
}

export interface BundleContent {
  readonly run: RunContent;
  readonly checkpoints: RunBundle['checkpoints'];
  readonly trees: AsyncIterable<Tree> | Iterable<Tree>;
  /** The date that the files in it carry. */
  readonly modified: Date;
}

const format = 'grove-run-bundle';
const version = 1;
const manifestName = 'bundle.json';
const runName = 'run.json';
const checkpointName = (slot: CheckpointSlot) => `checkpoints/${slot}.safetensors`;
const treeName = (step: number) => `trees/step-${String(step).padStart(4, '0')}.json.gz`;

/** Most steps that a run has, so most trees that a bundle has. */
const treesLimit = 5000;
/** No tree of the largest settings comes near. */
const treeLimitBytes = 500_000_000;

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.literal(version),
  files: z
    .array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256: z.string() }))
    .max(treesLimit + 1 + checkpointSlots.length),
});

export async function writeRunBundle({
  run,
  checkpoints,
  trees,
  modified,
}: BundleContent): Promise<Uint8Array<ArrayBuffer>> {
  const files: ArchivedFile[] = [{ name: runName, bytes: writeRunJson(run) }];
  for (const slot of checkpointSlots) {
    const checkpoint = checkpoints[slot];
    if (checkpoint) files.push({ name: checkpointName(slot), bytes: checkpointBytes(checkpoint) });
  }
  for await (const tree of trees) files.push({ name: treeName(tree.step), bytes: await gzipped(JSON.stringify(tree)) });
  const listed = await Promise.all(
    files.map(async ({ name, bytes }) => ({ name, bytes: bytes.length, sha256: await sha256Of(bytes) })),
  );
  const manifest = new TextEncoder().encode(`${JSON.stringify({ format, version, files: listed }, null, 2)}\n`);
  return zipOf([{ name: manifestName, bytes: manifest }, ...files], modified);
}

/** Reads and checks all of it. Rejects with a FormatError that names the file, and in it what is wrong. */
export async function readRunBundle(archive: Uint8Array, fileName: string): Promise<RunBundle> {
  const files = await listedFiles(await unzip(archive, fileName), fileName);
  const inside = (name: string) => `${fileName}/${name}`;
  const run = readRunJson(files.get(runName) as Uint8Array, inside(runName));
  const steps = run.steps.map(({ step }) => step);
  steps.forEach((step, index) => {
    checkFile(step === index + 1, inside(runName), `its reports go 1, 2, 3 …: number ${index + 1} is of step ${step}`);
  });
  const checkpoints: Partial<Record<CheckpointSlot, Checkpoint>> = {};
  for (const slot of checkpointSlots) {
    const bytes = files.get(checkpointName(slot));
    if (!bytes) continue;
    const checkpoint = checkpointFrom(bytes, inside(checkpointName(slot)));
    checkFile(
      checkpoint.step <= steps.length,
      inside(checkpointName(slot)),
      `is of step ${checkpoint.step}, the run has ${steps.length}`,
    );
    checkpoints[slot] = checkpoint;
  }
  const trees: PackedTree[] = [];
  for (const [name, bytes] of files) {
    const step = stepOfTree(name);
    if (step === undefined) continue;
    checkFile(step <= steps.length, inside(name), `the run has ${steps.length} steps`);
    await checkTree(bytes, step, inside(name));
    trees.push({ step, gzip: bytes as Uint8Array<ArrayBuffer> });
  }
  return { run, checkpoints, trees: trees.sort((a, b) => a.step - b.step) };
}

/** The files that the manifest lists, each proved by its hash; nothing missing, nothing besides. */
async function listedFiles(archived: readonly ArchivedFile[], fileName: string): Promise<Map<string, Uint8Array>> {
  const there = new Map(archived.map(({ name, bytes }) => [name, bytes]));
  const manifestBytes = there.get(manifestName);
  checkFile(
    manifestBytes,
    fileName,
    `is no run of Grove: it has no ${manifestName}. Take one that "Whole run" under Runs wrote`,
  );
  const json = (jsonFrom(manifestBytes, `${fileName}/${manifestName}`) ?? {}) as {
    format?: unknown;
    version?: unknown;
  };
  checkFile(
    json.format === format,
    fileName,
    `expected "format": "${format}", got ${JSON.stringify(json.format) ?? 'none'}`,
  );
  checkFile(
    json.version === version,
    fileName,
    `is of version ${JSON.stringify(json.version)}, this Grove reads version ${version}: open it in a newer one`,
  );
  const read = manifestSchema.safeParse(json);
  checkFile(read.success, `${fileName}/${manifestName}`, () => {
    const issue = read.error?.issues[0];
    return `${issue?.path.map(String).join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`;
  });
  const listed = read.data.files;
  const names = new Set(listed.map(({ name }) => name));
  checkFile(names.size === listed.length, fileName, `its ${manifestName} lists a file twice`);
  checkFile(archived.length === there.size, fileName, 'a file lies in it twice');
  const surplus = archived.find(({ name }) => name !== manifestName && !names.has(name));
  checkFile(
    !surplus,
    fileName,
    () => `holds ${JSON.stringify(surplus?.name.slice(0, 80))}, which its ${manifestName} does not list`,
  );
  checkFile(names.has(runName), fileName, `has no ${runName}`);
  const files = new Map<string, Uint8Array>();
  for (const { name, bytes: size, sha256 } of listed) {
    checkFile(isBundleName(name), fileName, () => `no bundle has a file ${JSON.stringify(name.slice(0, 80))}`);
    const bytes = there.get(name);
    checkFile(bytes, fileName, `${name} is missing`);
    checkFile(bytes.length === size, fileName, `${name} has ${bytes.length} bytes, its ${manifestName} says ${size}`);
    checkFile((await sha256Of(bytes)) === sha256, fileName, `${name} is not what was written: its hash does not match`);
    files.set(name, bytes);
  }
  return files;
}

function isBundleName(name: string): boolean {
  return (
    name === runName || checkpointSlots.some((slot) => name === checkpointName(slot)) || stepOfTree(name) !== undefined
  );
}

/** Only names as `treeName` writes them. */
function stepOfTree(name: string): number | undefined {
  const step = Number(/^trees\/step-(\d{4,9})\.json\.gz$/.exec(name)?.[1]);
  return step >= 1 && treeName(step) === name ? step : undefined;
}

async function checkTree(gzip: Uint8Array, step: number, name: string): Promise<void> {
  const json = jsonFrom(await unpacked(gzip, { format: 'gzip', limit: treeLimitBytes, name }), name);
  const read = stepTreeSchema.safeParse(json);
  checkFile(read.success, name, () => {
    const issue = read.error?.issues[0];
    return `${issue?.path.map(String).join('.') || 'it'}: ${issue?.message ?? 'is wrong'}`;
  });
  checkFile(read.data.step === step, name, `is of step ${read.data.step}`);
  for (const { groups } of read.data.worlds)
    for (const { branches, trunk } of groups)
      checkFile(
        trunk < branches.length,
        name,
        `a group of ${branches.length} branches names branch ${trunk} as its trunk`,
      );
}

async function gzipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(zipped).arrayBuffer());
}
