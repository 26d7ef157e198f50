// One choice more, or less, in how roles are sampled. Nothing is kept that says nothing: a role without a choice is
// left out, and so is the whole when no role has one.

import type { Occasion, Sampling, SamplingOfRole } from '../../learning/config/sampling';
import type { RoleSampling } from '../../learning/rollouts/play-settings';

export interface SamplingChoice {
  readonly occasion: Occasion;
  readonly name: string;
  /** Undefined: as the run has it. */
  readonly value: number | undefined;
}

export function withSamplingChoice(chosen: SamplingOfRole, { occasion, name, value }: SamplingChoice): SamplingOfRole {
  return withPart<RoleSampling>({ ...chosen }, occasion, withPart<number>({ ...chosen[occasion] }, name, value));
}

/** Undefined when nothing is left. */
export function withSamplingOf(
  sampling: Sampling | undefined,
  role: string,
  chosen: SamplingOfRole,
): Sampling | undefined {
  const all = withPart<SamplingOfRole>({ ...sampling }, role, chosen);
  return isEmpty(all) ? undefined : all;
}

function withPart<Part>(
  all: Readonly<Record<string, Part>>,
  name: string,
  value: Part | undefined,
): Record<string, Part> {
  const others = Object.fromEntries(Object.entries(all).filter(([other]) => other !== name));
  return value === undefined || isEmpty(value) ? others : { ...others, [name]: value };
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
