// Ticks in the list of runs, and the way from there to their comparison.
import { Button, Checkbox } from '@radix-ui/themes';
import { GitCompareArrows } from 'lucide-react';
import { create } from 'zustand';
import { featureRoute, formatRoute } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import { useRuns } from '../../../page/stores/runs-store';
import './compare.css';

/** Ids, in the order in which they were ticked: the first is the one the others are compared with. */
const useTicked = create<{ readonly ids: readonly string[] }>()(() => ({ ids: [] }));

export const addressOf = (ids: readonly string[]) => formatRoute(featureRoute('compare', ids.join(',')));

export function RunTick({ view: { id, name } }: { readonly view: RunView }) {
  const ticked = useTicked(({ ids }) => ids.includes(id));
  return (
    <Checkbox
      size="2"
      checked={ticked}
      aria-label={`Compare ${name}`}
      title="Tick two or more runs to compare them"
      onCheckedChange={(checked) =>
        useTicked.setState(({ ids }) => ({
          ids: [...ids.filter((other) => other !== id), ...(checked === true ? [id] : [])],
        }))
      }
    />
  );
}

/** Below the list, in sight while anything is ticked. */
export function TickedRuns() {
  const kept = useRuns((state) => state.runs);
  const ids = useTicked((state) => state.ids).filter((id) => kept.some(({ view }) => view.id === id));
  if (ids.length === 0) return null;
  return (
    <section className="compare-ticked row gap-3 card panel pad-3" aria-label="Ticked runs">
      <span className="grow" role="status">
        {ids.length === 1 ? 'One run is ticked: tick another to compare them.' : `${ids.length} runs are ticked.`}
      </span>
      <Button variant="soft" color="gray" onClick={() => useTicked.setState({ ids: [] })}>
        Clear
      </Button>
      {ids.length > 1 && (
        <Button asChild>
          <a href={addressOf(ids)}>
            <GitCompareArrows size={16} aria-hidden /> Compare
          </a>
        </Button>
      )}
    </section>
  );
}
