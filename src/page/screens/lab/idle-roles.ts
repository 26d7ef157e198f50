// Roles that do nothing, in words: by how often something else would have come of what they say elsewhere (C4), and by
// what the last role makes of what it is shown. Pure.
import { mean } from '../../../basics/statistics';
import { addsNothing, passThroughInWords } from '../../../learning/rollouts/pass-through';
import type { StepReport } from '../../../learning/training/report';
import { percent } from '../../parts/format';
import { namesIn } from './steps-series';

/** Steps that are looked back on, influence that is none, turns that say something. */
const lastSteps = 5;
const hardlyAny = 0.01;
const fewTurns = 20;

/** One sentence for each alarm. */
export function idleRoles(reports: readonly StepReport[]): readonly string[] {
  return [...unheeded(reports), ...repeating(reports)];
}

function unheeded(reports: readonly StepReport[]): string[] {
  return namesIn(reports, 'roles').flatMap((role) => {
    const last = reports.flatMap(({ roles }) => roles[role]?.influence?.share ?? []).slice(-lastSteps);
    if (last.length < lastSteps || last.some((influence) => influence >= hardlyAny)) return [];
    return [
      `Nothing depends on the ${role} role: its answer to another problem, put in the place of its own, would have ` +
        `changed the outcome in ${percent(mean(last), 1)} of the plays over the last ${lastSteps} steps. Nobody heeds ` +
        'it, or it says the same whatever it sees.',
    ];
  });
}

function repeating(reports: readonly StepReport[]): string[] {
  const passThrough = reports.findLast(({ validation }) => validation)?.validation?.passThrough;
  if (!passThrough || passThrough.n < fewTurns || !addsNothing(passThrough)) return [];
  const words = passThroughInWords(passThrough);
  return [`Where it was last measured, ${words}.`];
}
