// Advantages over steps as a strip for each role: a column a step, a cell a bin, the darker the more answers. A cell
// opens the search with its step and range.
import { memo, useMemo, useState } from 'react';
import { counted, percent } from '../../../page/parts/format';
import { Picture } from '../../../page/parts/picture';
import { PictureMenu } from '../../../page/parts/picture-menu';
import { type PictureWords, runPicture } from '../../../page/parts/picture-words';
import { roleStyle } from '../../../page/parts/roles';
import { Term } from '../../../page/parts/term';
import { featureRoute, navigate } from '../../../page/stores/route';
import type { RunView } from '../../../page/stores/run-view';
import { bins, rangeOfBin, type StripColumn, stripOf } from '../shared/advantage-bins';
import { addressOfSearch } from '../shared/query';
import './search.css';

const mostColumns = 160;

export function AdvantageStrips({ run }: { readonly run: RunView }) {
  const { reports, id } = run;
  const roles = Object.keys(reports[0]?.roles ?? {});
  if (roles.length === 0) return null;
  const words = runPicture(run, 'Advantages over steps', 'advantages');
  return (
    <section className="advantage-strips stack gap-2" aria-labelledby="advantage-strips">
      <div className="row between">
        <h3 id="advantage-strips">
          <Term id="advantage">Advantages</Term> <span className="quiet">a cell opens its answers</span>
        </h3>
        <PictureMenu words={words} draw={() => <StripsPicture run={run} roles={roles} words={words} />} />
      </div>
      {roles.map((role) => (
        <Strip key={role} runId={id} role={role} reports={reports} />
      ))}
    </section>
  );
}

/** Pixels. */
const picture = { width: 640, height: 96, gap: 34 };

interface StripsPictureProps {
  readonly run: RunView;
  readonly roles: readonly string[];
  readonly words: PictureWords;
}

/** All strips, one below the other. */
function StripsPicture({ run, roles, words }: StripsPictureProps) {
  const { width, height, gap } = picture;
  return (
    <Picture
      words={words}
      width={width}
      height={roles.length * (height + gap)}
      legend={[{ label: 'the darker, the more answers; −3 below, +3 above', width: 14, sign: <StripSign /> }]}
    >
      {roles.map((role, index) => {
        const columns = stripOf(run.reports, role, mostColumns);
        const ends = `step ${columns[0]?.first ?? 0} to ${columns.at(-1)?.last ?? 0}`;
        return (
          <g key={role} transform={`translate(0 ${index * (height + gap)})`}>
            <text y={12} fill={`var(--${roleStyle(role).color}-11)`}>
              {roleStyle(role).label}, {ends}
            </text>
            <g
              transform={`translate(0 20) scale(${width / Math.max(1, columns.length)} ${height / bins})`}
              fill="var(--accent-9)"
            >
              {columns.map((one, x) => (
                <Column key={one.first} column={one} x={x} />
              ))}
            </g>
          </g>
        );
      })}
    </Picture>
  );
}

const StripSign = () => <rect y={-6} width={14} height={12} fill="var(--accent-9)" />;

interface StripProps {
  readonly runId: string;
  readonly role: string;
  readonly reports: RunView['reports'];
}

function Strip({ runId, role, reports }: StripProps) {
  const columns = useMemo(() => stripOf(reports, role, mostColumns), [reports, role]);
  const [at, setAt] = useState<readonly [column: number, bin: number]>();
  const last = columns.length - 1;
  const [column, bin] = [Math.min(last, at?.[0] ?? last), at?.[1] ?? Math.floor(bins / 2)];
  const shown = columns[column];
  if (!shown) return null;
  const open = (of: StripColumn, cell: number) =>
    navigate(
      featureRoute(
        'search',
        addressOfSearch(runId, { role, step: { low: of.first, high: of.last }, advantage: rangeOfBin(cell) }),
      ),
    );
  const hit = (event: React.MouseEvent<HTMLElement>): readonly [number, number] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const cell = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    return [
      cell((event.clientX - left) / width, columns.length),
      bins - 1 - cell((event.clientY - top) / height, bins),
    ];
  };
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  const words = `${stepsOf(shown)}, ${rangeInWords(bin)}: ${counted(shown.count_B[bin] ?? 0, 'answers')} of ${shown.total}`;
  return (
    <div className="stack gap-1">
      <p className="row between size-1">
        <span style={{ color: `var(--${roleStyle(role).color}-11)` }}>{roleStyle(role).label}</span>
        <span className="quiet" aria-hidden>
          {at ? `${words} (${percent((shown.count_B[bin] ?? 0) / Math.max(1, shown.total))})` : '−3 below, +3 above'}
        </span>
      </p>
      <div
        className="advantage-strip"
        role="slider"
        tabIndex={0}
        aria-label={`Advantages of the ${roleStyle(role).label}. Arrow keys choose a step and a range, Enter opens its answers.`}
        aria-valuemin={columns[0]?.first ?? 0}
        aria-valuemax={columns[last]?.last ?? 0}
        aria-valuenow={shown.first}
        aria-valuetext={words}
        data-own-keys
        onPointerMove={(event) => setAt(hit(event))}
        onPointerLeave={() => setAt(undefined)}
        onClick={(event) => {
          const [wanted, cell] = hit(event);
          const of = columns[wanted];
          if (of) open(of, cell);
        }}
        onKeyDown={(event) => {
          const by = moves[event.key];
          if (event.key === 'Enter') open(shown, bin);
          if (!by) return;
          event.preventDefault();
          setAt([Math.min(last, Math.max(0, column + by[0])), Math.min(bins - 1, Math.max(0, bin + by[1]))]);
        }}
      >
        <svg viewBox={`0 0 ${columns.length} ${bins}`} preserveAspectRatio="none" aria-hidden>
          {columns.map((one, x) => (
            <Column key={one.first} column={one} x={x} />
          ))}
          {at && <rect className="advantage-cursor" x={column} y={bins - 1 - bin} width={1} height={1} />}
        </svg>
      </div>
    </div>
  );
}

const Column = memo(function Column({ column, x }: { readonly column: StripColumn; readonly x: number }) {
  return column.count_B.map((count, bin) => {
    if (count === 0) return null;
    const share = Math.sqrt(count / Math.max(1, column.total)); // a rare answer is still seen
    // biome-ignore lint/suspicious/noArrayIndexKey: bins are named by their place
    return <rect key={bin} x={x} y={bins - 1 - bin} width={1.02} height={1} fillOpacity={share} />;
  });
});

const stepsOf = ({ first, last }: StripColumn) => (first === last ? `step ${first}` : `steps ${first} to ${last}`);

function rangeInWords(bin: number): string {
  const { low, high } = rangeOfBin(bin);
  if (!Number.isFinite(low)) return `below ${high}`;
  return Number.isFinite(high) ? `${low} to ${high}` : `from ${low} on`;
}
