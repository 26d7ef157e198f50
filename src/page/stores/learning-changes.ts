// Who learns in a run, how its roles are sampled and where its policies begin, as far as that is not as in the run's
// preset: said as Setup and the team editor say it. It does not know the setup, nor the runs that policies start from.
import type { KnobValue } from '../../basics/knobs';
import { basePolicy } from '../../contract/learner';
import { trainableCard } from '../../learning/config/knobs';
import type { RunConfig } from '../../learning/config/run-config';
import { type Occasion, samplingKnobs } from '../../learning/config/sampling';
import { roleStyle } from '../parts/roles';

/** One thing that a run does otherwise than its preset. */
export interface Change {
  readonly name: string;
  readonly value: KnobValue;
  readonly usual: KnobValue | undefined;
}

export type WhoLearns = Pick<RunConfig, 'policies' | 'frozen' | 'trainable' | 'start' | 'sampling'>;

export const speaksThrough = (role: string) => `${roleStyle(role).label} speaks through`;
export const isFrozen = (role: string) => `${roleStyle(role).label} frozen`;
export const startsFrom = (policy: string) => `Policy “${policy}” starts from`;
export const usualStart = 'the base model';
export const usualSampling = 'as the run has it';
export const occasions: Readonly<Record<Occasion, string>> = {
  training: 'while it trains',
  evaluation: 'while it is evaluated',
};

/** The policy that speaks for a role. */
export function policyInWords(policy: string, role: string): string {
  if (policy === role) return 'its own policy';
  return policy === basePolicy ? 'the bare base model' : `the policy “${policy}”`;
}

/** `usual`: the preset's. A role that its team does not have is expected to train a policy of its own. */
export function learningChanges(config: WhoLearns, usual: WhoLearns): readonly Change[] {
  const trainable = {
    name: trainableCard.name,
    value: trainableCard.choices[config.trainable],
    usual: trainableCard.choices[usual.trainable],
  };
  return [trainable, ...policyChanges(config, usual), ...frozenChanges(config, usual), ...startChanges(config, usual)]
    .concat(samplingChanges(config, usual))
    .filter(({ value, usual }) => value !== usual);
}

function policyChanges({ policies }: WhoLearns, usual: WhoLearns): Change[] {
  return Object.entries(policies).map(([role, policy]) => ({
    name: speaksThrough(role),
    value: policyInWords(policy, role),
    usual: policyInWords(usual.policies[role] ?? role, role),
  }));
}

function frozenChanges({ frozen }: WhoLearns, usual: WhoLearns): Change[] {
  const roles = [...new Set([...frozen, ...usual.frozen])];
  return roles.map((role) => ({
    name: isFrozen(role),
    value: frozen.includes(role),
    usual: usual.frozen.includes(role),
  }));
}

function startChanges({ start = {} }: WhoLearns, { start: usual = {} }: WhoLearns): Change[] {
  const words = (begins: NonNullable<WhoLearns['start']>[string] | undefined) =>
    begins ? `${begins.run}: ${begins.policy}` : usualStart;
  const policies = [...new Set([...Object.keys(start), ...Object.keys(usual)])];
  return policies.map((policy) => ({
    name: startsFrom(policy),
    value: words(start[policy]),
    usual: words(usual[policy]),
  }));
}

function samplingChanges({ sampling = {} }: WhoLearns, { sampling: usual = {} }: WhoLearns): Change[] {
  const roles = [...new Set([...Object.keys(sampling), ...Object.keys(usual)])];
  return roles.flatMap((role) =>
    (Object.keys(occasions) as Occasion[]).flatMap((occasion) =>
      (['temperature', 'maxTokens'] as const).map((knob) => ({
        name: `${roleStyle(role).label} ${occasions[occasion]}: ${samplingKnobs.training[knob].name}`,
        value: sampling[role]?.[occasion]?.[knob] ?? usualSampling,
        usual: usual[role]?.[occasion]?.[knob] ?? usualSampling,
      })),
    ),
  );
}
