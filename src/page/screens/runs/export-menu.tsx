// All that a run can be taken home as, in one menu: what it is called, and who reads it.
import { Button, DropdownMenu } from '@radix-ui/themes';
import { Download } from 'lucide-react';
import { basePolicy } from '../../../contract/learner';
import { type ExportChoice, pageFeatures } from '../../features';
import { roleStyle } from '../../parts/roles';
import { exportRun } from '../../stores/lab-actions';
import type { RunView } from '../../stores/run-view';

const rollouts: readonly ExportChoice[] = [
  { name: 'Rollouts as Parquet', what: 'a row for each branch: pandas, DuckDB …', request: { format: 'parquet' } },
  { name: 'Rollouts as JSONL', what: 'the same, a line for each branch', request: { format: 'jsonl' } },
];

const wholeRun: readonly ExportChoice[] = [
  { name: 'Whole run', what: 'with its trees, to be opened in another browser', request: { format: 'bundle' } },
  { name: 'Run as JSON', what: 'settings, curves and results in one document', request: { format: 'run' } },
];

interface Group {
  readonly title: string;
  readonly choices: readonly ExportChoice[];
}

interface ExportMenuProps {
  readonly run: RunView;
  /** Its picture alone. */
  readonly brief?: boolean;
}

export function ExportMenu({ run, brief = false }: ExportMenuProps) {
  const groups: readonly Group[] = [
    { title: 'Weights', choices: weightsOf(run) },
    { title: 'Rollouts', choices: run.step > 0 ? rollouts : [] },
    { title: 'Figures', choices: run.step > 0 ? pageFeatures().flatMap(({ figures }) => figures ?? []) : [] },
  ];
  const shown = [...groups, { title: 'The run', choices: wholeRun }].filter(({ choices }) => choices.length > 0);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger>
        <Button
          size="2"
          variant="ghost"
          color="gray"
          aria-label={`Take home ${run.name}`}
          title={brief ? 'Take home' : undefined}
        >
          <Download size={14} aria-hidden /> <span className={brief ? 'visually-hidden' : undefined}>Take home</span>
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

function ChoiceItem({ run, choice }: { readonly run: RunView; readonly choice: ExportChoice }) {
  const { name, what, request, choices = [] } = choice;
  const told = (
    <span className="grid gap-0">
      {name}{' '}
      <small className="size-1" style={{ opacity: 0.85 }}>
        {what}
      </small>
    </span>
  );
  if (request)
    return (
      <DropdownMenu.Item textValue={name} aria-label={name} onSelect={() => void exportRun(run, request)}>
        {told}
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger textValue={name} aria-label={name}>
        {told}
      </DropdownMenu.SubTrigger>
      <DropdownMenu.SubContent className="export-menu">
        {choices.map((member) => (
          <ChoiceItem key={member.name} run={run} choice={member} />
        ))}
      </DropdownMenu.SubContent>
    </DropdownMenu.Sub>
  );
}

/** None before the first step: there is nothing trained yet. */
function weightsOf({ config, step }: RunView): ExportChoice[] {
  const trained = Object.entries(config.policies).filter(([, policy]) => policy !== basePolicy);
  if (step === 0 || config.trainable === 'none' || trained.length === 0) return [];
  const adapters = trained.map(
    ([role]): ExportChoice => ({
      name: `${roleStyle(role).label} adapter`,
      what: 'LoRA in PEFT’s layout',
      request: { format: 'adapter', role },
    }),
  );
  return [
    ...(config.trainable === 'adapter' ? adapters : []),
    {
      name: 'Merged models',
      what: 'Hugging Face folders: transformers, vLLM, llama.cpp',
      request: { format: 'merged' },
    },
    ...pageFeatures().flatMap(({ weights }) => weights?.(config) ?? []),
  ];
}
