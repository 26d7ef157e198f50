// The kept steps of a run, as entries of a menu: each begins a fork there.
import { DropdownMenu } from '@radix-ui/themes';
import { GitBranch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { forkRun } from '../stores/lab-actions';
import type { RunView } from '../stores/run-view';
import { storage } from '../stores/storage-client';

export function ForkMenu({ run }: { readonly run: RunView }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger>
        <GitBranch size={14} aria-hidden /> Fork…
      </DropdownMenu.SubTrigger>
      <DropdownMenu.SubContent>
        <ForkItems run={run} />
      </DropdownMenu.SubContent>
    </DropdownMenu.Sub>
  );
}

/** Read when the menu opens. */
export function ForkItems({ run }: { readonly run: RunView }) {
  const [steps, setSteps] = useState<readonly number[]>();
  const { id, step: done } = run;
  useEffect(() => {
    let current = true;
    void storage()
      .then((kept) => kept.keptSteps(id))
      .catch((): readonly number[] => [])
      .then((found) => {
        if (current) setSteps(found);
      });
    return () => {
      current = false;
    };
  }, [id]);
  if (steps === undefined) return <DropdownMenu.Item disabled>Looking for its checkpoints …</DropdownMenu.Item>;
  if (steps.length === 0) return <DropdownMenu.Item disabled>No checkpoint yet: let it train a step</DropdownMenu.Item>;
  return steps.map((step) => (
    <DropdownMenu.Item key={step} onSelect={() => void forkRun(run, step)}>
      from step {step} <span className="quiet">{step === done ? 'its last' : 'its best'}</span>
    </DropdownMenu.Item>
  ));
}
