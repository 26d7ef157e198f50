// The frame of a picture that is taken home: title, run and seed above, what is drawn, the legend below. Drawn with the
// page's own colours; standalone-svg.ts makes a file of it that needs nothing of the page.
import type { ReactNode } from 'react';
import type { PictureWords } from './picture-words';

export interface LegendEntry {
  readonly label: string;
  /** Pixels that its sign takes. */
  readonly width: number;
  /** Drawn from 0, around the middle of the line at 0. */
  readonly sign: ReactNode;
}

interface PictureProps {
  readonly words: PictureWords;
  /** Of what is drawn, pixels. */
  readonly width: number;
  readonly height: number;
  readonly legend: readonly LegendEntry[];
  readonly children: ReactNode;
}

const margin = 20;
const lineHeight = 20;
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export function Picture({ words, width, height, legend, children }: PictureProps) {
  const title = wrapped(words.title, width, 17);
  const about = wrapped(words.about, width, 12);
  const top = margin + title.length * 23 + about.length * 17 + 10;
  const places = legendPlaces(legend, width);
  const legendTop = top + height + 20;
  const whole = { width: width + 2 * margin, height: legendTop + (places.at(-1)?.y ?? -lineHeight) + lineHeight };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      {...whole}
      viewBox={`0 0 ${whole.width} ${whole.height}`}
      fontFamily={family}
      fontSize={12}
      fill="var(--gray-12)"
      role="img"
    >
      <title>{`${words.title}. ${words.about}`}</title>
      <rect fill="var(--color-panel-solid)" {...whole} />
      {title.map((line, index) => (
        <text key={line} x={margin} y={margin + 15 + index * 23} fontSize={17} fontWeight={650}>
          {line}
        </text>
      ))}
      {about.map((line, index) => (
        <text key={line} x={margin} y={margin + title.length * 23 + 12 + index * 17} fill="var(--gray-11)">
          {line}
        </text>
      ))}
      <g transform={`translate(${margin} ${top})`}>{children}</g>
      <g transform={`translate(${margin} ${legendTop})`} fill="var(--gray-11)">
        {legend.map(({ label, width: signWidth, sign }, index) => (
          <g key={label} transform={`translate(${places[index]?.x ?? 0} ${places[index]?.y ?? 0})`}>
            {sign}
            <text x={signWidth + 6} y={4}>
              {label}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Where the entries stand: side by side, in as many lines as they need. Pixels. */
function legendPlaces(legend: readonly LegendEntry[], width: number) {
  let x = 0;
  let y = 0;
  return legend.map((entry) => {
    const wide = entry.width + 6 + textWidth(entry.label, 12);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += lineHeight;
    }
    const place = { x, y };
    x += wide + 20;
    return place;
  });
}

/** Lines of whole words, none wider than `width`. */
function wrapped(text: string, width: number, fontSize: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || textWidth(longer, fontSize) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** About as wide as a text is drawn: fonts differ from one machine to the next. Pixels. */
export function textWidth(text: string, fontSize: number): number {
  return text.length * fontSize * 0.6;
}
