// A study as a picture: each row's mean success with its interval, the seeds as dots, the paper's number as a diamond.

import { percent } from '../../../page/parts/format';
import { type LegendEntry, Picture } from '../../../page/parts/picture';
import { PictureMenu } from '../../../page/parts/picture-menu';
import type { PictureWords } from '../../../page/parts/picture-words';
import type { RowSummary } from '../shared/summary';

const width = 760;
const rowHeight = 34;
const labels = 262;
const right = 22;
const top = 24;

const at = (share: number) => labels + share * (width - labels - right);

interface StudyFigureProps {
  readonly rows: readonly RowSummary[];
  readonly paper: string | undefined;
  /** Of its picture. */
  readonly words: PictureWords;
}

export function StudyFigure({ rows, paper, words }: StudyFigureProps) {
  const height = top + rows.length * rowHeight + 6;
  const hasPaper = rows.some(({ row }) => row.paper !== undefined);
  const size = { width, height };
  const drawn = <Rows rows={rows} height={height} />;
  const legend = hasPaper ? [...signs, diamond(paper ?? 'paper')] : signs;
  const picture = () => (
    <Picture words={words} {...size} legend={legend}>
      {drawn}
    </Picture>
  );
  return (
    <figure className="study-figure after-3">
      <div className="flex study-picture">
        <PictureMenu words={words} draw={picture} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label="Figure">
        <svg
          className="size-1"
          fill="var(--gray-12)"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={spoken(rows)}
        >
          {drawn}
        </svg>
      </section>
      <figcaption className="quiet after-2">
        ● mean of the seeds with its 95 % interval, small dots: single seeds{hasPaper ? `, ◆ ${paper}` : ''}
      </figcaption>
    </figure>
  );
}

const signs: readonly LegendEntry[] = [
  {
    label: 'mean of the seeds with its 95 % interval',
    width: 24,
    sign: (
      <g fill="var(--accent-9)" stroke="var(--accent-8)">
        <path strokeWidth={2.5} d="M0 0H24" />
        <circle stroke="none" cx={12} cy={0} r={5.5} />
      </g>
    ),
  },
  { label: 'single seeds', width: 5, sign: <circle fill="var(--accent-11)" opacity={0.7} cx={2.5} cy={0} r={2.4} /> },
];

const diamond = (label: string): LegendEntry => ({
  label,
  width: 9,
  sign: <path fill="none" stroke="var(--gray-12)" strokeWidth={1.4} d="M4.5 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z" />,
});

function Rows({ rows, height }: { readonly rows: readonly RowSummary[]; readonly height: number }) {
  return (
    <g fill="var(--gray-12)">
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <path stroke="var(--gray-5)" d={`M${at(share)} ${top - 6}V${height - 6}`} />
          <text x={at(share)} y={12} textAnchor="middle">
            {percent(share)}
          </text>
        </g>
      ))}
      {rows.map(({ row, success, cells }, index) => {
        const y = top + (index + 0.5) * rowHeight;
        const tone = row.how.kind === 'search' ? 'amber' : 'accent';
        return (
          <g key={row.id}>
            <text x={0} y={y + 4}>
              {row.name.length > 40 ? `${row.name.slice(0, 39)}…` : row.name}
            </text>
            {success && (
              <>
                <path
                  stroke={`var(--${tone}-8)`}
                  strokeWidth={2.5}
                  d={`M${at(success.low)} ${y}H${at(success.high)}`}
                />
                <circle fill={`var(--${tone}-9)`} cx={at(success.mean)} cy={y} r={5.5} />
              </>
            )}
            {cells.length > 1 &&
              cells.map((cell) => (
                <circle
                  key={cell.seed}
                  fill="var(--accent-11)"
                  opacity={0.7}
                  cx={at(cell.evaluation.rate)}
                  cy={y + 9}
                  r={2.4}
                />
              ))}
            {row.paper !== undefined && (
              <path
                fill="none"
                stroke="var(--gray-12)"
                strokeWidth={1.4}
                d={`M${at(row.paper / 100)} ${y - 13}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

function spoken(rows: readonly RowSummary[]): string {
  return rows
    .map(({ row, success }) => {
      const theirs = row.paper === undefined ? '' : `, paper ${row.paper} per cent`;
      return success
        ? `${row.name}: ${percent(success.mean)}, between ${percent(success.low)} and ${percent(success.high)}${theirs}`
        : `${row.name}: to be done${theirs}`;
    })
    .join('; ');
}
