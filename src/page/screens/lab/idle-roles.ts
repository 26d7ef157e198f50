// Roles that are of no use, in words: by how often something else would have come of what they say elsewhere (C4), and
// by what the last role makes of what it is shown. Of a role one thing is said. Pure.
import { mean } from '../../../basics/statistics';
import { littleWorthOf, passingsInWords } from '../../../learning/rollouts/pass-through';
import type { PassThrough } from '../../../learning/rollouts/transcript';
import type { StepReport } from '../../../learning/training/report';
import { percent } from '../../parts/format';
import { namesIn } from './steps-series';

/** Steps that are looked back on, influence that is none, turns that say something, a role that mostly repeats. */
const lastSteps = 5;
const hardlyAny = 0.01;
const fewTurns = 20;
const mostly = 0.5;

export interface IdleRole {
  readonly role: string;
  /** One sentence. */
  readonly title: string;
  readonly why: string;
  /** It is about what the role makes of proposals. */
  readonly passing?: true;
}

/** An alarm for each role that is of no use. */
export function idleRoles(reports: readonly StepReport[]): readonly IdleRole[] {
  const measured = reports.findLast(({ validation }) => validation)?.validation?.passThrough;
  const passThrough = measured && measured.n >= fewTurns ? measured : undefined;
  const ignored = unheeded(reports, passThrough);
  const last = passThrough ? ofLittleWorth(passThrough) : [];
  return [...ignored, ...last.filter(({ role }) => ignored.every((other) => other.role !== role))];
}

function unheeded(reports: readonly StepReport[], passThrough: PassThrough | undefined): IdleRole[] {
  return namesIn(reports, 'roles').flatMap((role) => {
    const last = reports.flatMap(({ roles }) => roles[role]?.influence?.share ?? []).slice(-lastSteps);
    if (last.length < lastSteps || last.some((influence) => influence >= hardlyAny)) return [];
    const repeated =
      passThrough !== undefined && passThrough.role !== role && passThrough.repeats > mostly * passThrough.n;
    return [
      {
        role,
        title: `Nothing depends on what the ${role} role sees.`,
        why:
          'Its answer to another problem, put in the place of its own, would have changed the outcome in ' +
          `${percent(mean(last), 1)} of the plays over the last ${lastSteps} steps. ` +
          (repeated
            ? `The ${passThrough.role} role mostly repeats what it is shown, so it is heeded, but says the same whatever it sees.`
            : 'Nobody heeds it, or it says the same whatever it sees.'),
      },
    ];
  });
}

function ofLittleWorth(passThrough: PassThrough): IdleRole[] {
  const { role } = passThrough;
  const worth = littleWorthOf(passThrough);
  if (worth === undefined) return [];
  const why = `On validation, where it was last measured, it ${passingsInWords(passThrough)}.`;
  return [{ role, title: `The ${role} role ${worth}.`, why, passing: true }];
}
