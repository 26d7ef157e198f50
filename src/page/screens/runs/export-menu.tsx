// All that a run can be taken home as, in one menu: what it is called, and who reads it.
import { Button, DropdownMenu } from '@radix-ui/themes';
import { Download } from 'lucide-react';
import { basePolicy } from '../../../contract/learner';
import type { ExportRequest } from '../../../run/trainer-api';
import { roleStyle } from '../../parts/roles';
import { exportRun } from '../../stores/lab-actions';
import type { RunView } from '../../stores/run-view';

interface Choice {
  readonly name: string;
  readonly what: string;
  readonly request: ExportRequest;
}

/** Choices behind one. */
interface Family extends Omit<Choice, 'request'> {
  readonly choices: readonly Choice[];
}

const rollouts: readonly Choice[] = [
  { name: 'Rollouts as Parquet', what: 'a row for each branch: pandas, DuckDB …', request: { format: 'parquet' } },
  { name: 'Rollouts as JSONL', what: 'the same, a line for each branch', request: { format: 'jsonl' } },
];

const wholeRun: readonly Choice[] = [
  { name: 'Whole run', what: 'with its trees, to be opened in another browser', request: { format: 'bundle' } },
  { name: 'Run as JSON', what: 'settings, curves and results in one document', request: { format: 'run' } },
];

interface Group {
  readonly title: string;
  readonly choices: readonly (Choice | Family)[];
}

export function ExportMenu({ run }: { readonly run: RunView }) {
  const groups: readonly Group[] = [
    { title: 'Weights', choices: weightsOf(run) },
    { title: 'Rollouts', choices: run.step > 0 ? rollouts : [] },
  ];
  const shown = [...groups, { title: 'The run', choices: wholeRun }].filter(({ choices }) => choices.length > 0);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Button size="2" variant="ghost" color="gray" aria-label={`Take home ${run.name}`}>
          <Download size={14} aria-hidden /> Take home
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" className="export-menu export-columns">
        {shown.map(({ title, choices }) => (
          <DropdownMenu.Group key={title}>
            <DropdownMenu.Label>{title}</DropdownMenu.Label>
            {choices.map((choice) => (
              <ChoiceItem key={choice.name} run={run} choice={choice} />
            ))}
          </DropdownMenu.Group>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function ChoiceItem({ run, choice }: { readonly run: RunView; readonly choice: Choice | Family }) {
  const { name, what } = choice;
  const told = (
    <span className="export-what">
      {name} <small>{what}</small>
    </span>
  );
  if ('request' in choice)
    return (
      <DropdownMenu.Item textValue={name} aria-label={name} onSelect={() => void exportRun(run, choice.request)}>
        {told}
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger textValue={name} aria-label={name}>
        {told}
      </DropdownMenu.SubTrigger>
      <DropdownMenu.SubContent className="export-menu">
        {choice.choices.map((member) => (
          <ChoiceItem key={member.name} run={run} choice={member} />
        ))}
      </DropdownMenu.SubContent>
    </DropdownMenu.Sub>
  );
}

/** None before the first step: there is nothing trained yet. */
function weightsOf({ config, step }: RunView): (Choice | Family)[] {
  const trained = Object.entries(config.policies).filter(([, policy]) => policy !== basePolicy);
  if (step === 0 || config.level === 'prompt-only' || trained.length === 0) return [];
  const adapters = trained.map(
    ([role]): Choice => ({
      name: `${roleStyle(role).label} adapter`,
      what: 'LoRA in PEFT’s layout',
      request: { format: 'adapter', role },
    }),
  );
  const team: Choice = {
    name: 'Team, to play anywhere',
    what: 'a small file for Play, with or without a GPU',
    request: { format: 'team' },
  };
  return [
    ...(config.level === 'adapter' ? [...adapters, team] : []),
    { name: 'Merged models', what: 'Hugging Face folders: transformers, vLLM, llama.cpp', request: { format: 'merged' } },
    { name: 'ONNX', what: 'onnxruntime, transformers.js', choices: onnxOf(config) },
    {
      name: 'Hand off to a cluster',
      what: 'a folder with which PettingLLMs goes on',
      request: { format: 'hand-off' },
    },
  ];
}

function onnxOf({ level, policies }: RunView['config']): Choice[] {
  const team: Choice = { name: 'Team, adapters as inputs', what: 'one graph for all roles', request: { format: 'onnx' } };
  const roles = Object.keys(policies).map(
    (role): Choice => ({
      name: `${roleStyle(role).label}, one whole model`,
      what: 'transformers.js loads it',
      request: { format: 'onnx', role },
    }),
  );
  return level === 'adapter' ? [team, ...roles] : roles;
}
