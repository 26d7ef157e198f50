// A run's policies before its first step: at the base model or with another run's weights, fine-tuned where the
// settings ask for a cold start, or as its last checkpoint has them. It does not know steps.
import { check, present } from '../basics/check';
import type { CheckpointSlot } from '../files/storage/schema';
import { learningRoles } from '../learning/config/who-trains';
import { type ColdStartReport, collect, fineTune } from '../learning/training/cold-start';
import { unlessLost } from './open-learner';
import { playedWith, type RunParts } from './run-parts';
import { addPolicies, policiesOf, type Snapshots, savePolicies } from './run-policies';
import type { Stage } from './trainer-api';

/** Puts the run's policies into the learner as its last checkpoint has them, or as they begin. `start`: how they began,
 *  before a cold start (P4 measures from there). */
export async function beginPolicies(
  parts: RunParts,
): Promise<{ readonly start: Snapshots; readonly resumed: boolean }> {
  const { run, opened } = parts;
  await addPolicies(opened.learner, run.config);
  if (run.config.start) {
    const policies = Object.keys(run.config.start);
    check(
      await loadPolicies(parts, 'start', policies),
      'the weights this run starts from were not kept: start a new run',
    );
  }
  const start = await savePolicies(opened.learner, run.config);
  const resumed = await loadPolicies(parts, 'current');
  check(resumed || !run.config.fork, 'the weights this run goes on from were not kept: fork the other run anew');
  return { start, resumed };
}

/** Loads the slot's policies; false when nothing lies in it. */
export async function loadPolicies(
  { run, opened, runStore }: RunParts,
  slot: CheckpointSlot,
  policies: readonly string[] = policiesOf(run.config),
): Promise<boolean> {
  const checkpoint = await runStore.checkpoints.load(run.id, slot);
  if (!checkpoint) return false;
  for (const policy of policies)
    await opened.learner.load(
      policy,
      present(checkpoint.policies[policy], `the checkpoint has no policy "${policy}": start a new run`),
    );
  return true;
}

export interface ColdStartParts {
  readonly configHash: string;
  readonly tell: (step: number, stage: Stage, done: number, total: number) => void;
}

/** Collects, fine-tunes, and keeps the result as the checkpoint of step 0; undefined where the settings ask for
 *  none. */
export async function coldStart(
  parts: RunParts,
  { configHash, tell }: ColdStartParts,
): Promise<ColdStartReport | 'paused' | undefined> {
  const { run, opened, runStore, base, now, announce, pausing } = parts;
  const { config } = run;
  if (config.settings.coldStartSteps === 0 || learningRoles(config).length === 0) return undefined;
  const startedMs = now();
  const { learner } = opened;
  const collecting = { config, learner, tokenizer: base.tokenizer, ...playedWith(parts) };
  const { examples, ...collected } = await unlessLost(
    opened,
    collect({ ...collecting, onProgress: (done, total) => tell(0, 'collect', done, total) }),
  );
  const onProgress = (done: number, total: number) => tell(0, 'fine-tune', done, total);
  const policies = await unlessLost(opened, fineTune({ config, learner, examples, onProgress, stopping: pausing }));
  if (!policies) return 'paused';
  const report = {
    ...collected,
    policies,
    updates: config.settings.coldStartSteps,
    seconds: (now() - startedMs) / 1000,
  };
  // The record first: a checkpoint without it would forget what the cold start cost.
  await runStore.runs.update(run.id, { coldStart: report, seconds: parts.seconds() });
  await runStore.checkpoints.replace(run.id, { step: 0, configHash, policies: await savePolicies(learner, config) });
  announce({ kind: 'cold-start', runId: run.id, report });
  return report;
}
