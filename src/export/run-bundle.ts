// A run leaves the lab as one file and comes back from one: what a bundle has to say before this Grove takes its word
// for a run. Bytes and shapes are files/formats/run-bundle's; where the run is then kept is the caller's.
import { check, ExpectationError } from '../basics/check';
import { checkFile, FormatError } from '../files/formats/format-error';
import { type PackedTree, readRunBundle, writeRunBundle } from '../files/formats/run-bundle';
import type { RunDocument } from '../files/formats/run-json';
import type { WholeRun } from '../files/storage/import-run';
import { type Checkpoint, type CheckpointSlot, checkpointSlots } from '../files/storage/schema';
import { configFromFile } from '../learning/config/given-config';
import type { RunConfig } from '../learning/config/run-config';
import { pastOf } from '../learning/rollouts/past-policy';
import type { StepTree } from '../learning/rollouts/transcript';
import { policiesOf } from '../run/run-policies';
import type { LabKinds, LabRun, RunStore } from '../run/run-store';
import { hashOfConfig } from '../run/session-parts';
import { type ExportedFile, fileNameOf, runContent, storedRun } from './export';

/** The whole run: configuration, reports, evaluations, checkpoints, trees. `forAll`: without the person's own words. */
export async function bundleFile(
  runStore: RunStore,
  runId: string,
  exportedAt: Date,
  { forAll = false } = {},
): Promise<ExportedFile> {
  const run = await storedRun(runStore, runId);
  const checkpoints: Partial<Record<CheckpointSlot, Checkpoint>> = {};
  for (const slot of checkpointSlots) {
    const checkpoint = await runStore.checkpoints.load(runId, slot);
    if (checkpoint) checkpoints[slot] = checkpoint;
  }
  const content = await runContent(runStore, run, exportedAt);
  const bytes = await writeRunBundle({
    run: forAll ? { ...content, tags: undefined, notes: undefined } : content,
    checkpoints,
    trees: treesOf(runStore, runId),
    modified: new Date(run.changedAt),
  });
  return { fileName: `${fileNameOf(run)}.grove.zip`, bytes };
}

async function* treesOf(runStore: RunStore, runId: string): AsyncGenerator<StepTree> {
  for (const step of await runStore.trees.steps(runId)) {
    const tree = await runStore.trees.get(runId, step);
    if (tree) yield tree;
  }
}

export interface OpenedBundle extends Omit<WholeRun<LabKinds>, 'trees'> {
  readonly trees: readonly PackedTree[];
}

/** A bundle as a run that can be looked at, played and gone on with. Rejects with a FormatError that names what is
 *  wrong. */
export async function openBundle(archive: Uint8Array, fileName: string): Promise<OpenedBundle> {
  const { run: document, checkpoints, trees } = await readRunBundle(archive, fileName);
  const config = configFrom(document, fileName);
  const configHash = await hashOfConfig(config);
  const policies = {
    current: policiesOf(config),
    best: policiesOf(config),
    start: Object.keys(config.start ?? {}).sort(),
  };
  for (const slot of checkpointSlots) {
    const checkpoint = checkpoints[slot];
    const name = `${fileName}/checkpoints/${slot}.safetensors`;
    if (checkpoint) checkCheckpoint(checkpoint, { config, configHash, wanted: policies[slot], name });
  }
  return { run: runFrom(document, config), reports: document.steps, checkpoints, trees };
}

/** The configuration, if this Grove knows its world, team, roles and settings. */
function configFrom({ config: given, seed }: RunDocument, fileName: string): RunConfig {
  const name = `${fileName}/run.json`;
  try {
    const config = configFromFile(given);
    check(seed === config.settings.seed, `its seed is ${seed}, its configuration's ${config.settings.seed}`);
    return config;
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    throw new FormatError(name, `${error.message}. Perhaps it was written by another version of Grove`);
  }
}

interface CheckpointCheck {
  readonly config: RunConfig;
  readonly configHash: string;
  readonly name: string;
  /** The policies it has to hold, in alphabetical order; beside them it may hold earlier ones of the same. */
  readonly wanted: readonly string[];
}

function checkCheckpoint(
  { configHash: found, policies }: Checkpoint,
  { config, configHash, wanted, name }: CheckpointCheck,
): void {
  checkFile(found === configHash, name, 'belongs to another configuration than the run');
  const kind = config.trainable === 'all-weights' ? 'all-weights' : 'adapter';
  const present = Object.keys(policies).filter((policy) => !wanted.includes(pastOf(policy)?.policy ?? ''));
  checkFile(
    `${present.sort()}` === `${wanted}`,
    name,
    `the run has the policies ${wanted.join(', ')}, the checkpoint ${present.join(', ') || 'none'}`,
  );
  for (const [policy, stored] of Object.entries(policies)) {
    checkFile(stored.kind === kind, name, `policy "${policy}" is of kind ${stored.kind}, the run's are ${kind}`);
    for (const { name: tensor, data } of stored.tensors)
      checkFile(data.every(Number.isFinite), name, `policy "${policy}": "${tensor}" has numbers that are not finite`);
  }
}

function runFrom(document: RunDocument, config: RunConfig): Omit<LabRun, 'changedAt'> {
  const {
    id,
    name,
    createdAt,
    status,
    reason,
    tags,
    notes,
    baseModel,
    machine,
    seconds,
    selfTest,
    coldStart,
    refusals,
    steps,
    evaluations,
  } = document;
  const latest = steps.at(-1);
  const { before, after, references, testReferences, asked } = evaluations;
  return {
    id,
    name,
    createdAt: Date.parse(createdAt),
    preset: config.preset,
    config,
    baseHash: baseModel.sha256,
    status: status === 'running' ? 'paused' : status, // nobody runs it here
    ...(reason ? { reason } : {}),
    ...(tags ? { tags } : {}),
    ...(notes ? { notes } : {}),
    step: steps.length,
    seconds,
    gpu: machine.gpu,
    ...(selfTest ? { selfTest } : {}),
    ...(coldStart ? { coldStart } : {}),
    ...(refusals ? { refusals } : {}),
    ...(references ? { references } : {}),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    ...(testReferences ? { testReferences } : {}),
    ...(asked ? { asked } : {}),
    ...(latest ? { latest } : {}),
  };
}
