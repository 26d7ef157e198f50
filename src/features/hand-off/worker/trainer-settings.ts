// A run's settings in the words of TRL's GRPOConfig and of verl's Hydra configuration, and in sentences what these have
// no word for. Adapters go on training here, so the learning rate is the run's own. Whence: trl 1.16
// (trl/trainer/grpo_config.py), verl 0.9 (verl/trainer/config/**).
import { stringify } from 'yaml';
import { problemsInStep, type RunConfig, temperatureOf } from '../../../learning/config/run-config';

const trlLosses = {
  'token-mean': 'dapo',
  'sequence-mean': 'grpo',
  'prompt-mean': 'grpo',
  constant: 'dr_grpo',
} as const;

const verlLosses = {
  'token-mean': 'token-mean',
  'sequence-mean': 'seq-mean-token-mean',
  'prompt-mean': 'seq-mean-token-mean',
  constant: 'seq-mean-token-sum-norm',
} as const;

/** How a role is asked and where it starts. */
export interface TrainedRole {
  readonly id: string;
  /** Folders of the hand-off. */
  readonly model: string;
  readonly adapter?: string;
  readonly maxTokens: number;
  readonly promptTokens: number;
  /** In a step: the run's, or as many as there are – both trainers leave out a batch that is not full. */
  readonly perStep: number;
}

/** What train_trl.py reads. */
export function trlSettings(config: RunConfig, named: { package: string; roles: readonly TrainedRole[] }) {
  const { settings, wording } = config;
  return {
    package: named.package,
    answers: settings.branches,
    roles: Object.fromEntries(
      named.roles.map(({ id, model, adapter = null, maxTokens, perStep }) => [
        id,
        { model, adapter, maxTokens, questions: perStep, temperature: temperatureOf(config, id) },
      ]),
    ),
    grpo: {
      learning_rate: settings.learningRate,
      lr_scheduler_type: settings.schedule,
      warmup_steps: settings.warmupSteps,
      adam_beta1: settings.beta1,
      adam_beta2: settings.beta2,
      weight_decay: settings.weightDecay,
      max_grad_norm: settings.gradientClip,
      epsilon: settings.clipLow,
      epsilon_high: settings.clipHigh,
      beta: settings.klWeight,
      ...(settings.referenceEvery > 0
        ? { sync_ref_model: true, ref_model_mixup_alpha: 1, ref_model_sync_steps: settings.referenceEvery }
        : {}),
      entropy_coef: settings.entropyWeight,
      num_iterations: settings.epochs,
      loss_type: trlLosses[settings.aggregation],
      scale_rewards: settings.normalisation === 'none' ? 'none' : 'group',
      top_k: 0,
      seed: settings.seed,
      ...(wording === 'instruct' ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    },
  };
}

/** verl's configuration for one role: what differs from verl's own `ppo_trainer`. */
export function verlYaml(config: RunConfig, role: TrainedRole, named: { package: string; experiment: string }): string {
  const { settings, wording } = config;
  const inFolder = (path: string) => `\${oc.env:GROVE_FOLDER}/${path}`;
  const yaml = {
    hydra: { searchpath: ['pkg://verl.trainer.config'] },
    defaults: ['ppo_trainer', '_self_'],
    data: {
      train_files: inFolder(`data/${role.id}/train.jsonl`),
      val_files: inFolder(`data/${role.id}/validation.jsonl`),
      max_prompt_length: role.promptTokens,
      max_response_length: role.maxTokens,
      train_batch_size: role.perStep,
      filter_overlong_prompts: true,
      seed: settings.seed,
      ...(wording === 'instruct' ? { apply_chat_template_kwargs: { enable_thinking: false } } : {}),
    },
    actor_rollout_ref: {
      model: {
        path: inFolder(role.model),
        ...(role.adapter
          ? {
              lora_rank: settings.rank,
              lora_alpha: settings.loraAlpha,
              lora_adapter_path: inFolder(role.adapter),
            }
          : {}),
      },
      actor: {
        ppo_mini_batch_size: role.perStep,
        use_dynamic_bsz: true,
        ppo_epochs: settings.epochs,
        clip_ratio_low: settings.clipLow,
        clip_ratio_high: settings.clipHigh,
        entropy_coeff: settings.entropyWeight,
        use_kl_loss: settings.klWeight > 0,
        kl_loss_coef: settings.klWeight,
        loss_agg_mode: verlLosses[settings.aggregation],
        grad_clip: settings.gradientClip,
        optim: {
          lr: settings.learningRate,
          lr_warmup_steps: settings.warmupSteps,
          weight_decay: settings.weightDecay,
          betas: [settings.beta1, settings.beta2],
        },
      },
      rollout: {
        name: 'vllm',
        n: settings.branches,
        temperature: temperatureOf(config, role.id),
        top_p: 1,
        top_k: -1,
        prompt_length: role.promptTokens,
        response_length: role.maxTokens,
        tensor_model_parallel_size: 1,
        // an adapter is laid over weights that vLLM has read itself
        load_format: 'safetensors',
      },
    },
    algorithm: { adv_estimator: 'grpo', norm_adv_by_std_in_grpo: settings.normalisation !== 'none' },
    reward: {
      num_workers: 2,
      reward_manager: {
        source: 'importlib',
        name: 'GroveRewardManager',
        module: { path: inFolder(`${named.package}/verl_reward.py`) },
      },
    },
    trainer: {
      project_name: 'grove',
      experiment_name: `${named.experiment}_${role.id}`,
      logger: ['console'],
      n_gpus_per_node: 1,
      nnodes: 1,
      val_before_train: false,
      test_freq: settings.evaluateEvery,
      save_freq: 40,
      total_epochs: 100,
    },
  };
  const heading = `# The role "${role.id}" of ${named.experiment}, a run of Grove, for verl 0.9; run_verl.sh starts it.\n`;
  return heading + stringify(yaml, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** What TRL and verl have no word for, one sentence each. */
export function lostSettings({ settings, wording, policies }: RunConfig, roles: readonly string[]): string[] {
  const lost = [
    roles.length > 1
      ? 'The team: TRL and verl train one role at a time, the others’ answers are those of the kept rollouts and do not learn along. Only the `verifiers` package plays whole games.'
      : '',
    new Set(roles.map((role) => policies[role])).size > 1
      ? 'Policies of their own in prime-rl: it trains one model, and all roles that learn speak with it.'
      : '',
    new Set(Object.values(policies)).size < Object.keys(policies).length
      ? 'A policy shared by several roles: here each role goes on with a copy of its own.'
      : '',
    settings.grouping === 'agent-and-turn'
      ? ''
      : 'The grouping over whole games: answers are compared with others to the same question.',
    settings.credit === 'own'
      ? ''
      : 'The credit: an answer’s team term is what it comes to itself, not what the other roles make of it.',
    settings.normalisation === 'deviation'
      ? 'The deviation of a group: there that of a sample (divided by K − 1), here of the group itself; advantages come out smaller by √((K − 1)/K).'
      : '',
    settings.normalisation === 'agent'
      ? 'The advantage scale over all of a role’s samples: rewards are divided by the deviation of their group.'
      : '',
    settings.aggregation === 'prompt-mean' ? 'The mean over prompts: it is one over sequences.' : '',
    settings.groupFilter === 'none' ? '' : 'The group filter.',
    settings.entropyChange === 0 ? '' : 'The change of the entropy bonus over the run.',
    problemsInStep(settings, 1) === settings.worldsPerStep
      ? ''
      : 'The growth of the number of problems: every step has the whole.',
    settings.curriculum === 'success' ? 'The curriculum: the worlds keep their shares.' : '',
    settings.schedule === 'constant'
      ? ''
      : 'The schedule in verl: the learning rate is constant there; TRL follows it from its start again.',
    wording === 'instruct'
      ? 'That the model is told not to think: prime-rl asks with its own renderer of the chat template.'
      : '',
    'The optimiser’s moments: they begin anew.',
  ];
  return lost.filter((sentence) => sentence !== '');
}
