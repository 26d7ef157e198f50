// Whether a world tells its roles that an answer was right or wrong: the one setting under which a prompt may know it
// (V8). Every figure made so says "with verdicts".
import type { Knobs } from '../../basics/knobs';
import type { EnvironmentSettings } from './environment';

export const verdictsKnob = {
  verdicts: {
    kind: 'switch',
    name: 'Verdicts',
    meaning:
      'Roles learn whether the answer was right: a right one ends the problem, and after a wrong one they are told to answer otherwise.',
    default: false,
  },
} as const satisfies Knobs;

export function hasVerdicts({ verdicts }: EnvironmentSettings): boolean {
  return verdicts === true;
}
