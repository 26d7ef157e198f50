// The figures of a step's report, flat: each with the name it has in every tracker, and what it is. Units stand in the
// names; a part behind the first "/" says of whom or of what. Figures that a report does not have are left out.
import type { Influence } from '../../../learning/rollouts/influence';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import type { BaseDistance } from '../../../learning/training/base-distance';
import type { PolicyReport, RoleReport, StepReport } from '../../../learning/training/report';

export interface Figure {
  readonly name: string;
  /** A sentence for people, without the full stop. */
  readonly meaning: string;
  readonly value: number;
}

/** What may be missing in reports of earlier versions, or of steps that did not measure it. */
type Given = readonly (readonly [name: string, meaning: string, value: number | boolean | undefined])[];

export function figuresOf(report: StepReport): Figure[] {
  const { updates, roles, worlds = {}, validation, baseDistances = {} } = report;
  const given: Given = [
    ['success/training', 'Share of this step’s training worlds that were solved', report.success],
    ['success/branches', 'Share of all answers to a game’s last question that solved it', report.branchSuccess],
    ...(validation ? evaluated(validation, '') : []),
    ...Object.entries(roles).flatMap(([role, of]) => ofRole(role, of, '')),
    ['turns/training', 'Mean turns of a training world', report.turnsMean],
    ...Object.entries(worlds).flatMap(([world, { problems, success, turnsMean, roles: inWorld }]): Given => {
      const there = `@${world}`;
      return [
        [`success/training${there}`, `Share of the training worlds of ${world} that were solved`, success],
        [`problems/training${there}`, `Problems of ${world} in this step`, problems],
        [`turns/training${there}`, `Mean turns of a training world of ${world}`, turnsMean],
        ...Object.entries(inWorld).flatMap(([role, of]) => ofRole(role, of, there)),
      ];
    }),
    ...Object.entries(updates).flatMap(([policy, of]) => ofPolicy(policy, of)),
    ...Object.entries(baseDistances).flatMap(([policy, of]) => ofDistance(policy, of)),
    ['tokens/generated', 'Tokens that were generated for training', report.generatedTokens],
    ['tokens/trained', 'Answer tokens that were trained on', report.trainedTokens],
    ...ofTime(report),
    ...ofGpu(report),
  ];
  return given.flatMap(([name, meaning, value]) =>
    value === undefined ? [] : [{ name, meaning, value: Number(value) }],
  );
}

/** Of the chains on validation problems; of several worlds each beside the whole. */
function evaluated(of: Evaluation, there: string): Given {
  const { rate, low, high, n, solved, turnsMean, tokens, seconds, passThrough, worlds = {} } = of;
  return [
    [`success/validation${there}`, 'Share of the validation problems that greedy play solves', rate],
    [`success/validation_low${there}`, 'Lower end of its 95 % interval (Wilson)', low],
    [`success/validation_high${there}`, 'Upper end of its 95 % interval (Wilson)', high],
    [`problems/validation${there}`, 'Validation problems that were played', n],
    [`problems/validation_solved${there}`, 'Validation problems that were solved', solved],
    [`turns/validation${there}`, 'Mean turns to solve a validation problem, over the solved ones', turnsMean],
    [`tokens/validation${there}`, 'Tokens that validation generated', tokens],
    [`seconds/validation${there}`, 'Wall time of validation', seconds],
    ...(passThrough
      ? ([
          [`last_role/turns${there}`, 'Turns in which the last role was shown a proposal', passThrough.n],
          [`last_role/repeats${there}`, 'Those in which it repeats the proposal', passThrough.repeats],
          [`last_role/mends${there}`, 'Those in which its answer is worth more', passThrough.mends],
          [`last_role/spoils${there}`, 'Those in which its answer is worth less', passThrough.spoils],
          [`last_role/differs${there}`, 'Those in which another answer is worth the same', passThrough.differs],
        ] satisfies Given)
      : []),
    ...Object.entries(worlds).flatMap(([world, inWorld]) => evaluated(inWorld, `@${world}`)),
  ];
}

function ofRole(role: string, of: RoleReport, there: string): Given {
  // runs before 2026-11-23 have another measure under this name
  const influence: Partial<Influence> = typeof of.influence === 'object' ? of.influence : {};
  return [
    [`reward/${role}${there}`, `Mean reward of ${role}’s answers`, of.reward],
    ...Object.entries(of.terms).map(
      ([term, value]) =>
        [`reward/${role}/${term}${there}`, `Mean of the reward term “${term}”, before weighting`, value] as const,
    ),
    [`groups/${role}${there}`, 'Groups: the answers to one prompt', of.groups],
    [`flat_groups/${role}${there}`, 'Groups whose rewards are all equal: they train nothing', of.flatGroups],
    [`answers/${role}${there}`, 'Answers in this step', of.samples],
    [`answer_tokens/${role}${there}`, 'Tokens of these answers', of.tokens],
    [`influence/${role}${there}`, 'Share of plays that another answer would have changed', influence.share],
    [`influence_plays/${role}${there}`, 'Plays that were compared for it', influence.plays],
    [`influence_tokens/${role}${there}`, 'Tokens generated to measure it', influence.tokens],
  ];
}

function ofPolicy(policy: string, of: PolicyReport & { readonly kl?: number }): Given {
  return [
    [`loss/${policy}`, 'The objective’s value as minimised, before the update', of.loss],
    [`entropy_nats/${policy}`, 'Mean entropy of the distribution at each token', of.entropy],
    [`kl_nats/${policy}`, 'Mean k3 towards the reference', of.kl],
    [`mismatch_nats/${policy}`, 'Largest difference of sampler’s and trainer’s log-probabilities', of.mismatch],
    [`gradient_norm/${policy}`, 'Global norm of the gradient before clipping', of.gradientNorm],
    [`clipped_share/${policy}`, 'Share of tokens whose gradient the clip took away', of.clippedShare],
    [`ratio_low/${policy}`, 'Smallest ratio of new to old probability', of.ratioLow],
    [`ratio_high/${policy}`, 'Largest ratio of new to old probability', of.ratioHigh],
    [`weight_change/${policy}`, 'L2 norm of the change of the weights', of.weightChange],
    [`weight_distance/${policy}`, 'L2 distance of the weights from where the run began', of.weightDistance],
    [`policy_tokens/${policy}`, 'Answer tokens of its batch', of.trainedTokens],
    [`skipped/${policy}`, '1 where a gradient was not finite and nothing was changed', of.skipped],
  ];
}

function ofDistance(policy: string, { k3, tokens, groups }: BaseDistance): Given {
  return [
    [`kl_from_base_nats/${policy}`, 'KL divergence from the base model: mean k3 per token', k3],
    [`kl_from_base_tokens/${policy}`, 'Tokens over which that was measured', tokens],
    [`kl_from_base_groups/${policy}`, 'Groups over which that was measured', groups],
  ];
}

function ofTime({ timeMs }: StepReport): Given {
  const seconds = (ms: number | undefined) => ms && ms / 1000;
  return [
    ['seconds/step', 'Wall time of the step, validation left out', seconds(timeMs.total)],
    ['seconds/play', 'Of it, for play', seconds(timeMs.play)],
    ['seconds/advantages', 'Of it, for rewards and advantages', seconds(timeMs.advantages)],
    ['seconds/learn', 'Of it, for forward, backward and update', seconds(timeMs.learn)],
    ['seconds/measure', 'Of it, for the distance from the base model', seconds(timeMs.measure)],
    ['seconds/save', 'Of it, for the checkpoint', seconds(timeMs.save)],
  ];
}

function ofGpu({ gpu }: StepReport): Given {
  return [
    ['gpu/dispatches', 'Dispatches', gpu?.dispatches],
    ['gpu/submissions', 'Submissions', gpu?.submissions],
    ['gpu/waits', 'Read-backs that left the GPU without work', gpu?.waits],
    ['gpu/waited_seconds', 'Time in which a read-back was waited for', gpu && gpu.waitedMs / 1000],
    ['gpu/bytes_up', 'Bytes written into buffers', gpu?.bytesUp],
    ['gpu/bytes_down', 'Bytes read back', gpu?.bytesDown],
    ['gpu/product_bytes', 'Bytes that matrix products read and write', gpu?.productBytes],
    ['gpu/operations', 'Floating-point operations of products and attention', gpu?.operations],
  ];
}
