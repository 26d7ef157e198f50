// The runs as a table whose heads sort it.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { bytes, duration, moment } from '../../parts/format';
import type { RunSummary } from '../../stores/storage-client';
import { type Column, columnIds, columns, type ListedRuns, otherWorlds, presetName } from './listed-runs';
import { listingStore, sortBy } from './listing-store';
import { RunActions } from './run-actions';
import { GroupHead } from './run-group';
import { ChangedSettings, RunName, RunWords, StepsDone, Success, useEditing } from './run-parts';

export function RunTable({ groups }: { readonly groups: readonly ListedRuns[] }) {
  return (
    <table className="run-table" aria-label="Runs">
      <thead>
        <tr>
          {columnIds.map((column) => (
            <Head key={column} column={column} />
          ))}
          <td />
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.title ?? ''}>
          {group.title && (
            <tr>
              <th scope="rowgroup" colSpan={columnIds.length + 1}>
                <GroupHead group={group} />
              </th>
            </tr>
          )}
          {group.runs.map((run) => (
            <Row key={run.view.id} run={run} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Head({ column }: { readonly column: Column }) {
  const state = listingStore();
  const sorted = state.column === column ? (state.descending ? 'descending' : 'ascending') : undefined;
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={sorted ?? 'none'}>
      <button type="button" className="run-head" onClick={() => sortBy(column)}>
        {columns[column]} <Arrow size={13} aria-hidden />
      </button>
    </th>
  );
}

function Row({ run }: { readonly run: RunSummary }) {
  const { view, createdAt, seconds, bytes: size } = run;
  const editing = useEditing(view.id);
  return (
    <tr data-testid="run">
      <th scope="row">
        <div className="grid gap-1">
          <RunName run={run} editing={editing} />
          <RunWords run={run} editing={editing} />
        </div>
      </th>
      <td>
        {presetName(view.config)}
        <span className="quiet block">{otherWorlds(view.config).join(', ')}</span>
      </td>
      <td>
        <ChangedSettings view={view} />
      </td>
      <td>
        <Success run={run} />
      </td>
      <td className="run-steps">
        <StepsDone view={view} />
      </td>
      <td>{duration(seconds)}</td>
      <td>{bytes(size)}</td>
      <td>{moment(createdAt, Date.now())}</td>
      <td>
        <RunActions run={run} editing={editing} brief />
      </td>
    </tr>
  );
}
