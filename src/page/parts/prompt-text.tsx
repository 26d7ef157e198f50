// A prompt as a person reads it: words, and pictures as pictures.
import { memo } from 'react';
import { type Patch, partsOf, patchSide } from '../../contract/patches';
import './prompt-text.css';

interface PromptTextProps {
  readonly text: string;
  /** How its words are written; as they are when absent. */
  readonly written?: (words: string) => string;
}

export const PromptText = memo(function PromptText({ text, written = (words) => words }: PromptTextProps) {
  return partsOf(text).map((part, index) =>
    typeof part === 'string' ? (
      written(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are named by their place
      <PatchPicture key={index} patch={part} />
    ),
  );
});

function PatchPicture({ patch: { row, column, pixels } }: { readonly patch: Patch }) {
  const label = `patch in row ${row + 1}, column ${column + 1}`;
  return (
    <svg className="prompt-patch" viewBox={`0 0 ${patchSide} ${patchSide}`} role="img" aria-label={label}>
      {Array.from({ length: patchSide * patchSide }, (_, pixel) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: pixels are named by their place
          key={pixel}
          x={pixel % patchSide}
          y={Math.floor(pixel / patchSide)}
          width="1"
          height="1"
          fill={`rgb(${pixels.subarray(3 * pixel, 3 * pixel + 3).join(' ')})`}
        />
      ))}
    </svg>
  );
}
