// The runs: those that were looked for, sorted and grouped.
import { Button, IconButton, TextField } from '@radix-ui/themes';
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { Choose, optionsOf } from '../../parts/choose';
import { useMedia } from '../../stores/appearance-store';
import type { RunSummary } from '../../stores/storage-client';
import { EvaluateDialog } from './evaluate-dialog';
import { columnIds, columns, groupings, type ListedRuns, listedRuns } from './listed-runs';
import { closePart, listingStore, openPart, sortBy } from './listing-store';
import { RunCard } from './run-card';
import { GroupHead } from './run-group';
import { RunTable } from './run-table';

export function RunList({ runs }: { readonly runs: readonly RunSummary[] }) {
  const listing = listingStore();
  const narrow = useMedia('screen and (max-width: 899px)');
  const groups = useMemo(() => listedRuns(runs, listing), [runs, listing]);
  useEffect(() => closePart, []); // who comes back finds nothing open
  const shown = groups.reduce((sum, group) => sum + group.runs.length, 0);
  return (
    <>
      {runs.length > 1 && <Tools shown={shown} of={runs.length} heads={!narrow} />}
      {!narrow && shown > 0 && <RunTable groups={groups} />}
      {narrow && groups.map((group) => <Cards key={group.title ?? ''} group={group} />)}
      <Evaluation runs={runs} />
      {shown === 0 && (
        <p className="line-above pad-4 quiet">
          No run has all these words in its name, preset, worlds, tags, notes, status or changed settings.{' '}
          <Button size="1" variant="soft" onClick={() => listingStore.setState({ query: '' })}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}

function Evaluation({ runs }: { readonly runs: readonly RunSummary[] }) {
  const { runId, part } = openPart();
  const run = runs.find(({ view }) => view.id === runId)?.view;
  return part === 'evaluation' && run && <EvaluateDialog run={run} open onOpenChange={closePart} />;
}

interface ToolsProps {
  readonly shown: number;
  readonly of: number;
  /** The list has heads that sort it. */
  readonly heads: boolean;
}

function Tools({ shown, of, heads }: ToolsProps) {
  const { query, grouping } = listingStore();
  return (
    <search className="run-tools row wrap gap-3" aria-label="Runs">
      <TextField.Root
        size="2"
        aria-label="Find runs"
        placeholder="Find: name, tag, note, world, setting"
        value={query}
        onChange={(event) => listingStore.setState({ query: event.target.value })}
      >
        <TextField.Slot>
          <Search size={14} aria-hidden />
        </TextField.Slot>
        {query !== '' && (
          <TextField.Slot>
            <IconButton
              size="1"
              variant="ghost"
              color="gray"
              aria-label="Show all runs"
              onClick={() => listingStore.setState({ query: '' })}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </TextField.Slot>
        )}
      </TextField.Root>
      {!heads && <Order />}
      <Choose
        aria-label="Groups of runs"
        value={grouping}
        options={optionsOf(groupings)}
        onChoose={(id) => listingStore.setState({ grouping: id })}
      />
      <span className="quiet size-1" role="status">
        {shown === of ? `${of} runs` : `${shown} of ${of} runs`}
      </span>
    </search>
  );
}

function Order() {
  const { column, descending } = listingStore();
  const Arrow = descending ? ArrowDown : ArrowUp;
  const other = descending ? 'Ascending' : 'Descending';
  return (
    <span className="row gap-2">
      <Choose
        aria-label="Order of the runs"
        value={column}
        options={columnIds.map((id) => ({ id, name: `by ${columns[id].toLowerCase()}` }))}
        onChoose={sortBy}
      />
      <IconButton variant="soft" color="gray" aria-label={other} title={other} onClick={() => sortBy(column)}>
        <Arrow size={15} aria-hidden />
      </IconButton>
    </span>
  );
}

function Cards({ group }: { readonly group: ListedRuns }) {
  const { title, runs } = group;
  return (
    <section aria-label={title}>
      {title && <GroupHead group={group} />}
      <ul className="line-above" aria-label={title ? `Runs of ${title}` : 'Runs'}>
        {runs.map((run) => (
          <RunCard key={run.view.id} run={run} />
        ))}
      </ul>
    </section>
  );
}
