// A game of a kept tree played on with another answer (learning/rollouts/what-if.ts), by the run's own team. A step is
// played with the weights that the step before it left, and those are seldom kept: the nearest that are answer instead.
// So the game is played on twice, once with nothing replaced, and what differs between the two is the answer's doing.
import { check, present } from '../basics/check';
import type { CheckpointSlot } from '../files/storage/schema';
import { pastOf } from '../learning/rollouts/past-policy';
import type { Sampler } from '../learning/rollouts/sampler';
import type { WorldRecord } from '../learning/rollouts/transcript';
import { type Replacement, replay } from '../learning/rollouts/what-if';
import { playsOf, type StepOptions } from '../learning/training/step';
import type { Snapshots } from './run-policies';
import type { LabRun, RunStore } from './run-store';
import type { WhatIfAnswer, WhatIfRequest } from './trainer-api';

export interface KeptWeights {
  /** Steps done when they were kept. */
  readonly step: number;
  /** The base model speaks for policies that are not among them. */
  readonly policies: Snapshots;
}

const slots: readonly CheckpointSlot[] = ['current', 'best'];

/** The kept weights nearest to those after `step` steps. At 0 they are those the run began with. */
export async function weightsNear(
  { checkpoints }: Pick<RunStore, 'checkpoints'>,
  { id, config }: Pick<LabRun, 'id' | 'config'>,
  step: number,
): Promise<KeptWeights> {
  const kept: KeptWeights[] = [];
  for (const slot of slots) {
    const checkpoint = await checkpoints.load(id, slot);
    if (checkpoint) kept.push(checkpoint);
  }
  // A cold start leaves other weights behind than the run began with.
  if (config.settings.coldStartSteps === 0) {
    const policies = config.start ? (await checkpoints.load(id, 'start'))?.policies : {};
    if (policies) kept.push({ step: 0, policies });
  }
  const [nearest] = kept.sort((a, b) => Math.abs(a.step - step) - Math.abs(b.step - step));
  return present(nearest, 'the run has no checkpoint yet: let it train for a step first');
}

/** `config`: what the step was played with. */
export interface WhatIfParts extends Pick<StepOptions, 'config' | 'tokenizer' | 'catalogue' | 'runner'> {
  readonly learner: Sampler;
  /** The policy in the learner that speaks for each role. */
  readonly policies: Readonly<Record<string, string>>;
  /** As it was kept. */
  readonly record: WorldRecord | undefined;
  /** Answers asked for, of at most `total`. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Both games, without and with the replacement. Throws where the record is not of this configuration's step. */
export async function playWhatIf(
  { learner, policies, record, runner, onProgress, ...parts }: WhatIfParts,
  { step, world, from }: WhatIfRequest,
): Promise<Omit<WhatIfAnswer, 'weightsOf'>> {
  const { config } = parts;
  const games = playsOf({ ...parts, step }).flatMap(({ settings, seeds }) =>
    seeds.flatMap((seed) => Array.from({ length: settings.games ?? 1 }, () => ({ settings, seed }))),
  );
  const game = games[world];
  check(
    game && record?.seed === game.seed && record.environment === game.settings.environment.card.id,
    `the tree of step ${step} is not kept, or was played with other settings than the run has now`,
  );
  const { turns, team } = game.settings;
  const total = (from.by.kind === 'nothing' ? 1 : 2) * (turns - from.turn + 1) * team.roles.length;
  let done = 0;
  // records name policies as the run does
  const loaded = new Map(Object.entries(config.policies).map(([role, policy]) => [policy, policies[role] ?? policy]));
  // and for an earlier checkpoint, too, the nearest weights answer
  const speaking = (policy: string) => loaded.get(pastOf(policy)?.policy ?? policy) ?? policy;
  const sampler: Sampler = {
    sample: (groups) => {
      onProgress?.(Math.min(++done, total), total);
      return learner.sample(groups.map((group) => ({ ...group, policy: speaking(group.policy) })));
    },
  };
  const options = runner ? { runner } : {};
  const played = (by: Replacement) => replay(game.settings, record, { ...from, by }, sampler, options);
  const asItWas = await played({ kind: 'nothing' });
  return { asItWas, instead: from.by.kind === 'nothing' ? asItWas : await played(from.by) };
}
