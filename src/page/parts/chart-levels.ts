// Dashed reference levels across a chart, each with its name in the margin at the right, never one over another; and an
// upright line where something changed.
import type uPlot from 'uplot';

export interface ChartLevel {
  readonly label: string;
  readonly value: number;
  /** A CSS colour. */
  readonly color: string;
}

const lineHeight = 14;
const gap = 8;
const fontOf = (scale: number) => `${12 * scale}px system-ui, sans-serif`;

/** The margin that the longest name needs. Pixels. `zoom`: how much larger than usual names are written. */
export function levelsMargin({ ctx }: Pick<uPlot, 'ctx'>, levels: readonly ChartLevel[], zoom: number): number {
  if (levels.length === 0) return 14;
  ctx.save();
  ctx.font = fontOf(zoom);
  const widest = Math.max(...levels.map(({ label }) => ctx.measureText(label).width));
  ctx.restore();
  return Math.ceil(widest) + gap * zoom + 2;
}

interface LevelsLook {
  readonly color: (css: string) => string;
  readonly zoom: number;
}

export function drawLevels(chart: uPlot, levels: readonly ChartLevel[], { color, zoom }: LevelsLook): void {
  if (levels.length === 0) return;
  const { ctx, bbox } = chart;
  const scale = (devicePixelRatio || 1) * zoom;
  const placed = labelPlaces(
    levels.map(({ value }) => chart.valToPos(value, 'y', true) / scale),
    bbox.top / scale,
    (bbox.top + bbox.height) / scale,
  );
  ctx.save();
  ctx.font = fontOf(scale);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  levels.forEach((level, index) => {
    const y = Math.round(chart.valToPos(level.value, 'y', true)) + 0.5;
    ctx.strokeStyle = color(level.color);
    ctx.fillStyle = ctx.strokeStyle;
    ctx.lineWidth = scale;
    ctx.setLineDash([4 * scale, 4 * scale]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(level.label, bbox.left + bbox.width + gap * scale, (placed[index] ?? 0) * scale);
  });
  ctx.restore();
}

/** An upright line after a step, with its word beside it at the foot. */
export function drawMark(
  chart: uPlot,
  mark: { readonly step: number; readonly label: string } | undefined,
  { color, zoom }: LevelsLook,
): void {
  if (!mark) return;
  const { ctx, bbox } = chart;
  const scale = (devicePixelRatio || 1) * zoom;
  const x = Math.round(chart.valToPos(mark.step, 'x', true)) + 0.5;
  ctx.save();
  ctx.font = fontOf(scale);
  ctx.strokeStyle = color('var(--gray-9)');
  ctx.fillStyle = color('var(--gray-11)');
  ctx.lineWidth = scale;
  ctx.setLineDash([2 * scale, 3 * scale]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  const left = x > bbox.left + bbox.width / 2; // its word stays inside
  ctx.textAlign = left ? 'right' : 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(mark.label, x + (left ? -4 : 4) * scale, bbox.top + bbox.height - 6 * scale);
  ctx.restore();
}

/** The height of each label: beside its line, pushed away from the next, all inside the plot. Pixels. */
export function labelPlaces(lines: readonly number[], top: number, bottom: number): number[] {
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a] ?? 0) - (lines[b] ?? 0));
  const places = [...lines];
  let free = Math.min(top, ...lines);
  for (const index of order) {
    places[index] = Math.max(places[index] ?? 0, free);
    free = (places[index] ?? 0) + lineHeight;
  }
  // What was pushed out at the bottom pushes back up.
  let floor = Math.max(bottom, ...lines);
  for (const index of order.reverse()) {
    places[index] = Math.min(places[index] ?? 0, floor);
    floor = (places[index] ?? 0) - lineHeight;
  }
  return places;
}
