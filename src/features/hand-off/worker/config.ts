// A run's configuration in PettingLLMs's keys: the team, its policies and the shape of a step are the run's; the
// optimiser's settings are the paper's (arXiv 2510.11062, App. C.1: lr 1e-6, Adam, weight decay 0.01, mini-batch 64,
// clip 0.2, no KL, no entropy, one epoch, full distribution sampled), because a rate for LoRA adapters of a tiny model
// says nothing of full weights.
import { present } from '../../../basics/check';
import { basePolicy } from '../../../contract/learner';
import { teamOf } from '../../../learning/catalogue';
import type { RunConfig } from '../../../learning/config/run-config';
import { firstWorld, wholeSettings } from '../../../learning/config/worlds';
import type { PettingllmsConfig } from './pettingllms-config';
import type { TheirWorld } from './worlds';

/** Of a cluster's node; run.sh changes them. */
const gpus = 8;
export const totalSteps = 200;

export interface Sizes {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

/** The paper's lengths, or what the model has positions for: a quarter for the answer, the rest for the prompt. */
export function sizesFor({ tokens: { prompt, answer } }: TheirWorld, positions: number): Sizes {
  if (positions >= prompt + answer) return { promptTokens: prompt, answerTokens: answer };
  const answerTokens = Math.min(answer, Math.floor(positions / 4));
  return { promptTokens: Math.min(prompt, positions - answerTokens), answerTokens };
}

/** The policies that need a model, in the order of the roles; "base" where a role is spoken by the bare base model. */
export function modelsOf(config: RunConfig): string[] {
  return [...new Set(teamOf(config).roles.map(({ id }) => config.policies[id] ?? basePolicy))];
}

export function pettingllmsConfigOf(
  config: RunConfig,
  world: TheirWorld,
  named: { experiment: string; sizes: Sizes },
): PettingllmsConfig {
  const { settings } = config;
  const team = teamOf(config);
  const policies = modelsOf(config);
  const perModel = Math.max(1, Math.floor(gpus / policies.length));
  const agentOf = (role: string) => present(world.agents[role], `PettingLLMs has no agent for the role "${role}"`);
  const sampling = (temperature: number) => ({
    enable_thinking: false,
    temperature,
    top_p: 1,
    top_k: -1,
    min_p: 0,
    repetition_penalty: 1,
  });
  const untrained = team.roles
    .filter(({ id }) => config.frozen.includes(id) || config.policies[id] === basePolicy)
    .map(({ id }) => agentOf(id));
  const size = wholeSettings(firstWorld(config), config.definitions)['size'];
  const numbered = <Value>(prefix: string, values: readonly Value[]) =>
    Object.fromEntries(values.map((value, index) => [`${prefix}_${index}`, value]));
  return {
    defaults: [
      ...policies.map((_, index) => ({ [`../ppo_trainer@models.model_${index}.ppo_trainer_config`]: 'eval' as const })),
      '_self_',
    ],
    specialization: policies.length === 1 ? 'prompt' : 'full',
    lora_rank: 0,
    lora_alpha: 32,
    rollout_mode: 'tree',
    if_greedy: settings.pickRule === 'best',
    resource: { nnodes: 1, n_gpus_per_node: gpus, trust_remote_code: true },
    env: {
      name: world.env,
      dataset: world.dataset,
      benchmark: world.benchmark,
      max_turns: settings.turns,
      ...(world.env === 'stateful_env' && typeof size === 'number' ? { map_size: size } : {}),
      resolve: false,
      multi_modal: false,
      batched_init: true,
    },
    base_models: numbered(
      'policy',
      policies.map((policy) => ({ path: `models/${policy}`, name: modelName(policy) })),
    ),
    agent_policy_configs: {
      agent_configs: numbered(
        'agent',
        team.roles.map(({ id }) => ({
          name: agentOf(id),
          policy_name: modelName(config.policies[id] ?? basePolicy),
          train_llm_config: sampling(settings.temperature),
          val_llm_config: sampling(0),
        })),
      ),
    },
    multi_agent_interaction: {
      turn_order: team.roles.map(({ id }) => agentOf(id)),
      parallel: team.order === 'parallel',
      ...(untrained.length > 0 ? { agent_untrained: untrained } : {}),
    },
    training: {
      device: 'cuda',
      total_training_steps: totalSteps,
      project_name: 'pettingllms',
      experiment_name: named.experiment,
      logger: ['console'],
      model_checkpoints_dir: 'checkpoints',
      ray_wait_register_center_timeout: 300,
      train_batch_size: settings.worldsPerStep,
      train_sample_num: settings.branches,
      validate_sample_num: 1,
      sample_temperature: settings.temperature,
      val_freq: settings.evaluateEvery,
      save_freq: 40,
      max_prompt_length: named.sizes.promptTokens,
      max_response_length: named.sizes.answerTokens,
      num_workers: 180,
      lora_rank: 0,
      lora_alpha: 32,
    },
    models: numbered(
      'model',
      policies.map((_, index) => ({
        path: filledFrom(`base_models.policy_${index}.path`),
        name: filledFrom(`base_models.policy_${index}.name`),
        ppo_trainer_config: {
          filter_method: 'mean' as const,
          filter_ratio: 0,
          data: {
            max_prompt_length: filledFrom('training.max_prompt_length'),
            max_response_length: filledFrom('training.max_response_length'),
          },
          actor_rollout_ref: {
            model: { path: filledFrom(`base_models.policy_${index}.path`) },
            actor: {
              ppo_mini_batch_size: 64,
              ppo_epochs: 1,
              grad_clip: 1,
              clip_ratio_low: 0.2,
              clip_ratio_high: 0.2,
              entropy_coeff: 0,
              use_kl_loss: false,
              optim: { lr: 1e-6, weight_decay: 0.01, lr_warmup_steps: 0, warmup_style: 'constant' as const },
            },
            rollout: {
              temperature: settings.temperature,
              prompt_length: filledFrom('training.max_prompt_length'),
              response_length: filledFrom('training.max_response_length'),
              tensor_model_parallel_size: 1,
            },
          },
          trainer: {
            n_gpus_per_node: perModel,
            n_training_gpus_per_node: perModel,
            nnodes: 1,
            resume_mode: 'disable' as const,
          },
        },
      })),
    ),
  };
}

/** OmegaConf puts the value at that path in its place. */
function filledFrom(path: string): string {
  return `\${${path}}`;
}

/** Without the word "checkpoint", which the evaluator takes for a path. */
function modelName(policy: string): string {
  return `${policy}_model`;
}
