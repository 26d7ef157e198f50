// What a step teaches. First every policy's batch is accumulated, then the gate looks at all of them (S2), then the
// first weight moves: a step is applied as a whole or not at all.
import { present } from '../../basics/check';
import type { Learner, ObjectiveReport, PolicyName, TrainingGroup } from '../../contract/learner';
import { objectiveFrom, type RunConfig, updateKnobsFrom } from '../config/run-config';
import { checkMismatch } from './mismatch-gate';
import { withReference } from './packing';
import type { PolicyReport } from './report';
import { policyReportOf } from './report-of';

export interface StepAt {
  readonly config: RunConfig;
  readonly step: number;
  /** Generated in training before this step. */
  readonly tokensBefore: number;
}

/** One update per policy and epoch. Throws a MismatchError, with nothing updated, where sampler and trainer
 *  disagree. */
export async function updatesOf(
  learner: Learner,
  batches: ReadonlyMap<PolicyName, readonly TrainingGroup[]>,
  { config, step, tokensBefore }: StepAt,
): Promise<Record<PolicyName, PolicyReport>> {
  const { settings, policies } = config;
  const objective = objectiveFrom(settings, step, tokensBefore);
  const trained = new Map<PolicyName, readonly TrainingGroup[]>();
  const first = new Map<PolicyName, ObjectiveReport>();
  for (const [policy, batch] of batches) {
    const groups = settings.klWeight > 0 ? await withReference(learner, batch) : batch;
    trained.set(policy, groups);
    first.set(policy, await learner.accumulate(policy, groups, objective));
  }
  checkMismatch(step, first, policies);
  const reports: Record<PolicyName, PolicyReport> = {};
  for (const [policy, groups] of trained) {
    const objectives = [present(first.get(policy), 'a batch was accumulated')];
    const updates = [await learner.update(policy, updateKnobsFrom(settings, step, tokensBefore))];
    for (let epoch = 1; epoch < settings.epochs; epoch++) {
      objectives.push(await learner.accumulate(policy, groups, objective));
      updates.push(await learner.update(policy, updateKnobsFrom(settings, step, tokensBefore)));
    }
    reports[policy] = policyReportOf(objectives, updates);
  }
  return reports;
}
