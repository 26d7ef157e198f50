// The paper's idea, as a file one can open: GRPO compares answers to the same question, so in a team that takes turns a group is
// what shares world, role, turn AND prompt tokens (G1). Everything that is compared was asked the same thing.
import { check } from '../../basics/check';

export interface Grouped {
  readonly world: number;
  readonly role: string;
  readonly turn: number;
  readonly prompt_P: readonly number[];
}

/** The key of a sample's group. */
export function groupKey({ world, role, turn, prompt_P }: Grouped): string {
  return `${world}|${role}|${turn}|${prompt_P.join(',')}`;
}

/** Samples by group, groups in order of first appearance. Throws when a group has fewer than two samples. */
export function groupSamples<Sample extends Grouped>(samples: readonly Sample[]): Sample[][] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = groupKey(sample);
    const group = groups.get(key);
    if (group) group.push(sample);
    else groups.set(key, [sample]);
  }
  for (const group of groups.values())
    check(group.length >= 2, `a group needs at least 2 samples, got ${group.length}: raise "branches"`);
  return [...groups.values()];
}
