// The benchmark's rows: ours first, every peer of the row below it with the ratio and whether it computed the same.
import { Fragment } from 'react';
import { TableHead } from '../../../page/parts/table-head';
import type { BenchmarkRow } from './benchmark-store';
import { figure, withUnit } from './figures';

export function BenchmarkTable({ rows }: { readonly rows: readonly BenchmarkRow[] }) {
  return (
    // Wider than a phone: it scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="scroll" aria-label="Results" tabIndex={0}>
      <table className="benchmark-table table">
        <TableHead titles={['What', 'Who', 'Value', 'We are', 'Note']} />
        <tbody>
          {rows.map((row) => (
            <Fragment key={`${row.name} ${row.shape}`}>
              <tr className="strong">
                <th scope="rowgroup" rowSpan={1 + row.peers.length}>
                  {row.name}
                  <span>{row.shape}</span>
                </th>
                <td>Grove</td>
                <td>{row.ours === null ? 'could not run' : withUnit(row.ours, row.unit)}</td>
                <td />
                <td>{row.note}</td>
              </tr>
              {row.peers.map((peer) => (
                <tr key={peer.name}>
                  <td>
                    {peer.name} <span className="quiet">{peer.version}</span>
                  </td>
                  <td>{peer.value === null ? '–' : withUnit(peer.value, row.unit)}</td>
                  <td>{peer.ratio === null ? '–' : `${figure(peer.ratio)} ×`}</td>
                  <td>
                    {peer.agrees === false && <strong>does not agree: </strong>}
                    {peer.note}
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
