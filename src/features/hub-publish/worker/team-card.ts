// The README.md of a published team: what the hub reads of it (front matter), then for people: how good it is, how to
// load it, how it was trained and how to train it again.
import { stringify } from 'yaml';
import { trainedRoles, worldsInWords } from '../../../export/export';
import { trainCommand } from '../../../learning/config/train-command';
import type { Evaluation } from '../../../learning/rollouts/transcript';
import type { LabRun } from '../../../run/run-store';

export interface TeamCard {
  readonly run: LabRun;
  /** Of the repository. */
  readonly name: string;
  readonly licence: string | undefined;
  /** Whether the base model lies beside the adapters, in base/. */
  readonly base: 'beside' | 'elsewhere';
  /** The run's file in the repository. */
  readonly bundle: string;
  /** Steps after which the weights are those published. */
  readonly steps: number;
}

export function teamCard(card: TeamCard): string {
  const { run, name, licence, bundle } = card;
  const { config } = run;
  const environment = worldsInWords(config);
  const roles = trainedRoles(run);
  return `${frontMatter(card, environment)}
# ${name.split('/')[1]}

A team of ${Object.keys(config.policies).length} small language models that plays ${environment}, trained by reinforcement learning with
AT-GRPO ([Stronger-MAS](https://arxiv.org/abs/2510.11062)) in Grove, a lab in the browser. Each trained role has a LoRA adapter
in a folder of its own: ${codes(roles)}.

## Results

${resultsTable(run)}

Greedy play on problems that were never trained on, with 95 % Wilson intervals over n problems; one run, one seed. Success is
the whole team's: an adapter alone is only one role of it.${caveats(run)}

## How to load it

\`\`\`python
${loading(card, roles)}
\`\`\`

The prompts in which each role is asked are Grove's: open \`${bundle}\` there under Runs, and the team plays, with every step's
record.

## How it was trained

${trainedTable(card)}

## How to train it again

In a checkout of Grove:

${reproduction(run)}

${
  licence === undefined
    ? 'No licence was named for the adapters; the base model has its own.'
    : `Licence of the adapters: ${licence}.`
}
`;
}

/** An id that the hub may know: not a folder or a file of somebody's computer. */
export function hubIdOf(model: string): string | undefined {
  const [, id] = /^([A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?)(?:\/[\w.-]+\.gguf)?$/i.exec(model) ?? [];
  return id === undefined || /\.gguf$/i.test(id) ? undefined : id;
}

function frontMatter({ run, name, licence }: TeamCard, environment: string): string {
  const base = hubIdOf(run.config.model);
  const data = {
    ...(base === undefined ? {} : { base_model: base }),
    library_name: 'peft',
    ...(licence === undefined ? {} : { license: licence }),
    language: 'en',
    pipeline_tag: 'text-generation',
    tags: ['lora', 'reinforcement-learning', 'multi-agent', 'at-grpo', 'grove'],
    ...(run.after ? { 'model-index': [index(run, run.after, name.split('/')[1] ?? name, environment)] } : {}),
  };
  return `---\n${stringify(data, { lineWidth: 0 })}---\n`;
}

/** The result as the hub reads it. */
function index(run: LabRun, after: Evaluation, name: string, environment: string) {
  const ids = run.config.worlds.map((world) => world.environment).join('+');
  const metric = {
    type: 'success_rate',
    name: `Success of the team, greedy, n = ${after.n}, 95 % interval ${percent(after.low)} to ${percent(after.high)}`,
    value: Number(after.rate.toFixed(4)),
  };
  const dataset = {
    type: `grove-${ids.replace(/[^\w.-]+/g, '-')}`,
    name: `${environment}, test problems of Grove`,
    split: 'test',
  };
  const task = { type: 'reinforcement-learning', name: 'Multi-agent play' };
  return { name, results: [{ task, dataset, metrics: [metric] }] };
}

function resultsTable({ before, after, testReferences }: LabRun): string {
  const rows: readonly (readonly [string, Evaluation | undefined])[] = [
    ['Trained team', after],
    ['Untrained team', before],
    ['Random play', testReferences?.random],
  ];
  const measured = rows.flatMap(([who, found]) =>
    found
      ? [
          `| ${who} | ${percent(found.rate)} | ${percent(found.low)} – ${percent(found.high)} | ${found.all ? 'all ' : ''}${found.n} |`,
        ]
      : [],
  );
  if (!after) measured.unshift('| Trained team | not measured | | |');
  return ['| Who plays | Solved | 95 % interval | n |', '| --- | --: | --: | --: |', ...measured].join('\n');
}

/** What has to be said wherever the rate is shown. */
function caveats({ after }: LabRun): string {
  const told = [
    after?.verdicts ? 'Roles were told whether an answer was right.' : [],
    after?.sameProblems ? `Problems are those that were trained on: ${after.sameProblems}.` : [],
  ].flat();
  return told.map((sentence) => ` ${sentence}`).join('');
}

function loading({ run, name, base }: TeamCard, roles: readonly string[]): string {
  const id = hubIdOf(run.config.model);
  const [file] = /[\w.-]+\.gguf$/i.exec(run.config.model) ?? [];
  const from =
    base === 'beside'
      ? 'f"{folder}/base"'
      : `${JSON.stringify(id ?? run.config.model)}${file ? `, gguf_file=${JSON.stringify(file)}` : ''}`;
  const [first = '', ...others] = roles;
  return [
    'from huggingface_hub import snapshot_download',
    'from peft import PeftModel',
    'from transformers import AutoModelForCausalLM, AutoTokenizer',
    '',
    `folder = snapshot_download(${JSON.stringify(name)})`,
    `tokenizer = AutoTokenizer.from_pretrained(${from})`,
    `model = AutoModelForCausalLM.from_pretrained(${from})${id === undefined && base !== 'beside' ? '  # or the folder where it lies' : ''}`,
    `team = PeftModel.from_pretrained(model, f"{folder}/${first}", adapter_name=${JSON.stringify(first)})`,
    ...others.map((role) => `team.load_adapter(f"{folder}/${role}", adapter_name=${JSON.stringify(role)})`),
    `team.set_adapter(${JSON.stringify(first)})  # whoever's turn it is`,
  ].join('\n');
}

function trainedTable({ run, steps, base }: TeamCard): string {
  const { config, baseHash, seconds, gpu } = run;
  const { settings } = config;
  const rows: readonly (readonly [string, string])[] = [
    [
      'Base model',
      `${config.model}${base === 'beside' ? ', its numbers in `base/`' : ''} (SHA-256 of its file \`${baseHash}\`)`,
    ],
    ['Steps', `${steps} of ${run.step}${steps < run.step ? ', the best on validation problems' : ''}`],
    ['Worlds a step', `${settings.worldsPerStep}`],
    ['Branches a turn', `${settings.branches}`],
    ['Adapter', `rank ${settings.rank}, alpha ${settings.loraAlpha}`],
    ['Learning rate', `${settings.learningRate}`],
    ['Seed', `${settings.seed}`],
    ['Machine', gpu ?? 'not known'],
    ['Time', seconds > 0 ? `${Math.ceil(seconds / 60)} min` : 'not known'],
  ];
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/[\r\n]+/g, ' ');
  return ['| | |', '| --- | --- |', ...rows.map(([what, value]) => `| ${what} | ${cell(value)} |`)].join('\n');
}

function reproduction({ config }: LabRun): string {
  try {
    const { line, left } = trainCommand(config, 'runs/again');
    const lacks = left.length === 0 ? '' : ' It lacks what a command line cannot say, which stands in the run’s file.';
    return `\`\`\`sh\n${line}\n\`\`\`\n\nIt makes the same configuration to the digit; another GPU rounds otherwise.${lacks}`;
  } catch {
    return 'Its preset is not among those of Grove today: the whole configuration stands in the run’s file.';
  }
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
