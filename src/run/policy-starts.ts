// Policies that begin with another run's weights: roles trained alone and then joined, a run that goes on elsewhere.
// The configuration names the weights by their hash; the weights themselves are copied into the new run, which then
// needs the other no more.

import { check, present } from '../basics/check';
import type { PolicyName, PolicySnapshot } from '../contract/learner';
import { reportedCheckpoint } from '../export/export';
import { hexOf, newSha256 } from '../files/formats/hash';
import type { PolicyStart, RunConfig } from '../learning/config/run-config';
import { policiesOf, type Snapshots } from './run-policies';
import type { RunStore } from './run-store';

type CheckpointStore = Pick<RunStore, 'checkpoints'>;

/** SHA-256 of a policy's weights: its tensors' names, shapes and floats, without the optimiser's state. */
async function hashOfWeights({ kind, tensors }: PolicySnapshot): Promise<string> {
  const hash = newSha256();
  for (const { name, shape, data } of tensors) {
    hash.update(new TextEncoder().encode(`${kind} ${name} ${shape.join('×')}\n`));
    hash.update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  return hexOf(hash.digest());
}

/** How a configuration names the weights that a run reports for a policy. */
export async function policyStart(runStore: CheckpointStore, run: string, policy: PolicyName): Promise<PolicyStart> {
  return { run, policy, hash: await hashOfWeights(await reportedPolicy(runStore, run, policy)) };
}

/** The weights of all policies that the configuration lets begin elsewhere, read from the runs it names. */
export async function startsOf(
  runStoreOf: (run: string) => Promise<CheckpointStore>,
  { start = {} }: Pick<RunConfig, 'start'>,
): Promise<Snapshots> {
  const found: Record<PolicyName, PolicySnapshot> = {};
  for (const [policy, { run, policy: theirs }] of Object.entries(start))
    found[policy] = await reportedPolicy(await runStoreOf(run), run, theirs);
  return found;
}

/** The snapshots with a fresh optimiser. Throws where one is missing, unknown to the run, or not what the configuration
 *  names. */
export async function checkedStarts(config: RunConfig, given: Snapshots): Promise<Snapshots> {
  const checked: Record<PolicyName, PolicySnapshot> = {};
  for (const [policy, { run, hash }] of Object.entries(config.start ?? {})) {
    const own = policiesOf(config);
    check(own.includes(policy), `"start" names the policy "${policy}": this run's policies are ${own.join(', ')}`);
    const { moment1, moment2, ...weights } = present(
      given[policy],
      `the weights that policy "${policy}" starts from are missing`,
    );
    const found = await hashOfWeights({ ...weights, moment1, moment2 });
    check(
      found === hash,
      `policy "${policy}" starts from weights ${hash.slice(0, 12)}…, run "${run}" now has ${found.slice(0, 12)}…: choose them anew`,
    );
    checked[policy] = { ...weights, moment1: moment1.map(() => 0), moment2: moment2.map(() => 0), updates: 0 };
  }
  return checked;
}

async function reportedPolicy(runStore: CheckpointStore, run: string, policy: PolicyName): Promise<PolicySnapshot> {
  const { policies } = await reportedCheckpoint(runStore, run);
  return present(
    policies[policy],
    `run "${run}" has no policy "${policy}": it has ${Object.keys(policies).join(', ')}`,
  );
}
