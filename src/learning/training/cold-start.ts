// The cold start: the team as it begins plays problems, what it said in the games it solved is collected, and its
// policies are fine-tuned on that (SFT) before reinforcement learning begins. Whence: PettingLLMs' sft_train, STaR
// (Zelikman et al. 2022). It does not know checkpoints or when a run has had its cold start.
import { rngFrom } from '../../basics/rng';
import type { Learner, PolicyName, TrainingGroup } from '../../contract/learner';
import { likelihood } from '../../contract/objective';
import { groupsBy } from '../algorithm/grouping';
import { type RunConfig, updateKnobsFrom } from '../config/run-config';
import { learningRoles } from '../config/who-trains';
import { playTogether } from '../rollouts/together';
import { tokensIn } from '../rollouts/transcript';
import { playsOf, type StepOptions } from './step';

/** An answer of a solved game. */
export interface Example {
  readonly policy: PolicyName;
  readonly prompt_P: readonly number[];
  readonly token_T: readonly number[];
}

export interface Collected {
  /** Whole batches: at least as many as the settings ask for. */
  readonly worlds: number;
  /** Games solved, several of one world counted each. */
  readonly solved: number;
  /** Generated to collect them. */
  readonly tokens: number;
  readonly examples: readonly Example[];
}

export interface ColdStartReport extends Omit<Collected, 'examples'> {
  readonly policies: Readonly<
    Record<PolicyName, { readonly examples: number; readonly firstLoss: number; readonly lastLoss: number }>
  >;
  readonly updates: number;
  readonly seconds: number;
}

export interface CollectOptions
  extends Pick<StepOptions, 'config' | 'learner' | 'tokenizer' | 'player' | 'runner' | 'catalogue'> {
  readonly onProgress?: (done: number, total: number) => void;
}

/** Plays training worlds with the policies as they are; of every solved one the readable answers that led there, each
 *  once. */
export async function collect(options: CollectOptions): Promise<Collected> {
  const { config, learner, runner, player = playTogether, onProgress } = options;
  const { coldStartWorlds, worldsPerStep } = config.settings;
  const roles = learningRoles(config);
  const examples: Example[] = [];
  let solved = 0;
  let tokens = 0;
  let played = 0;
  // In the chance of steps 0, −1, −2 …: fresh worlds that no step of the run plays again.
  for (let step = 0; played < coldStartWorlds; step--) {
    onProgress?.(played, coldStartWorlds);
    const worlds = await player(playsOf({ ...options, step }), learner, runner ? { runner } : {});
    played += worldsPerStep;
    const won = worlds.filter((world) => world.solved);
    solved += won.length;
    tokens += tokensIn(worlds);
    for (const { role, policy, prompt_P, branches, trunk } of won.flatMap((world) => world.groups)) {
      const answer = branches[trunk];
      if (answer && answer.terms['format'] === 1 && roles.includes(role))
        examples.push({ policy, prompt_P, token_T: answer.token_T });
    }
  }
  const once = groupsBy(
    examples,
    ({ policy, prompt_P, token_T }) => `${policy}|${prompt_P.join(',')}|${token_T.join(',')}`,
  );
  return { worlds: played, solved, tokens, examples: once.map(([example]) => example as Example) };
}

export interface FineTuning {
  readonly config: RunConfig;
  readonly learner: Learner;
  readonly examples: readonly Example[];
  readonly onProgress?: (done: number, total: number) => void;
  /** True: stop now. */
  readonly stopping?: () => boolean;
}

/** Fine-tunes each policy on its own examples; undefined when it was stopped. A policy without examples stays as it is.
 *  The optimiser begins afresh afterwards: its moments are those of another objective. */
export async function fineTune(tuning: FineTuning): Promise<ColdStartReport['policies'] | undefined> {
  const { config, learner, examples, onProgress, stopping } = tuning;
  const { coldStartSteps, coldStartRate } = config.settings;
  const knobs = { ...updateKnobsFrom(config.settings, 1), learningRate: coldStartRate };
  const ofPolicies = groupsBy(examples, ({ policy }) => policy);
  const losses = new Map<PolicyName, number[]>();
  for (let update = 1; update <= coldStartSteps; update++) {
    for (const own of ofPolicies) {
      const policy = own[0]?.policy as PolicyName;
      const { loss } = await learner.accumulate(policy, groupsOf(batchOf(config, own, update)), likelihood);
      await learner.update(policy, knobs);
      losses.set(policy, [...(losses.get(policy) ?? []), loss]);
    }
    onProgress?.(update, coldStartSteps);
    if (stopping?.()) return undefined;
  }
  for (const policy of losses.keys()) {
    const { moment1, moment2, ...weights } = await learner.save(policy);
    await learner.load(policy, {
      ...weights,
      moment1: moment1.map(() => 0),
      moment2: moment2.map(() => 0),
      updates: 0,
    });
  }
  return Object.fromEntries(
    ofPolicies.map((own) => {
      const policy = own[0]?.policy as PolicyName;
      const seen = losses.get(policy) ?? [];
      return [policy, { examples: own.length, firstLoss: seen[0] ?? 0, lastLoss: seen.at(-1) ?? 0 }];
    }),
  );
}

/** The examples of an update: the set in a new random order each time it has been gone through. */
export function batchOf({ settings }: RunConfig, examples: readonly Example[], update: number): Example[] {
  const size = Math.min(settings.coldStartBatch, examples.length);
  const perRound = Math.ceil(examples.length / size);
  const round = Math.floor((update - 1) / perRound);
  const shuffled = rngFrom(settings.seed, 'cold start order', examples[0]?.policy ?? '', round).shuffle(examples);
  const first = ((update - 1) % perRound) * size;
  return shuffled.slice(first, first + size);
}

function groupsOf(examples: readonly Example[]): TrainingGroup[] {
  return groupsBy(examples, ({ prompt_P }) => prompt_P.join(',')).map((samePrompt) => ({
    prompt_P: samePrompt[0]?.prompt_P ?? [],
    completions: samePrompt.map(({ token_T }) => ({ token_T, oldLogp_T: token_T.map(() => 0), advantage: 1 })),
  }));
}
