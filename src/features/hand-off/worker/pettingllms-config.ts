// The configuration of a PettingLLMs run (Hydra YAML): the keys its trainer reads, and no others, so that a misspelt
// key cannot slip into a long job unnoticed. What the values should be is the caller's (hand-off.ts). Whence:
// pettingllms/config/** and the code that reads it, at commit a054fb1 of github.com/pettingllms-ai/PettingLLMs.
import { stringify } from 'yaml';
import { z } from 'zod';
import '../../../basics/without-eval';
import { check } from '../../../basics/check';

const count = z.int().positive();
const name = z.string().min(1);
/** "${base_models.policy_0.path}": OmegaConf fills it in. */
const reference = z.string().regex(/^\$\{[a-z_0-9.]+\}$/);

const sampling = z.strictObject({
  enable_thinking: z.boolean(),
  temperature: z.number().nonnegative(),
  top_p: z.number().positive().max(1),
  /** −1: all. */
  top_k: z.int().min(-1),
  min_p: z.number().min(0).max(1),
  repetition_penalty: z.number().positive(),
});

const agent = z.strictObject({ name, policy_name: name, train_llm_config: sampling, val_llm_config: sampling });

const model = z.strictObject({
  path: reference,
  name: reference,
  ppo_trainer_config: z.strictObject({
    filter_method: z.enum(['dapo', 'mean', 'std', 'uid']),
    filter_ratio: z.number().min(0).max(1),
    data: z.strictObject({ max_prompt_length: reference, max_response_length: reference }),
    actor_rollout_ref: z.strictObject({
      model: z.strictObject({ path: reference }),
      actor: z.strictObject({
        ppo_mini_batch_size: count,
        ppo_epochs: count,
        grad_clip: z.number().positive(),
        clip_ratio_low: z.number().min(0).max(1),
        clip_ratio_high: z.number().min(0),
        entropy_coeff: z.number().nonnegative(),
        use_kl_loss: z.boolean(),
        optim: z.strictObject({
          lr: z.number().positive(),
          weight_decay: z.number().nonnegative(),
          lr_warmup_steps: z.int().nonnegative(),
          warmup_style: z.enum(['constant', 'cosine']),
        }),
      }),
      rollout: z.strictObject({
        temperature: z.number().positive(),
        prompt_length: reference,
        response_length: reference,
        tensor_model_parallel_size: count,
      }),
    }),
    trainer: z.strictObject({
      n_gpus_per_node: count,
      n_training_gpus_per_node: count,
      nnodes: count,
      resume_mode: z.enum(['auto', 'disable', 'resume_path']),
    }),
  }),
});

const policies = <Value extends z.ZodType>(prefix: string, value: Value) =>
  z.record(z.string().regex(new RegExp(`^${prefix}_\\d+$`)), value);

export const pettingllmsSchema = z
  .strictObject({
    defaults: z.array(
      z.union([
        z.literal('_self_'),
        z.record(z.string().regex(/^\.\.\/ppo_trainer@models\.model_\d+\.ppo_trainer_config$/), z.literal('eval')),
      ]),
    ),
    specialization: z.enum(['prompt', 'full']),
    /** Full parameters: the only path that trains at that commit. */
    lora_rank: z.literal(0),
    lora_alpha: count,
    rollout_mode: z.enum(['tree', 'no_tree']),
    if_greedy: z.boolean(),
    resource: z.strictObject({ nnodes: count, n_gpus_per_node: count, trust_remote_code: z.boolean() }),
    env: z.strictObject({
      name: z.enum(['stateful_env', 'math_env', 'code_env']),
      dataset: name,
      benchmark: name,
      max_turns: count,
      map_size: count.optional(),
      resolve: z.literal(false),
      multi_modal: z.literal(false),
      batched_init: z.literal(true),
    }),
    base_models: policies('policy', z.strictObject({ path: name, name })),
    agent_policy_configs: z.strictObject({ agent_configs: policies('agent', agent) }),
    multi_agent_interaction: z.strictObject({
      turn_order: z.array(name).min(1),
      parallel: z.boolean(),
      agent_untrained: z.array(name).optional(),
    }),
    training: z.strictObject({
      device: z.literal('cuda'),
      total_training_steps: count,
      project_name: name,
      experiment_name: name,
      logger: z.array(z.enum(['console', 'wandb'])),
      model_checkpoints_dir: name,
      ray_wait_register_center_timeout: count,
      train_batch_size: count,
      train_sample_num: count,
      validate_sample_num: count,
      sample_temperature: z.number().positive(),
      val_freq: count,
      save_freq: z.int().min(-1),
      max_prompt_length: count,
      max_response_length: count,
      num_workers: count,
      lora_rank: z.literal(0),
      lora_alpha: count,
    }),
    models: policies('model', model),
  })
  .superRefine((config, context) => {
    const fail = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    const agents = Object.values(config.agent_policy_configs.agent_configs);
    const models = Object.keys(config.models).length;
    const named = new Set(Object.values(config.base_models).map((base) => base.name));
    for (const one of agents)
      if (!named.has(one.policy_name))
        fail(`agent ${one.name} speaks with "${one.policy_name}", no base model`, 'base_models');
    const known = agents.map((one) => one.name);
    const strangers = [
      ...config.multi_agent_interaction.turn_order,
      ...(config.multi_agent_interaction.agent_untrained ?? []),
    ].filter((one) => !known.includes(one));
    if (strangers.length > 0) fail(`${strangers.join(', ')}: no such agent`, 'multi_agent_interaction');
    if (named.size !== models || Object.keys(config.base_models).length !== models)
      fail('every base model has one model, under a name of its own', 'models');
    if ((config.specialization === 'prompt') !== (models === 1))
      fail('"prompt" is for one model, "full" for several', 'specialization');
  });

export type PettingllmsConfig = z.infer<typeof pettingllmsSchema>;

/** The file. Throws an ExpectationError that names the key at fault, and when a `${…}` leads nowhere. */
export function pettingllmsYaml(config: PettingllmsConfig, heading: string): string {
  const read = pettingllmsSchema.safeParse(config);
  const [issue] = read.error?.issues ?? [];
  check(read.success, `the configuration for PettingLLMs: ${issue?.path.map(String).join('.')}: ${issue?.message}`);
  for (const [, path = ''] of JSON.stringify(config).matchAll(/\$\{([^}]+)\}/g))
    check(valueAt(config, path) !== undefined, `the configuration for PettingLLMs: \${${path}} leads nowhere`);
  const lines = heading.split('\n').map((line) => `# ${line}`.trimEnd());
  return `${lines.join('\n')}\n${stringify(config, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
}

function valueAt(config: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], config);
}
