// All kept rollouts of a run, searched: the question above, what was found below, each a link to its node in Rollouts.
// The question is in the address. `/` leads to the text.
import { Button, TextField } from '@radix-ui/themes';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { fixed, grouped, sentence } from '../../../page/parts/format';
import { isWithin, keepsItsKeys, useKeys } from '../../../page/parts/use-keys';
import { fetchRecordedRun, useRecordedState } from '../../../page/stores/recorded-run';
import { featureRoute, formatRoute, navigate, useRoute } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import { refreshRuns, useRuns } from '../../../page/stores/runs-store';
import { shownRun, useTrainer } from '../../../page/stores/trainer-store';
import { addressOfSearch, type RolloutQuery, searchFromAddress } from '../shared/query';
import { FoundRows } from './found-rows';
import { SearchFields } from './search-fields';
import { searchRun, useSearch } from './search-store';
import './search.css';

export function SearchScreen() {
  const route = useRoute();
  const address = route.screen === 'feature' ? (route.id ?? '') : '';
  const { runId, query } = useMemo(() => searchFromAddress(address), [address]);
  const runs = useSearchedRuns();
  const run = runs.find(({ id }) => id === runId) ?? (runId === '' ? runs[0] : undefined);
  const field = useRef<HTMLInputElement>(null);
  useKeys((event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isWithin(event.target, keepsItsKeys)) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
  const state = useSearch();
  const version = useTrainer(({ live }) => (live?.id === run?.id ? `${live?.step}` : ''));
  const id = run?.id;
  useEffect(() => {
    if (id !== undefined) void searchRun(id, query, version);
  }, [id, query, version]);
  const ask = (changed: Partial<RolloutQuery>) => {
    if (id !== undefined)
      navigate(featureRoute('search', addressOfSearch(id, { ...query, ...changed })), { replace: true });
  };
  return (
    <div className="search-screen document">
      <header>
        <h1>Search the rollouts</h1>
        <p className="quiet">Every answer of every kept step, by what it says, what it earned and why it fell short.</p>
      </header>
      {run === undefined ? (
        <NoRun named={runId} />
      ) : (
        <>
          <search className="search-fields row wrap gap-3" aria-label="Rollouts">
            <Choose
              aria-label="Run"
              value={run.id}
              options={runs.map(({ id: other, name }) => ({ id: other, name }))}
              onChoose={(other) => navigate(featureRoute('search', addressOfSearch(other, query)), { replace: true })}
            />
            <TextField.Root
              ref={field}
              size="2"
              className="search-text"
              aria-label="Text"
              aria-keyshortcuts="/"
              placeholder="Text ( / )"
              value={query.text ?? ''}
              onChange={(event) => ask({ text: event.target.value || undefined })}
            >
              <TextField.Slot>
                <Search size={14} aria-hidden />
              </TextField.Slot>
            </TextField.Root>
            <SearchFields query={query} facets={state.facets} ask={ask} />
            {Object.keys(query).length > 0 && (
              <Button
                size="2"
                variant="soft"
                color="gray"
                onClick={() => navigate(featureRoute('search', run.id), { replace: true })}
              >
                Clear
              </Button>
            )}
          </search>
          <Said />
          {state.kind === 'found' && state.count > 0 && (
            <FoundRows
              key={state.version}
              runId={run.id}
              problemIn={(environment) => cardOf(environment, run.config.definitions).problem}
              count={state.count}
            />
          )}
        </>
      )}
    </div>
  );
}

/** How many are found, or how far the reading is. */
function Said() {
  const { kind, count, ms, facets, read, reason } = useSearch();
  if (kind === 'failed') return <Fault title="The rollouts could not be searched.">{sentence(reason ?? '')}</Fault>;
  const reading = read ?? (kind === 'reading' ? [0, 0] : undefined);
  return (
    <p className="quiet size-1" role="status" data-testid="found">
      {reading
        ? `Reading the kept steps: ${reading[0]} of ${reading[1]} …`
        : facets?.branches === 0
          ? 'No rollouts are kept of this run: they were dropped to stay within the storage budget, or it has done no step.'
          : kind === 'found'
            ? `${grouped(count)} of ${grouped(facets?.branches ?? 0)} answers in ${facets?.steps.length ?? 0} kept steps, in ${fixed(ms, 0)} ms`
            : ''}
    </p>
  );
}

function NoRun({ named }: { readonly named: string }) {
  return (
    <div className="grid gap-3 line-above pad-4">
      <p className="quiet">
        {named === ''
          ? 'There is no run yet: train one in the Lab, and its rollouts can be searched here.'
          : 'The run that this address names is not kept in this browser.'}
      </p>
      <Button className="start" asChild>
        <a href={named === '' ? formatRoute({ screen: 'lab' }) : formatRoute({ screen: 'runs' })}>
          {named === '' ? 'To the Lab' : 'To the runs'}
        </a>
      </Button>
    </div>
  );
}

/** The run on show first, then all that are kept. */
function useSearchedRuns(): readonly RunView[] {
  const shown = useTrainer(shownRun);
  const listed = useRuns((state) => state.runs);
  const recorded = useRecordedState(({ run }) => run?.view);
  useEffect(() => {
    void refreshRuns();
    fetchRecordedRun().catch(() => undefined); // without it the runs of this browser are searched
  }, []);
  return useMemo(() => {
    const all = [shown, ...listed.map(({ view }) => view), recorded].flatMap((view) => view ?? []);
    return [...new Map(all.map((view) => [view.id, view])).values()];
  }, [shown, listed, recorded]);
}
