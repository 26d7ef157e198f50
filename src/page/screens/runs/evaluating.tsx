// Where an evaluation is asked for, and the sign that one is going on.
import { Badge, Button, Spinner } from '@radix-ui/themes';
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { canBeEvaluated, useEvaluations } from '../../stores/evaluations-store';
import type { RunView } from '../../stores/run-view';
import { EvaluateDialog } from './evaluate-dialog';

export function EvaluateButton({ run }: { readonly run: RunView }) {
  const [open, setOpen] = useState(false);
  if (!canBeEvaluated(run)) return null;
  return (
    <>
      <Button
        size="2"
        variant="surface"
        color="gray"
        onClick={() => setOpen(true)}
        title="Roles swapped, best of K, more problems"
      >
        <Gauge size={14} aria-hidden /> Evaluate
      </Button>
      <EvaluateDialog run={run} open={open} onOpenChange={setOpen} />
    </>
  );
}

export function EvaluatingBadge({ runId }: { readonly runId: string }) {
  const atWork = useEvaluations((state) => (state.atWork?.runId === runId ? state.atWork : undefined));
  if (!atWork) return null;
  return (
    <Badge color="gray" variant="soft" role="status">
      <Spinner size="1" /> evaluating {atWork.done} of {atWork.wish.n}
    </Badge>
  );
}
