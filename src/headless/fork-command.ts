// `lab train --fork FOLDER --at STEP`: a new run that goes on from a kept checkpoint of the run in a folder, changed by
// --set, --freeze, --seed and --steps. What a fork may change: learning/config/fork.ts.
import { rebuilt } from '../learning/config/build';
import { checkFork } from '../learning/config/fork';
import { withKnobs } from '../learning/config/knob-wishes';
import type { RunConfig } from '../learning/config/run-config';
import type { ProblemSet } from '../learning/environments/problem-set';
import { type Forked, forkAt, forkedFrom, forksOf } from '../run/fork';
import { definitionsOf } from '../run/run-catalogue';
import { type Flags, UsageError } from './arguments';
import { type CliFeature, catalogueParts } from './cli-feature';
import { folderRunStore } from './folder-run-store';

export const forkFlags = {
  fork: { value: 'FOLDER', meaning: 'go on from a kept step of that run, with what --set, --freeze and --seed change' },
  at: { value: 'STEP', meaning: 'which step of it: its best or its last; the last when absent' },
} as const;

export interface ForkPlan {
  readonly config: RunConfig;
  readonly forked: Forked | undefined;
  readonly name: string;
  readonly problems?: ProblemSet;
}

/** Flags that a fork does not take: what they say is the other run's. */
const keptFlags = ['preset', 'resume', 'world', 'team', 'tool-language', 'policy', 'start', 'trainable', 'level'];

/** Throws a UsageError or an ExpectationError that says what is not kept, or not to be changed. */
export async function planOfFork(flags: Flags, offered: CliFeature): Promise<ForkPlan> {
  for (const name of [...keptFlags, 'problems'])
    if (flags.has(name)) throw new UsageError(`--fork takes that from the run it goes on from: leave --${name} away`);
  const folder = flags.needed('fork');
  const runStore = folderRunStore(folder);
  const runId = await runStore.runId();
  const parent = await runStore.runs.get(runId);
  if (!parent) throw new UsageError(`${folder} holds no run`);
  const last = (await forksOf(runStore, runId)).at(-1)?.step ?? 0;
  const fork = await forkAt(runStore, runId, flags.count('at', 0) ?? last);
  const { config: own } = parent;
  const seed = flags.count('seed', 0) ?? own.settings.seed;
  const steps = flags.count('steps') ?? own.settings.steps;
  const frozen = flags.all('freeze');
  const changed = withKnobs(own, [...flags.all('set'), `seed=${seed}`, `steps=${steps}`]);
  const config = rebuilt(changed, { fork, ...(frozen.length > 0 ? { frozen } : {}) });
  checkFork(config, own);
  const { problems: [problems] = [] } = await definitionsOf(config, catalogueParts(offered, folder));
  return {
    config,
    forked: await forkedFrom(async () => runStore, config),
    name: flags.text('name') ?? `${parent.name}, from step ${fork.step}`,
    ...(problems ? { problems } : {}),
  };
}
