// One live line chart over steps: lines, interval bands, dashed reference levels. New data is drawn at most once per
// frame, and only the canvas is touched. With onPick a step can be opened: by a click, or with ← → and Enter.
import { useThemeContext } from '@radix-ui/themes';
import { useEffect, useId, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { usePrinting } from '../stores/appearance-store';
import { useScale } from '../stores/present-store';
import { drawGhost, ghostLook } from './chart-ghost';
import { drawLevels, drawMark, levelsMargin } from './chart-levels';
import { ChartDrawing, ChartPicture } from './chart-picture';
import {
  type ChartProps,
  isNamed,
  lastMeasured,
  lastOnAxis,
  legendFigures,
  placeOnShow,
  shownGhost,
  valueRange,
} from './chart-scale';
import { PictureMenu } from './picture-menu';

/** As far outside the plot its first and its last dot can be clicked. CSS pixels. */
const besideDot = 8;

export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { appearance } = useThemeContext(); // once the page wears it: the store's is a moment ahead
  const zoom = useScale();
  const printing = usePrinting();
  const legendId = useId();
  const structure = JSON.stringify([
    props.lines.map(({ label, color, dash }) => [label, color, dash]),
    props.bands?.map(({ color }) => color),
    props.small,
    zoom,
  ]);

  // A new chart only when its lines or its colours change: `structure` and `appearance` stand for what it is made of.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    const built = new uPlot(
      optionsOf(latest, node, { zoom, legend: () => legend.current }),
      dataOf(latest.current),
      node,
    );
    chart.current = built;
    writeLegend(built, latest.current, legend.current);
    const resized = new ResizeObserver(() => built.setSize(sizeOf(node, latest.current.height)));
    resized.observe(node);
    return () => {
      resized.disconnect();
      built.destroy();
      chart.current = undefined;
    };
  }, [structure, appearance]);

  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const drawn = chart.current;
      if (!drawn) return;
      drawn.setData(dataOf(props));
      writeLegend(drawn, props, legend.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [props]);

  const { lines, label, onPick, picture, steps } = props;
  const ghost = shownGhost(props);
  const here = placeOnShow(props);
  const paper = props.small ? { width: 280, height: 140 } : { width: 640, height: 280 };
  const draw = () => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = place.current ?? {};
    return <ChartPicture chart={props} width={width} height={height} />;
  };
  return (
    <figure className="chart stack gap-0">
      <div className="top between flex">
        <ul className="chart-legend wrap quiet size-1 flex" ref={legend} id={legendId}>
          {lines.filter(isNamed).map((line) => (
            <li key={line.label} title={line.about}>
              <span className="chart-key" style={{ background: line.color }} />
              {line.label} <b>–</b>
            </li>
          ))}
          {ghost && (
            <li title={ghost.about}>
              <span className="chart-key" data-ghost style={{ color: ghostLook.color }} />
              {ghost.label} <b>–</b>
            </li>
          )}
        </ul>
        <PictureMenu words={picture} draw={draw} />
      </div>
      {printing && (
        <svg className="chart-print block" viewBox={`0 0 ${paper.width} ${paper.height}`} aria-hidden>
          <ChartDrawing chart={props} {...paper} />
        </svg>
      )}
      {onPick ? (
        <div
          className="chart-plot chart-open fill"
          ref={place}
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrow keys choose a step, Enter opens it in Rollouts.`}
          aria-valuemin={steps[0] ?? 0}
          aria-valuemax={steps.at(-1) ?? 0}
          aria-valuenow={steps[here] ?? 0}
          aria-valuetext={spoken(props, here)}
          onKeyDown={(event) => walk(event, chart.current, latest.current)}
        />
      ) : (
        <div className="chart-plot fill" ref={place} role="img" aria-label={`${label}: ${spoken(props, here)}`} />
      )}
    </figure>
  );
}

function optionsOf(
  latest: React.RefObject<ChartProps>,
  node: HTMLElement,
  { zoom, legend }: { readonly zoom: number; readonly legend: () => HTMLElement | null },
): uPlot.Options {
  const { lines, bands = [], small, height, over = 'step' } = latest.current;
  const color = (css: string) => resolved(node, css);
  const ink = color('var(--gray-11)');
  const grid = { stroke: color('var(--gray-a4)'), width: 1 };
  const font = `${12 * zoom}px system-ui, sans-serif`;
  const hidden = { width: 0, stroke: 'transparent', points: { show: false }, spanGaps: true };
  return {
    ...sizeOf(node, height),
    padding: [8, (chart) => levelsMargin(chart, latest.current.levels ?? [], zoom), 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      move: onStep,
      points: { size: 7 * zoom },
      drag: { x: false, y: false },
      sync: { key: `grove-${over}s`, setSeries: false },
    },
    scales: {
      x: { time: false, range: () => [0, lastOnAxis(latest.current)] },
      y: { range: (_chart, low, high) => valueRange(latest.current, low, high) },
    },
    axes: [
      {
        stroke: ink,
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 23 * zoom,
        gap: 4,
        space: 44 * zoom,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      },
      {
        stroke: ink,
        font,
        grid,
        ticks: { show: false },
        gap: 4,
        space: (small ? 26 : 36) * zoom,
        size: (_chart, texts) => 14 + 7 * zoom * Math.max(2, ...(texts ?? []).map((text) => text.length)),
        values: (_chart, ticks) => ticks.map((tick) => (latest.current.formatTick ?? latest.current.format)(tick)),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.label,
        stroke: color(line.color),
        width: (line.width ?? 2) * zoom,
        dash: line.dash && [...line.dash],
        spanGaps: true,
        points: {
          show: line.dots ? true : (chart: uPlot) => chart.data[0].length < 3,
          size: 5 * zoom,
          fill: color(line.color),
          stroke: color(line.color),
        },
      })),
      ...bands.flatMap(() => [hidden, hidden]),
    ],
    bands: bands.map((band, index) => {
      const low = lines.length + 1 + 2 * index;
      return { series: [low + 1, low], fill: color(band.color) };
    }),
    hooks: {
      drawAxes: [
        (chart) => drawLevels(chart, latest.current.levels ?? [], { color, zoom }),
        (chart) => drawGhost(chart, latest.current, { color, zoom }),
        (chart) => drawMark(chart, latest.current.mark, { color, zoom }),
      ],
      setCursor: [(chart) => writeLegend(chart, latest.current, legend())],
      ready: [
        (chart) =>
          // also beside the plot: half of the first and of the last dot lies there
          chart.root.addEventListener('click', ({ clientX }) => {
            const { left, width } = chart.over.getBoundingClientRect();
            const at = clientX - left;
            if (at < -besideDot || at > width + besideDot) return;
            const step = latest.current.steps[chart.posToIdx(at)];
            if (step) latest.current.onPick?.(step);
          }),
      ],
    },
  };
}

function dataOf({ steps, lines, bands = [] }: ChartProps): uPlot.AlignedData {
  const columns = [...lines.map(({ values }) => values), ...bands.flatMap(({ low, high }) => [low, high])];
  return [steps as number[], ...columns.map((values) => values as (number | null)[])];
}

function sizeOf(node: HTMLElement, height: number | undefined): { width: number; height: number } {
  return { width: Math.max(60, node.clientWidth), height: height ?? Math.max(80, node.clientHeight) };
}

/** The values at the cursor, or at the step that is looked at, straight into the legend. */
function writeLegend(chart: uPlot, props: ChartProps, legend: HTMLElement | null): void {
  if (!legend) return;
  const at = chart.cursor.idx ?? placeOnShow(props);
  const texts = legend.querySelectorAll('b');
  legendFigures(props, at).forEach((text, index) => {
    const node = texts[index];
    if (node && node.textContent !== text) node.textContent = text;
  });
}

/** The upright line stands on a step, as the figures do, and not between two. */
const onStep: uPlot.Cursor.MousePosRefiner = (chart, left, top) => {
  const step = left < 0 ? undefined : chart.data[0][chart.posToIdx(left)];
  return [step === undefined ? left : Math.round(chart.valToPos(step, 'x')), top];
};

function spoken({ steps, lines, format, over = 'step' }: ChartProps, at: number): string {
  if (at < 0 || steps.length === 0) return 'nothing measured yet';
  const values = lines.filter(isNamed).flatMap((line) => {
    const value = lastMeasured(line.values, at);
    return value === undefined ? [] : `${line.label} ${format(value)}`;
  });
  return `${over} ${steps[at]}: ${values.join(', ')}`;
}

function walk(event: React.KeyboardEvent<HTMLElement>, chart: uPlot | undefined, props: ChartProps): void {
  if (!chart || props.steps.length === 0) return;
  const last = props.steps.length - 1;
  const at = chart.cursor.idx ?? placeOnShow(props);
  if (event.key === 'Enter') {
    const step = props.steps[at];
    if (step) props.onPick?.(step);
    return;
  }
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: last,
  };
  const target = moves[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const next = Math.min(last, Math.max(0, target));
  const step = props.steps[next] ?? 0;
  chart.setCursor({ left: chart.valToPos(step, 'x'), top: 10 });
  event.currentTarget.setAttribute('aria-valuenow', String(step));
  event.currentTarget.setAttribute('aria-valuetext', spoken(props, next));
}

/** A canvas knows no CSS variables: the browser works the colour out. */
function resolved(node: HTMLElement, css: string): string {
  const probe = document.createElement('span');
  probe.style.color = css;
  node.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
