// All kept rollouts of a run, searched: the question above, what was found below, each a link to its node in Rollouts.
// The question is in the address. `/` leads to the text.
import { Button, TextField } from '@radix-ui/themes';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Choose, type Option, optionsOf } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { fixed, grouped, sentence } from '../../../page/parts/format';
import { NumberField } from '../../../page/parts/number-field';
import { roleStyle } from '../../../page/parts/roles';
import { isWithin, keepsItsKeys, useKeys } from '../../../page/parts/use-keys';
import { recordedRun } from '../../../page/stores/recorded-run';
import { featureRoute, formatRoute, navigate, useRoute } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import { refreshRuns, useRuns } from '../../../page/stores/runs-store';
import { shownRun, useTrainer } from '../../../page/stores/trainer-store';
import {
  addressOfSearch,
  groupKinds,
  outcomes,
  places,
  type Range,
  type RolloutQuery,
  reasons,
  searchFromAddress,
} from '../shared/query';
import type { Facets } from '../shared/rollout-index';
import { FoundRows } from './found-rows';
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
            <Fields query={query} facets={state.facets} ask={ask} />
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
            <FoundRows key={state.version} runId={run.id} count={state.count} />
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

interface FieldsProps {
  readonly query: RolloutQuery;
  readonly facets: Facets | undefined;
  readonly ask: (changed: Partial<RolloutQuery>) => void;
}

function Fields({ query, facets, ask }: FieldsProps) {
  const roles = facets?.roles.map((role) => ({ id: role, name: roleStyle(role).label })) ?? [];
  const terms = facets?.terms.map((term) => ({ id: term, name: term })) ?? [];
  const turns = Array.from({ length: facets?.turns ?? 0 }, (_, turn) => ({
    id: String(turn + 1),
    name: `turn ${turn + 1}`,
  }));
  return (
    <>
      <Any
        name="Where"
        all="anywhere"
        value={query.place}
        options={optionsOf(places).slice(1)}
        ask={(place) => ask({ place })}
      />
      <Any name="Role" all="all roles" value={query.role} options={roles} ask={(role) => ask({ role })} />
      <Any
        name="Turn"
        all="all turns"
        value={query.turn === undefined ? undefined : String(query.turn)}
        options={turns}
        ask={(turn) => ask({ turn: turn === undefined ? undefined : Number(turn) })}
      />
      <Any
        name="Fell short"
        all="well formed or not"
        value={query.reason}
        options={optionsOf(reasons)}
        ask={(reason) => ask({ reason })}
      />
      <Any
        name="Groups"
        all="all groups"
        value={query.group}
        options={optionsOf(groupKinds)}
        ask={(group) => ask({ group })}
      />
      <Any
        name="Outcome"
        all="solved or not"
        value={query.outcome}
        options={optionsOf(outcomes)}
        ask={(outcome) => ask({ outcome })}
      />
      <Ends name="Step" value={query.step} ask={(step) => ask({ step })} />
      <Ends name="Advantage" value={query.advantage} ask={(advantage) => ask({ advantage })} />
      <Ends name="Reward" value={query.reward} ask={(reward) => ask({ reward })} />
      <Any
        name="Term"
        all="no term"
        value={query.term}
        options={terms}
        ask={(term) => ask({ term, ...(term === undefined ? { termRange: undefined } : {}) })}
      />
      {query.term !== undefined && (
        <Ends name={query.term} value={query.termRange} ask={(termRange) => ask({ termRange })} />
      )}
    </>
  );
}

interface AnyProps<Id extends string> {
  readonly name: string;
  /** What it is called when nothing is chosen. */
  readonly all: string;
  readonly value: Id | undefined;
  readonly options: readonly Option<Id>[];
  readonly ask: (chosen: Id | undefined) => void;
}

const nothing = '*';

function Any<Id extends string>({ name, all, value, options, ask }: AnyProps<Id>) {
  return (
    <Choose<Id | typeof nothing>
      aria-label={name}
      value={value ?? nothing}
      options={[{ id: nothing, name: all }, ...options]}
      onChoose={(id) => ask(id === nothing ? undefined : id)}
    />
  );
}

interface EndsProps {
  readonly name: string;
  readonly value: Range | undefined;
  readonly ask: (range: Range | undefined) => void;
}

/** From one number on, below another; either may be left open. */
function Ends({ name, value, ask }: EndsProps) {
  const finite = (end: number | undefined) => (end !== undefined && Number.isFinite(end) ? end : undefined);
  const changed = (low: number | undefined, high: number | undefined) =>
    ask(
      low === undefined && high === undefined
        ? undefined
        : { low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY },
    );
  const [low, high] = [finite(value?.low), finite(value?.high)];
  return (
    // biome-ignore lint/a11y/useSemanticElements: two fields of a search are no form's set
    <span className="search-ends row gap-1" role="group" aria-label={name}>
      <span className="quiet size-1">{name}</span>
      <NumberField
        size="2"
        open="least"
        aria-label={`${name} from`}
        value={low}
        onChange={(next) => changed(next, high)}
      />
      <span className="quiet" aria-hidden>
        –
      </span>
      <NumberField
        size="2"
        open="most"
        aria-label={`${name} to`}
        value={high}
        onChange={(next) => changed(low, next)}
      />
    </span>
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
  useEffect(() => {
    void refreshRuns();
  }, []);
  return useMemo(() => {
    const all = [shown, ...listed.map(({ view }) => view), recordedRun()?.view].flatMap((view) => view ?? []);
    return [...new Map(all.map((view) => [view.id, view])).values()];
  }, [shown, listed]);
}
