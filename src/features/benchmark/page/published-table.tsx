// The table that was published last: what one machine came to, with peers, so that one stands here before the first
// measurement. What this browser measured of the same rows stands beside it.
import { TableHead } from '../../../page/parts/table-head';
import type { BenchmarkRow } from './benchmark-store';
import { withUnit } from './figures';
import published from './published.json';

export function PublishedTable({ own }: { readonly own: readonly BenchmarkRow[] }) {
  const { date, machine, peers, rows } = published;
  const here = rows.map(({ name, shape }) => own.find((row) => row.name === name && row.shape === shape));
  const beside = here.some((row) => row !== undefined);
  const titles = peers.map(({ name, version }) => (
    <>
      {name} <span className="quiet">{version}</span>
    </>
  ));
  return (
    <section className="benchmark-published stack gap-2" aria-labelledby="benchmark-published">
      <h2 id="benchmark-published" className="size-4">
        Published
      </h2>
      <p className="quiet">
        {machine} ({date}): the processor computed WebGPU. Under each peer, how many times as fast Grove was, below 1
        where it was slower; “on wasm” is a peer without WebGPU. All outputs agreed, but for rounding.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll" aria-label="Published results" tabIndex={0}>
        <table className="benchmark-table table">
          <TableHead titles={['What', 'Size', ...(beside ? ['This browser'] : []), 'Grove', ...titles]} />
          <tbody>
            {rows.map(({ name, label, shape, ours, ratios }, index) => {
              const row = here[index];
              return (
                <tr key={`${name} ${shape}`}>
                  <th scope="row">{label}</th>
                  <td>{shape}</td>
                  {beside && <td>{row && row.ours !== null ? withUnit(row.ours, row.unit) : '–'}</td>}
                  <td>{ours}</td>
                  {ratios.map((ratio, peer) => (
                    <td key={peers[peer]?.name} className="nowrap">
                      {ratio || '–'}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}
