// The picture of a world of texts: lines that wrap, read by a screen reader as the text they are. Where there is no
// room to read, a sheet that stands for one.
import type { Picture } from '../../learning/environments/environment';
import './text-sheet.css';

interface TextSheetProps {
  readonly picture: Picture;
  /** Width at least, CSS pixels. */
  readonly size: number;
  readonly label?: string | undefined;
  readonly solved: boolean;
}

/** Below this nobody can read. */
const readable = 60;
/** Lines and characters a line, at most, of a picture that is written as large as there is room. */
const brief = { lines: 5, characters: 24 };

export function TextSheet({ picture, size, label, solved }: TextSheetProps) {
  if (size < readable) return <Thumbnail words={picture.join(' ')} size={size} label={label} solved={solved} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: what stands around it may be a button
    <span
      className="text-sheet"
      role="group"
      aria-label={label}
      data-solved={solved || undefined}
      data-small={size < 100 || undefined}
      data-brief={isBrief(picture) || undefined}
      style={{ '--size': `${size}px` } as React.CSSProperties}
      title={size < 150 ? picture.join('\n') : undefined}
    >
      {picture.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are named by their place
        <span key={index}>{line}</span>
      ))}
      {solved && <span className="visually-hidden">solved</span>}
    </span>
  );
}

function isBrief(picture: Picture): boolean {
  return picture.length <= brief.lines && picture.every((line) => line.length <= brief.characters);
}

interface ThumbnailProps extends Omit<TextSheetProps, 'picture'> {
  readonly words: string;
}

function Thumbnail({ words, size, label, solved }: ThumbnailProps) {
  return (
    <svg
      className="rigid"
      fill="var(--gray-2)"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={`${label ? `${label}: ` : ''}${words}${solved ? ', solved' : ''}`}
      width={size}
      height={size}
      viewBox="0 0 40 40"
    >
      <rect stroke={solved ? 'var(--grass-9)' : 'var(--gray-7)'} x={5.5} y={2.5} width={29} height={35} rx={3} />
      <path
        fill="none"
        stroke={solved ? 'var(--grass-11)' : 'var(--gray-9)'}
        strokeWidth={1.6}
        d={solved ? 'M11 10H29M11 16H25M12 27l5 5l11-12' : 'M11 11H29M11 17H29M11 23H29M11 29H22'}
      />
    </svg>
  );
}
