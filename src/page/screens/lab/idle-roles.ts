// Roles that do nothing, in words: by how often something else would have come of another answer (C4), and by what the
// last role makes of what it is shown. Pure.
import { mean } from '../../../basics/statistics';
import { addsNothing, passThroughInWords } from '../../../learning/rollouts/pass-through';
import type { StepReport } from '../../../learning/training/report';
import { percent } from '../../parts/format';
import { namesIn } from './steps-series';

/** Steps that are looked back on, influence that is none, success that leaves no outcome to change, turns that say
 *  something. */
const lastSteps = 5;
const hardlyAny = 0.01;
const nearlyAll = 0.95;
const fewTurns = 20;

/** One sentence for each alarm. */
export function idleRoles(reports: readonly StepReport[]): readonly string[] {
  return [...unheeded(reports), ...repeating(reports)];
}

function unheeded(reports: readonly StepReport[]): string[] {
  return namesIn(reports, 'roles').flatMap((role) => {
    const measured = reports.filter(({ roles }) => roles[role]?.influence !== undefined).slice(-lastSteps);
    const last = measured.flatMap(({ roles }) => roles[role]?.influence ?? []);
    if (last.length < lastSteps || last.some((influence) => influence >= hardlyAny)) return [];
    // A team whose answers have settled wins by every branch: nobody's answers are seen to matter any more.
    if (mean(measured.map(({ success }) => success)) >= nearlyAll) return [];
    return [
      `Nothing depends on the ${role} role: another of its answers would have changed the outcome in ` +
        `${percent(mean(last), 1)} of the cases over the last ${lastSteps} steps. Nobody heeds it, or it always says the same.`,
    ];
  });
}

function repeating(reports: readonly StepReport[]): string[] {
  const passThrough = reports.findLast(({ validation }) => validation)?.validation?.passThrough;
  if (!passThrough || passThrough.n < fewTurns || !addsNothing(passThrough)) return [];
  const words = passThroughInWords(passThrough);
  return [`Where it was last measured, ${words}.`];
}
