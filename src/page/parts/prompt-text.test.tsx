import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { patchBytes, writePatch } from '../../contract/patches';
import { PromptText } from './prompt-text';

it('draws patches as pictures and leaves words as they are', () => {
  const pixels = Uint8Array.from({ length: patchBytes }, (_, at) => at);
  const text = `map${writePatch({ row: 0, column: 2, pixels })} 1`;
  const drawn = renderToStaticMarkup(<PromptText text={text} written={(words) => words.replaceAll(' ', '·')} />);
  expect(drawn).toMatch(/^map<svg.*<\/svg>·1$/);
  expect(drawn).toContain('aria-label="patch in row 1, column 3"');
  expect(drawn).toContain('fill="rgb(45 46 47)"');
  expect(drawn).not.toContain('patch 0 2');
  expect(renderToStaticMarkup(<PromptText text="plan:" />)).toBe('plan:');
});
