// Chooses the run whose rollouts are looked at.
import { Select } from '@radix-ui/themes';

export interface RunChoice {
  readonly id: string;
  readonly name: string;
}

interface RunPickerProps {
  readonly runs: readonly RunChoice[];
  readonly runId: string;
  readonly onRun: (runId: string) => void;
}

export function RunPicker({ runs, runId, onRun }: RunPickerProps) {
  if (runs.length < 2) return <p className="cut strong">{runs[0]?.name}</p>;
  return (
    <Select.Root size="2" value={runId} onValueChange={onRun}>
      <Select.Trigger variant="surface" aria-label="Run" />
      <Select.Content position="popper">
        {runs.map((run) => (
          <Select.Item key={run.id} value={run.id}>
            {run.name}
          </Select.Item>
        ))}
      </Select.Content>
    </Select.Root>
  );
}
