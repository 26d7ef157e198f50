// Where an evaluation is asked for, and the sign that one is going on.
import { Badge, Button, Spinner } from '@radix-ui/themes';
import { Gauge } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { canBeEvaluated, useEvaluations } from '../../stores/evaluations-store';
import type { RunView } from '../../stores/run-view';

const openDialog = async () => ({ default: (await import('./evaluate-dialog')).EvaluateDialog });
const EvaluateDialog = lazy(openDialog);

export function EvaluateButton({ run }: { readonly run: RunView }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false); // from then on it keeps what was put into it
  if (!canBeEvaluated(run)) return null;
  return (
    <>
      <Button
        size="2"
        variant="surface"
        color="gray"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        onPointerEnter={() => void openDialog().catch(() => undefined)}
        title="Roles swapped, best of K, more problems"
      >
        <Gauge size={14} aria-hidden /> Evaluate
      </Button>
      <Suspense>{wanted && <EvaluateDialog run={run} open={open} onOpenChange={setOpen} />}</Suspense>
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
