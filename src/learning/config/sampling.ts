// How each role's answers are sampled, while it trains and while it is evaluated. What a run leaves open is the
// settings' (temperature; greedy in evaluations) and the role's own (longest answer). The whole distribution is
// sampled, at any temperature (S1): a role is given no top-k and no top-p, and log-probabilities are recorded under the
// distribution that was sampled.
import { check } from '../../basics/check';
import { faultOf, type Knobs } from '../../basics/knobs';
import type { RoleSampling } from '../rollouts/play-settings';
import type { RoleId } from '../rollouts/transcript';

export interface SamplingOfRole {
  readonly training?: RoleSampling;
  /** Of the longest answer: the training's, when absent here. */
  readonly evaluation?: RoleSampling;
}

/** By role. */
export type Sampling = Readonly<Record<RoleId, SamplingOfRole>>;

export type Occasion = keyof SamplingOfRole;

const maxTokens = {
  kind: 'integer',
  name: 'Longest answer',
  meaning: 'Most tokens of an answer, the end included; what is longer is cut off.',
  unit: 'tokens',
  range: [1, 4096],
  default: 40,
} as const;

export const samplingKnobs = {
  training: {
    temperature: {
      kind: 'number',
      name: 'Temperature',
      meaning: 'Spread of training samples; 1 is the policy itself.',
      range: [0.1, 2],
      default: 1,
    },
    maxTokens,
  },
  evaluation: {
    temperature: {
      kind: 'number',
      name: 'Temperature of evaluations',
      meaning: 'Spread of answers in evaluations; 0 is greedy.',
      range: [0, 2],
      default: 0,
    },
    maxTokens,
  },
} as const satisfies Record<Occasion, Knobs>;

/** What holds on the occasion, by role. */
export function samplingOn(occasion: Occasion, sampling: Sampling = {}): Record<RoleId, RoleSampling> {
  return Object.fromEntries(
    Object.entries(sampling).map(([role, { training = {}, evaluation = {} }]) => {
      if (occasion === 'training') return [role, training];
      return [role, { ...(training.maxTokens === undefined ? {} : { maxTokens: training.maxTokens }), ...evaluation }];
    }),
  );
}

/** Throws an ExpectationError that names role and setting at fault. */
export function checkSampling(sampling: Sampling, roles: readonly RoleId[]): void {
  for (const [role, choices] of Object.entries(sampling)) {
    check(roles.includes(role), `there is no role "${role}" to sample: the team has ${roles.join(', ')}`);
    for (const [occasion, given] of Object.entries(choices)) {
      const known: Readonly<Record<string, Knobs>> = samplingKnobs;
      const cards = known[occasion];
      check(cards, `answers are sampled in training and in evaluation, got "${occasion}"`);
      for (const [name, value] of Object.entries(given)) {
        const card = cards[name];
        check(card, `there is no setting "${name}" of a role's sampling: known are ${Object.keys(cards).join(', ')}`);
        const fault = faultOf(`${role}: ${name}`, card, value);
        check(fault === undefined, fault ?? '');
      }
    }
  }
}
