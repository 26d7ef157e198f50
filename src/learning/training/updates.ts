// What a step teaches. First every policy's batch is accumulated, then the gate looks at all of them (S2), then the
// first weight moves: a step is applied as a whole or not at all.
import type { Learner, PolicyName, TrainingGroup } from '../../contract/learner';
import { objectiveFrom, type RunConfig, updateKnobsFrom } from '../config/run-config';
import { checkMismatch } from './mismatch-gate';
import { withReference } from './packing';
import { referenceOf } from './reference';
import type { PolicyReport } from './report';
import { policyReportOf } from './report-of';

export interface StepAt {
  readonly config: RunConfig;
  readonly step: number;
  /** Generated in training before this step. */
  readonly tokensBefore: number;
}

/** Asked of all at once, so that the GPU has the next policy's work while the last one's figures come back; what one of
 *  them fails with is thrown when none is under way any more. */
async function all<T, R>(of: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const settled = await Promise.allSettled(of.map(work));
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
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
  const trained = await all([...batches], async ([policy, batch]) => {
    const reference = referenceOf(config, step, policy);
    const groups = settings.klWeight > 0 ? await withReference(learner, batch, reference) : batch;
    return { policy, groups, report: await learner.accumulate(policy, groups, objective) };
  });
  checkMismatch(step, new Map(trained.map(({ policy, report }) => [policy, report])), policies);
  const reports = await all(trained, async ({ policy, groups, report }) => {
    const objectives = [report];
    const updates = [await learner.update(policy, updateKnobsFrom(settings, step, tokensBefore))];
    for (let epoch = 1; epoch < settings.epochs; epoch++) {
      objectives.push(await learner.accumulate(policy, groups, objective));
      updates.push(await learner.update(policy, updateKnobsFrom(settings, step, tokensBefore)));
    }
    return [policy, policyReportOf(objectives, updates)] as const;
  });
  return Object.fromEntries(reports);
}
