// The words and the script that travel with a handed-off run.
import { cardOf } from '../../../learning/catalogue';
import { firstWorld } from '../../../learning/config/worlds';
import type { LabRun } from '../../../run/run-store';
import { totalSteps } from './config';

export interface HandedOff {
  readonly run: LabRun;
  /** Name of the configuration, without its ending. */
  readonly name: string;
  readonly models: readonly string[];
  readonly adapters: readonly string[];
  readonly datasets: boolean;
  /** One sentence each. */
  readonly lost: readonly string[];
  readonly numbers: string;
}

export function readmeOf({ run, name, models, adapters, datasets, lost, numbers }: HandedOff): string {
  const { config, baseHash } = run;
  const { settings } = config;
  const row = (what: string, value: string | number, whence: string) => `| ${what} | ${value} | ${whence} |`;
  return `# ${run.name.replace(/[\r\n|]/g, ' ')}, to be continued on a cluster

A run of Grove – ${cardOf(firstWorld(config).environment, config.definitions).name}, ${run.step} steps, base model ${config.model} (SHA-256
\`${baseHash}\`) – as a folder for [PettingLLMs](https://github.com/pettingllms-ai/PettingLLMs) (Ray, verl, vLLM). It starts
from the merged weights: its trainer cannot start from adapters.

## How to start

1. Install PettingLLMs by its own instructions, on a machine with NVIDIA GPUs.
2. Read FAULTS.md and patch at least its first chapter. Without that the run is not AT-GRPO.
3. \`PETTINGLLMS=/path/to/PettingLLMs GPUS=8 bash run.sh\` – further words are handed to its trainer as overrides.

## What is here

| | |
| --- | --- |
| \`config/${name}.yaml\` | the configuration, checked against the keys that its trainer reads |
| \`models/\` | ${models.map((policy) => `\`${policy}/\``).join(', ')}: each policy as a whole Hugging Face model, ${numbers} |
${adapters.length > 0 ? `| \`adapters/\` | ${adapters.map((role) => `\`${role}/\``).join(', ')}: each role's LoRA adapter for PEFT and vLLM, for evaluation and other trainers |\n` : ''}${datasets ? '| `datasets/`, `data/` | the problems, twice: it writes to the one and reads from the other |\n' : ''}| \`run.json\` | the run as Grove exported it: all settings, reports and evaluations |
| \`run.sh\` | puts configuration and problems into the checkout and starts the trainer |
| \`FAULTS.md\` | what has to be patched |

## Where the settings come from

| Setting | Value | From |
| --- | --- | --- |
${[
  row('worlds per step, `train_batch_size`', settings.worldsPerStep, 'this run'),
  row('branches, `train_sample_num`', settings.branches, 'this run (the paper: 4)'),
  row('turns, `max_turns`', settings.turns, 'this run (the paper: 4)'),
  row('temperature', settings.temperature, 'this run (the paper: 1)'),
  row('learning rate', '1e-6, constant', 'the paper: a rate for adapters says nothing of whole weights'),
  row('optimiser', 'AdamW, weight decay 0.01, mini-batch 64, gradient clip 1', 'the paper'),
  row('objective', 'clip 0.2, one epoch, no KL, no entropy bonus', 'the paper'),
  row('sampling', 'top-p 1, top-k off, no repetition penalty', 'the paper'),
  row('`total_training_steps`', totalSteps, 'its own default; the paper does not say'),
].join('\n')}

## What does not carry over

${lost.map((sentence) => `- ${sentence}`).join('\n')}
`;
}

/** Sentences about what every hand-off loses, beside those of its world. */
export function lostWith({ config }: LabRun, { positions, wanted }: { positions: number; wanted: number }): string[] {
  const { settings } = config;
  return [
    ...(config.wording === 'compact'
      ? [
          `The compact wording: in this run the model was asked in a few dozen symbols, and in PettingLLMs it is asked in full English sentences. ${config.model} has never seen those; what it learnt will not show until it is trained on them.`,
        ]
      : ['The prompts: PettingLLMs words its own, so the policies start from what they learnt under other words.']),
    ...(positions < wanted
      ? [
          `Long prompts: the model has ${positions} positions, the paper's lengths need ${wanted}. \`max_prompt_length\` and \`max_response_length\` are cut to fit, and prompts of its games may not fit at all.`,
        ]
      : []),
    ...(config.policies['tool']
      ? ['The tool role’s language: here it writes programs of calls to the world, there it writes Python that is run.']
      : []),
    'The reward: weights, α and every term are PettingLLMs’s own (see FAULTS.md); those of this run stand in run.json.',
    `The move budget of ${settings.moveBudget} per turn: PettingLLMs has none.`,
    'The optimiser’s moments: they belong to the adapters.',
    ...(Object.keys(config.policies).length === 1
      ? ['The prompt of a single agent: its plan agent is told of a tool agent’s proposal, which there is none of.']
      : []),
    ...(settings.normalisation === 'deviation'
      ? []
      : ['The advantage scale: it divides by the deviation of the group.']),
    ...(settings.pickRule === 'random' ? ['The random pick: `if_greedy: false` takes the first branch.'] : []),
  ];
}

export function runScript({ name, models }: Pick<HandedOff, 'name' | 'models'>): string {
  const overrides = models.flatMap((policy, index) => [
    `  base_models.policy_${index}.path="$here/models/${policy}"`,
    `  models.model_${index}.ppo_trainer_config.trainer.n_gpus_per_node="$per_model"`,
    `  models.model_${index}.ppo_trainer_config.trainer.n_training_gpus_per_node="$per_model"`,
  ]);
  return `#!/usr/bin/env bash
# Puts this folder's configuration and problems into a checkout of PettingLLMs and starts its trainer.
#   PETTINGLLMS=/path/to/PettingLLMs GPUS=8 bash run.sh [key=value …]
set -euo pipefail
here="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
: "\${PETTINGLLMS:?set PETTINGLLMS to a checkout of PettingLLMs}"
gpus="\${GPUS:-8}"
per_model=$((gpus / ${models.length}))
[ -d "$PETTINGLLMS/pettingllms/config/ppo_trainer" ] || { echo "$PETTINGLLMS is no checkout of PettingLLMs" >&2; exit 2; }
[ "$per_model" -ge 1 ] || { echo "${models.length} models need at least ${models.length} GPUs, got $gpus" >&2; exit 2; }
case "$here" in *checkpoint*) echo "put this folder where its path has no \\"checkpoint\\": PettingLLMs takes such a path for a name" >&2; exit 2 ;; esac

# A file that is already there is kept beside the new one.
place() {
  if [ -e "$2" ] && ! cmp -s "$1" "$2"; then mv "$2" "$2.before-grove"; fi
  mkdir -p "$(dirname "$2")"
  cp "$1" "$2"
}
place "$here/config/${name}.yaml" "$PETTINGLLMS/pettingllms/config/grove/${name}.yaml"
for folder in datasets data; do
  [ -d "$here/$folder" ] || continue
  (cd "$here/$folder" && find . -type f) | while read -r file; do place "$here/$folder/$file" "$PETTINGLLMS/$folder/$file"; done
done

export VLLM_USE_V1=1 HYDRA_FULL_ERROR=1
cd "$PETTINGLLMS"
exec python3 -m pettingllms.trainer.train --config-path ../config/grove --config-name ${name} \\
  resource.n_gpus_per_node="$gpus" \\
${overrides.map((line) => `${line} \\`).join('\n')}
  "$@"
`;
}
