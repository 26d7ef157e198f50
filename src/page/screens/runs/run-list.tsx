// The runs: those that were looked for, sorted and grouped.
import { Button, IconButton, TextField } from '@radix-ui/themes';
import { Search, X } from 'lucide-react';
import { useMemo } from 'react';
import { Choose, optionsOf } from '../../parts/choose';
import { intervalOf, percent } from '../../parts/format';
import type { RunSummary } from '../../stores/storage-client';
import { groupings, type ListedRuns, listedRuns, sortings } from './listed-runs';
import { listingStore } from './listing-store';
import { RunRow } from './run-row';

export function RunList({ runs }: { readonly runs: readonly RunSummary[] }) {
  const listing = listingStore();
  const groups = useMemo(() => listedRuns(runs, listing), [runs, listing]);
  const shown = groups.reduce((sum, group) => sum + group.runs.length, 0);
  return (
    <>
      {runs.length > 1 && <Tools shown={shown} of={runs.length} />}
      {groups.map((group) => (
        <Group key={group.title ?? ''} group={group} />
      ))}
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

function Tools({ shown, of }: { readonly shown: number; readonly of: number }) {
  const { query, sorting, grouping } = listingStore();
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
      <Choose
        aria-label="Order of the runs"
        value={sorting}
        options={optionsOf(sortings)}
        onChoose={(id) => listingStore.setState({ sorting: id })}
      />
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

function Group({ group: { title, runs, success } }: { readonly group: ListedRuns }) {
  return (
    <section aria-label={title}>
      {title && (
        <header className="run-group row wrap gap-3">
          <h2>{title}</h2>
          <span className="quiet size-1">
            {runs.length === 1 ? '1 run' : `${runs.length} runs`}
            {success && `, ${success.n} tested: ${percent(success.mean, 1)}`}
            {success && success.n > 1 && ` (${intervalOf(success)} over the runs)`}
          </span>
        </header>
      )}
      <ul className="line-above" aria-label={title ? `Runs of ${title}` : 'Runs'}>
        {runs.map((run) => (
          <RunRow key={run.view.id} run={run} />
        ))}
      </ul>
    </section>
  );
}
