// What a chart is given to show, the ranges of its axes, and where their ticks stand. Pure: no canvas, no DOM.
import type { ChartLevel } from './chart-levels';
import type { PictureWords } from './picture-words';

export interface ChartLine {
  readonly label: string;
  /** What it shows, in a sentence: told where the pointer rests on its name. */
  readonly about?: string;
  /** A CSS colour; "var(--blue-9)" follows light and dark. */
  readonly color: string;
  /** One per step of `steps`; null where nothing was measured. */
  readonly values: readonly (number | null)[];
  readonly width?: number;
  readonly dash?: readonly number[];
  /** Dots at the measured values. */
  readonly dots?: boolean;
  /** Not in the legend: one of many that a named line stands for. */
  readonly unnamed?: true;
}

export interface ChartBand {
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  readonly color: string;
}

/** A line to compare with: drawn behind the others, over steps of its own, as far as the axis goes. */
export interface GhostLine {
  readonly label: string;
  readonly about?: string;
  /** Ascending. */
  readonly steps: readonly number[];
  /** One per step; null where nothing was measured. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** What is shown, for people who hear it. */
  readonly label: string;
  /** What its picture is called, and what it says below that. */
  readonly picture: PictureWords;
  readonly steps: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly bands?: readonly ChartBand[];
  readonly levels?: readonly ChartLevel[];
  readonly ghost?: GhostLine | undefined;
  /** A step that is looked at elsewhere: an upright line. */
  readonly onShow?: number | undefined;
  /** What is counted along the axis, if no steps; charts over the same share their cursor. */
  readonly over?: string;
  /** Steps of the whole run: the axis doubles towards it. */
  readonly total?: number;
  /** A step after which something changed, with a word for it: an upright line. */
  readonly mark?: { readonly step: number; readonly label: string } | undefined;
  /** Fixed range of the values; else it follows them, from zero. */
  readonly range?: readonly [low: number, high: number];
  /** The axis reaches at least here: noise around nothing stays small. */
  readonly least?: number;
  readonly format: (value: number) => string;
  /** For the axis, where the unit would stand on every line; else `format`. */
  readonly formatTick?: (value: number) => string;
  /** Pixels; without it the chart fills its place. */
  readonly height?: number;
  readonly onPick?: (step: number) => void;
  readonly small?: boolean;
}

/** Doubles, so that the axis rarely moves, up to the run's length. */
export function lastOnAxis({ steps, total }: ChartProps): number {
  const done = steps.at(-1) ?? 0;
  let last = 10;
  while (last < done) last *= 2;
  return total ? Math.max(Math.min(last, total), done, 1) : last;
}

export function valueRange(
  { range, levels, least = 0 }: ChartProps,
  low: number | null,
  high: number | null,
): [number, number] {
  if (range) return [range[0], range[1]];
  const top = Math.max(high ?? 0, least, ...(levels ?? []).map(({ value }) => value));
  const bottom = Math.min(0, low ?? 0);
  return top === bottom ? [bottom, bottom + 1] : [bottom, bottom + (top - bottom) * 1.12];
}

/** Round numbers from `low` to `high`, one every `apart` at least. */
export function ticksBetween(low: number, high: number, apart: number): readonly number[] {
  const size = 10 ** Math.floor(Math.log10(apart));
  const every = size * ([1, 2, 5, 10].find((times) => times * size >= apart * (1 - 1e-9)) ?? 10);
  const first = Math.ceil(low / every - 1e-9);
  const last = Math.floor(high / every + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * every);
}

/** Whether the legend names it. */
export const isNamed = ({ unnamed }: ChartLine) => !unnamed;

/** What is drawn of a ghost up to the end of the axis: each measured value at its step. */
export function ghostPoints({ steps, values }: GhostLine, last: number): readonly { step: number; value: number }[] {
  return values.flatMap((value, index) => {
    const step = steps[index];
    return value === null || step === undefined || step > last ? [] : [{ step, value }];
  });
}

/** Whether there is more of a ghost up to this step than a point. */
export function isLine(ghost: GhostLine, last: number): boolean {
  return ghostPoints(ghost, last).length > 1;
}

/** The ghost, where it is a line up to the end of the axis. */
export function shownGhost(props: ChartProps): GhostLine | undefined {
  const { ghost } = props;
  return ghost && isLine(ghost, lastOnAxis(props)) ? ghost : undefined;
}

/** The figures of the legend, in its order: of the lines that it names, then of the ghost, where it is shown. */
export function legendFigures(props: ChartProps, at: number): readonly string[] {
  const inWords = (value: number | undefined) => (value === undefined ? '–' : props.format(value));
  const ghost = shownGhost(props);
  const own = props.lines.filter(isNamed).map(({ values }) => inWords(lastMeasured(values, at)));
  // at the same step: else it is no comparison
  const reached = ghost && ghostPoints(ghost, props.steps[at] ?? 0).at(-1);
  return ghost ? [...own, inWords(reached?.value)] : own;
}

/** Where the figures are read while nobody points at a step: at the one that is looked at, else at the newest. */
export function placeOnShow({ steps, onShow }: Pick<ChartProps, 'steps' | 'onShow'>): number {
  return onShow === undefined ? steps.length - 1 : steps.findLastIndex((step) => step <= onShow);
}

/** The value at a place, or the last one measured before it. */
export function lastMeasured(values: readonly (number | null)[], at: number): number | undefined {
  for (let index = Math.min(at, values.length - 1); index >= 0; index--) {
    const value = values[index];
    if (value !== null && value !== undefined) return value;
  }
  return undefined;
}
