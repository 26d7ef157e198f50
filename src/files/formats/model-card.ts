// The README.md that travels with an exported adapter or model: what it is, how it was made, how good it is, how to use
// it.

import { mostPatches, patchBytes } from '../../contract/patches';

export interface AdapterCard {
  /** Name of the folder, e.g. "sokoban-plan". */
  readonly name: string;
  /** Roles that this adapter plays, e.g. ["plan"]. */
  readonly roles: readonly string[];
  /** The world's name for people, e.g. "Sokoban". */
  readonly environment: string;
  readonly baseModel: string;
  /** SHA-256 of the base model's weights. */
  readonly baseHash: string;
  readonly runName: string;
  readonly steps: number;
  readonly seed: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** Of the whole team on unseen problems. */
  readonly result?: CardRate;
  readonly untrained?: CardRate;
  /** Of a policy that is shown pictures: the file that its patch encoder is in. */
  readonly patchEncoderFile?: string;
}

/** A success rate with its 95 % interval; all in [0, 1]. */
export interface CardRate {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

export function modelCardOf(card: AdapterCard): string {
  const { roles, environment, baseModel } = card;
  return `${heading(card, { library: 'peft', tags: ['lora'] })}
A LoRA adapter for the ${list(roles)} role${roles.length === 1 ? '' : 's'} of a team of small language models that plays ${environment}, trained in the
browser with AT-GRPO by Grove.

${factsOf(card)}
Success is that of the whole team on problems that were never trained on, played greedily, with the 95 % Wilson interval. An
adapter alone is only one role of it.

## How to load it

\`\`\`python
from peft import PeftModel
from transformers import AutoModelForCausalLM

base = AutoModelForCausalLM.from_pretrained(${JSON.stringify(baseModel)})  # or the folder where the base model lies
model = PeftModel.from_pretrained(base, "path/to/this/folder")
\`\`\`
${eyesOf(card)}
${settingsOf(card)}`;
}

/** Of a whole model: the base with the adapter added into its weights, or weights of its own. */
export function mergedCardOf(card: AdapterCard, numbers: string): string {
  const { roles, environment } = card;
  return `${heading(card, { library: 'transformers', tags: [] })}
A whole model for the ${list(roles)} role${roles.length === 1 ? '' : 's'} of a team of small language models that plays ${environment}: the base model with what was
trained in the browser with AT-GRPO by Grove already in its weights (of a LoRA adapter, W + α/r · B·A). Numbers are ${numbers}.

${factsOf(card)}
Success is that of the whole team on problems that were never trained on, played greedily, with the 95 % Wilson interval. This
model alone is only one role of it.

${loading}${eyesOf(card)}
${settingsOf(card)}`;
}

/** Who reads the patch encoder. */
function eyesOf({ patchEncoderFile }: AdapterCard): string {
  if (patchEncoderFile === undefined) return '';
  return `
## What it sees

It is shown pictures, and \`${patchEncoderFile}\` is its eye: one matrix, [width of the model, ${patchBytes + 2 * mostPatches}]. A patch is 4 × 4 pixels, row by
row, red, green and blue, each value ÷ 127.5 − 1, then its row and its column, each a 4 in its place of ${mostPatches}; the matrix
times that is the embedding of the patch's token. Grove reads this file; PEFT, transformers, vLLM and llama.cpp do not: what
they load of this folder is blind.
`;
}

/** Of the base model as it is, before any training. */
export function baseCardOf(
  { baseModel, baseHash, environment }: Pick<AdapterCard, 'baseModel' | 'baseHash' | 'environment'>,
  numbers: string,
): string {
  return `${heading({ name: baseModel, baseModel }, { library: 'transformers', tags: [] })}
The base model from which a team of small language models learns to play ${environment}, as it was before that training.
Numbers are ${numbers}.

| | |
| --- | --- |
| Base model | ${cell(baseModel)} (weights' SHA-256 \`${baseHash}\`) |

${loading}`;
}

const loading = `## How to load it

\`\`\`python
from transformers import AutoModelForCausalLM, AutoTokenizer

model = AutoModelForCausalLM.from_pretrained("path/to/this/folder")
tokenizer = AutoTokenizer.from_pretrained("path/to/this/folder")
\`\`\`

The folder is also what llama.cpp's \`convert_hf_to_gguf.py\` reads. That program knows tokenizers by name: it takes the model
families it knows (Llama, Qwen2, Qwen3 …) and refuses a tokenizer it has never met, such as that of Grove's own Sprout.
`;

/** The front matter and the title. */
function heading(
  { name, baseModel }: Pick<AdapterCard, 'name' | 'baseModel'>,
  { library, tags }: { library: string; tags: readonly string[] },
): string {
  return `---
base_model: ${JSON.stringify(baseModel)}
library_name: ${library}
pipeline_tag: text-generation
tags:
${[...tags, 'reinforcement-learning', 'multi-agent', 'at-grpo', 'grove'].map((tag) => `  - ${tag}`).join('\n')}
---

# ${name}
`;
}

function factsOf({
  roles,
  environment,
  baseModel,
  baseHash,
  runName,
  steps,
  seed,
  result,
  untrained,
}: AdapterCard): string {
  return `| | |
| --- | --- |
| Role | ${cell(list(roles))} |
| Environment | ${cell(environment)} |
| Base model | ${cell(baseModel)} (weights' SHA-256 \`${baseHash}\`) |
| Run | ${cell(runName)}, ${steps} steps, seed ${seed} |
| Solved by the trained team | ${result ? rateText(result) : 'not measured'} |
| Solved by the untrained team | ${untrained ? rateText(untrained) : 'not measured'} |
`;
}

function settingsOf({ settings }: AdapterCard): string {
  const rows = Object.entries(settings).map(([setting, value]) => `| ${cell(setting)} | ${cell(String(value))} |`);
  return `## Settings

| Setting | Value |
| --- | --- |
${rows.join('\n')}
`;
}

function rateText({ rate, low, high, n }: CardRate): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return `${percent(rate)} of ${n} (95 % interval ${percent(low)} – ${percent(high)})`;
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Text that cannot end a table's cell or row. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
