// Behind a chart's lines: a dashed line to compare with, and an upright one at the step that is looked at.
import type uPlot from 'uplot';
import { type ChartProps, ghostPoints, lastOnAxis, shownGhost } from './chart-scale';

export const ghostLook = { color: 'var(--accent-8)', dash: [5, 4], width: 2 } as const;
export const onShowColor = 'var(--accent-9)';

interface GhostLook {
  readonly color: (css: string) => string;
  readonly zoom: number;
}

export function drawGhost(chart: uPlot, props: ChartProps, { color, zoom }: GhostLook): void {
  const { onShow } = props;
  const ghost = shownGhost(props);
  if (!ghost && onShow === undefined) return;
  const { ctx, bbox } = chart;
  const scale = (devicePixelRatio || 1) * zoom;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  if (ghost) {
    ctx.strokeStyle = color(ghostLook.color);
    ctx.lineWidth = ghostLook.width * scale;
    ctx.setLineDash(ghostLook.dash.map((length) => length * scale));
    ctx.beginPath();
    for (const { step, value } of ghostPoints(ghost, lastOnAxis(props)))
      ctx.lineTo(chart.valToPos(step, 'x', true), chart.valToPos(value, 'y', true));
    ctx.stroke();
  }
  if (onShow !== undefined) {
    const x = Math.round(chart.valToPos(onShow, 'x', true)) + 0.5;
    ctx.strokeStyle = color(onShowColor);
    ctx.lineWidth = 1.5 * scale;
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
