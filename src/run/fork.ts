// Fork: a new run goes on from a kept checkpoint of another, with other settings from there on. The configuration names
// the checkpoint by its hash (R2); weights, optimiser and the reports of the steps before are copied into the new run,
// which then needs the other no more. What may be changed: learning/config/fork.ts.
import { check, present } from '../basics/check';
import { storedRun } from '../export/export';
import { hexOf, newSha256 } from '../files/formats/hash';
import type { Checkpoint, CheckpointSlot } from '../files/storage/schema';
import { checkFork } from '../learning/config/fork';
import type { Fork, RunConfig } from '../learning/config/run-config';
import type { StepReport } from '../learning/training/report';
import type { Snapshots } from './run-policies';
import type { LabRun, RunStore } from './run-store';
import { hashOfConfig } from './session-parts';

/** What a run gives to one that goes on from it. */
export interface Forked {
  readonly parent: LabRun;
  /** Of the steps before the fork. */
  readonly reports: readonly StepReport[];
  readonly checkpoints: Readonly<Partial<Record<CheckpointSlot, Checkpoint>>>;
}

const slots: readonly CheckpointSlot[] = ['best', 'current'];

/** The steps of a run that can be forked, ascending: those whose checkpoints are kept. */
export async function forksOf(runStore: RunStore, runId: string): Promise<readonly Fork[]> {
  const { config } = await storedRun(runStore, runId);
  const seed = config.fork?.seed ?? config.settings.seed;
  const found = new Map<number, Fork>();
  for (const slot of slots) {
    const checkpoint = await runStore.checkpoints.load(runId, slot);
    if (checkpoint)
      found.set(checkpoint.step, {
        run: runId,
        step: checkpoint.step,
        hash: await hashOfPolicies(checkpoint.policies),
        seed,
      });
  }
  return [...found.values()].sort((a, b) => a.step - b.step);
}

/** How a configuration names the checkpoint after `step` steps. Throws where that is not kept, and says which are. */
export async function forkAt(runStore: RunStore, runId: string, step: number): Promise<Fork> {
  const kept = await forksOf(runStore, runId);
  check(kept.length > 0, 'the run has no checkpoint yet: let it train for a step first');
  return present(
    kept.find((fork) => fork.step === step),
    () =>
      `the run keeps no checkpoint of step ${step}: it keeps ${kept.map((fork) => fork.step).join(' and ')} (its best and its last)`,
  );
}

/** What the run that a configuration goes on from has kept of that step; undefined where it goes on from none. Throws
 *  where it is not what the configuration names, or where more was changed than a fork may. */
export async function forkedFrom(
  runStoreOf: (run: string) => Promise<RunStore>,
  config: RunConfig,
): Promise<Forked | undefined> {
  const { fork } = config;
  if (!fork) return undefined;
  const runStore = await runStoreOf(fork.run);
  const parent = await storedRun(runStore, fork.run);
  checkFork(config, parent.config);
  const kept = await forkAt(runStore, fork.run, fork.step);
  check(
    kept.hash === fork.hash,
    `the fork names weights ${fork.hash.slice(0, 12)}…, run "${fork.run}" now has ${kept.hash.slice(0, 12)}… at step ${fork.step}: fork it anew`,
  );
  const [current, best, start] = await Promise.all(
    (['current', 'best', 'start'] as const).map((slot) => runStore.checkpoints.load(fork.run, slot)),
  );
  const reports = (await runStore.metrics.list(fork.run)).filter(({ step }) => step <= fork.step);
  return {
    parent,
    reports,
    checkpoints: {
      current: present(current?.step === fork.step ? current : best, 'the checkpoint was just found'),
      ...(best && best.step <= fork.step ? { best } : {}),
      ...(start ? { start } : {}),
    },
  };
}

/** What the record of the new run has from its parent: the same reference lines, and what came before. */
export function recordFrom({ parent: { references, coldStart, refusals = [] }, reports }: Forked) {
  const last = reports.at(-1)?.step ?? 0;
  const before = refusals.filter(({ step }) => step <= last);
  return {
    ...(references ? { references } : {}),
    ...(coldStart ? { coldStart } : {}),
    ...(before.length > 0 ? { refusals: before } : {}),
  };
}

/** Copies it into the new run. The checkpoint that the run goes on from comes last: without it the run is not begun. */
export async function keepFork(
  { metrics, checkpoints }: Pick<RunStore, 'metrics' | 'checkpoints'>,
  { id, config }: Pick<LabRun, 'id' | 'config'>,
  forked: Forked,
): Promise<void> {
  const configHash = await hashOfConfig(config);
  for (const report of forked.reports) await metrics.append(id, report);
  for (const slot of ['start', 'best', 'current'] as const) {
    const checkpoint = forked.checkpoints[slot];
    if (checkpoint) await checkpoints.replace(id, { ...checkpoint, configHash }, slot);
  }
}

/** SHA-256 of all that is kept of the policies: tensors, both moments, updates. */
async function hashOfPolicies(policies: Snapshots): Promise<string> {
  const hash = newSha256();
  for (const [policy, { kind, tensors, moment1, moment2, updates }] of Object.entries(policies).sort(byName)) {
    hash.update(new TextEncoder().encode(`${policy} ${kind} ${updates}\n`));
    for (const { name, shape } of tensors) hash.update(new TextEncoder().encode(`${name} ${shape.join('×')}\n`));
    for (const { buffer, byteOffset, byteLength } of [...tensors.map(({ data }) => data), moment1, moment2])
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hexOf(hash.digest());
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
