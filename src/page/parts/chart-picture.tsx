// A chart as SVG: the same lines, bands and levels as chart.tsx draws on its canvas, for a file and for paper.
import { ghostLook } from './chart-ghost';
import { labelPlaces } from './chart-levels';
import {
  type ChartLine,
  type ChartProps,
  ghostPoints,
  isNamed,
  lastMeasured,
  lastOnAxis,
  shownGhost,
  ticksBetween,
  valueRange,
} from './chart-scale';
import { type LegendEntry, Picture, textWidth } from './picture';

interface ChartDrawingProps {
  readonly chart: ChartProps;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Below this a chart cannot be read by itself. Pixels. */
const least = { width: 520, height: 260 };
const fontSize = 12;

/** The whole picture, as large as the chart is shown, or as it must be to be read. */
export function ChartPicture({ chart, width, height }: ChartDrawingProps) {
  const ghost = shownGhost(chart);
  const size = { width: Math.max(least.width, width), height: Math.max(least.height, height) };
  return (
    <Picture
      words={chart.picture}
      {...size}
      legend={[...chart.lines.filter(isNamed), ...(ghost ? [{ ...ghost, ...ghostLook }] : [])].map(entryOf(chart))}
    >
      <ChartDrawing chart={chart} {...size} />
    </Picture>
  );
}

const entryOf =
  ({ format }: ChartProps) =>
  ({ label, color, values, ...line }: ChartLine): LegendEntry => {
    const value = lastMeasured(values, values.length - 1);
    return {
      label: `${label || 'last'} ${value === undefined ? '–' : format(value)}`,
      width: 18,
      sign: <path stroke={color} strokeWidth={3} strokeDasharray={line.dash?.join(' ')} d="M0 0H18" />,
    };
  };

/** What stands between title and legend: axes, levels, bands, lines. */
export function ChartDrawing({ chart, width, height }: ChartDrawingProps) {
  const { steps, lines, bands = [], levels = [], format, formatTick = format, over = 'step', small, mark } = chart;
  const columns = [...lines.map(({ values }) => values), ...bands.flatMap(({ low, high }) => [low, high])];
  const measured = columns.flat().filter((value) => value !== null);
  const [low, high] = valueRange(chart, lowest(measured), highest(measured));
  const last = lastOnAxis(chart);
  const ghost = shownGhost(chart);
  const plotHeight = height - 8 - 38;
  const ticks = ticksBetween(low, high, ((high - low) * (small ? 26 : 36)) / plotHeight);
  const left = 10 + Math.max(...ticks.map((tick) => textWidth(formatTick(tick), fontSize)));
  const right = levels.length > 0 ? 10 + Math.max(...levels.map(({ label }) => textWidth(label, fontSize))) : 14;
  const plotWidth = width - left - right;
  const x = (step: number) => round(left + (step / last) * plotWidth);
  const y = (value: number) => round(8 + (1 - (value - low) / (high - low)) * plotHeight);
  const names = labelPlaces(
    levels.map(({ value }) => y(value)),
    8,
    8 + plotHeight,
  );
  const points = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) => {
      const step = steps[index];
      return value === null || step === undefined ? [] : [{ x: x(step), y: y(value) }];
    });
  return (
    <g fontSize={fontSize} fill="var(--gray-11)">
      {ticks.map((tick) => (
        <g key={tick}>
          <path stroke="var(--gray-a4)" d={`M${left} ${y(tick)}H${round(left + plotWidth)}`} />
          <text x={left - 6} y={y(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {ticksBetween(0, last, Math.max(1, (last * 44) / plotWidth)).map((tick) => (
        <text key={tick} x={x(tick)} y={8 + plotHeight + 16} textAnchor="middle">
          {tick}
        </text>
      ))}
      <text x={round(left + plotWidth / 2)} y={8 + plotHeight + 33} textAnchor="middle">
        {over}
      </text>
      {levels.map((level, index) => (
        <g key={level.label} fill={level.color}>
          <path
            stroke={level.color}
            strokeDasharray="4 4"
            d={`M${left} ${y(level.value)}H${round(left + plotWidth)}`}
          />
          <text x={round(left + plotWidth + 8)} y={round((names[index] ?? 0) + 4)}>
            {level.label}
          </text>
        </g>
      ))}
      {mark && (
        <g>
          <path stroke="var(--gray-9)" strokeDasharray="2 3" d={`M${x(mark.step)} 8V${8 + plotHeight}`} />
          <text
            x={x(mark.step) + (mark.step > last / 2 ? -4 : 4)}
            y={8 + plotHeight - 6}
            textAnchor={mark.step > last / 2 ? 'end' : 'start'}
          >
            {mark.label}
          </text>
        </g>
      )}
      {bands.map((band) => {
        const edge = [...points(band.high), ...points(band.low).reverse()];
        return <path key={`${band.color} ${band.low.join()}`} fill={band.color} d={pathOf(edge)} />;
      })}
      {ghost && (
        <path
          fill="none"
          stroke={ghostLook.color}
          strokeWidth={ghostLook.width}
          strokeDasharray={ghostLook.dash.join(' ')}
          d={pathOf(ghostPoints(ghost, last).map(({ step, value }) => ({ x: x(step), y: y(value) })))}
        />
      )}
      {lines.map((line) => {
        const at = points(line.values);
        return (
          <g key={line.label} fill={line.color}>
            <path
              fill="none"
              stroke={line.color}
              strokeWidth={line.width ?? 2}
              strokeDasharray={line.dash?.join(' ')}
              strokeLinejoin="round"
              d={pathOf(at)}
            />
            {(line.dots || at.length < 3) &&
              at.map((point) => <circle key={point.x} cx={point.x} cy={point.y} r={2.8} />)}
          </g>
        );
      })}
    </g>
  );
}

type Point = { readonly x: number; readonly y: number };

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

function lowest(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : null;
}

function highest(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : null;
}

/** Tenths of a pixel keep the file short. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
