// A run's policies inside a learner: which there are, how they start, how they are put down and taken up again.
import { seedFrom } from '../basics/rng';
import { basePolicy, type Learner, type NewPolicy, type PolicyName, type PolicySnapshot } from '../contract/learner';
import { seesPictures } from '../contract/patches';
import { knownCard } from '../learning/catalogue';
import type { RunConfig } from '../learning/config/run-config';

export type Snapshots = Readonly<Record<PolicyName, PolicySnapshot>>;

/** The policies that the run's roles speak with, without the bare base model; in alphabetical order. */
export function policiesOf(config: RunConfig): PolicyName[] {
  return [...new Set(Object.values(config.policies))].filter((name) => name !== basePolicy).sort();
}

/** Whether the run's policies are shown pictures, and so need a patch encoder. */
export function showsPictures({ worlds, definitions }: Pick<RunConfig, 'worlds' | 'definitions'>): boolean {
  return worlds.some(({ environment }) => knownCard(environment, definitions)?.pictured === true);
}

/** Adds the run's policies as they are before the first step. `named` may give them other names inside the learner. */
export async function addPolicies(
  learner: Learner,
  config: RunConfig,
  named: (policy: PolicyName) => PolicyName = (policy) => policy,
): Promise<void> {
  const { rank, loraAlpha: alpha, loraNoise: noise } = config.settings;
  const seed = config.fork?.seed ?? config.settings.seed;
  const kind = config.trainable === 'all-weights' ? 'all-weights' : 'adapter';
  const pictures = showsPictures(config);
  for (const policy of policiesOf(config)) {
    const own = { kind, rank, alpha, noise, seed: seedFrom(seed, 'policy', policy) } as const;
    await learner.addPolicy(named(policy), pictures ? { ...own, pictures } : own);
  }
}

/** A policy that a snapshot is loaded into. */
export function asIn({ kind, tensors }: PolicySnapshot, { rank, alpha }: Pick<NewPolicy, 'rank' | 'alpha'>): NewPolicy {
  return { kind, rank, alpha, seed: 0, ...(seesPictures(tensors) ? { pictures: true } : {}) };
}

/** Snapshots of the run's policies by name: weights, moments and update count. */
export async function savePolicies(learner: Learner, config: RunConfig): Promise<Snapshots> {
  const snapshots: Record<PolicyName, PolicySnapshot> = {};
  for (const policy of policiesOf(config)) snapshots[policy] = await learner.save(policy);
  return snapshots;
}

/** Euclidean distance between two states of a policy's weights. */
export function distanceBetween(a: PolicySnapshot, b: PolicySnapshot): number {
  let sum = 0;
  a.tensors.forEach(({ data }, index) => {
    const other = b.tensors[index]?.data;
    for (let i = 0; i < data.length; i++) sum += ((data[i] as number) - (other?.[i] ?? 0)) ** 2;
  });
  return Math.sqrt(sum);
}
