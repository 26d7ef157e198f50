// What became of the rows: how many are problems, and row by row why others are not.
import type { ImportReport } from '../../../learning/environments/problem-import/report';
import { grouped } from '../../../page/parts/format';
import { TableHead } from '../../../page/parts/table-head';

export function ReportOfRows({ report }: { readonly report: ImportReport }) {
  const { rows, problems, bad, faults, duplicates, repeated, notes } = report;
  return (
    <div className="problems-report grid gap-3">
      <dl className="flex wrap gap-5" style={{ rowGap: 0 }}>
        <Count name="rows" count={rows} />
        <Count name={problems === 1 ? 'problem' : 'problems'} count={problems} />
        <Count name="refused" count={bad} kind={bad > 0 ? 'bad' : undefined} />
        <Count name="repeated" count={duplicates} />
      </dl>
      {faults.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className="problems-faults scroll card" tabIndex={0} aria-label="Rows that were refused">
          <table className="table size-1 break">
            <TableHead titles={['Row', 'Column', 'Expected', 'Got']} />
            <tbody>
              {faults.map(({ row, column, expected, got }) => (
                <tr key={row}>
                  <th scope="row" className="nowrap">
                    {row}
                  </th>
                  <td>{column ?? <span className="quiet">the whole row</span>}</td>
                  <td>{expected}</td>
                  <td>{got}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {bad > faults.length && <p className="quiet pad-2">… and {grouped(bad - faults.length)} more.</p>}
        </section>
      )}
      {(duplicates > 0 || notes.length > 0) && (
        <ul className="quiet bullets">
          {repeated[0] && (
            <li>
              Row {repeated[0].row} repeats row {repeated[0].of}
              {duplicates > 1 ? `, and ${grouped(duplicates - 1)} more repeat others` : ''}: each problem is taken once.
            </li>
          )}
          {notes.map(({ note, rows: count }) => (
            <li key={note}>
              {grouped(count)} {count === 1 ? 'row' : 'rows'}: {note}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Count({
  name,
  count,
  kind,
}: {
  readonly name: string;
  readonly count: number;
  readonly kind?: 'bad' | undefined;
}) {
  return (
    <div className="flex">
      <dt className="quiet">{name}</dt>
      <dd className={`strong ${kind ?? ''}`}>{grouped(count)}</dd>
    </div>
  );
}
