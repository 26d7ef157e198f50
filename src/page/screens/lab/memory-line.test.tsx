import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MemoryLine } from './memory-line';

it('shows the sum, and folds what it is made of', () => {
  const words = 'needs up to 0.37 GiB, this device gives 2.0 GiB: model 0.01 (2.0 M parameters as f32), policies 0.03';
  const shown = renderToStaticMarkup(<MemoryLine words={words} />);
  expect(shown).toMatch(
    /<button[^>]*aria-expanded="false"[^>]*>.*Memory: needs up to 0.37 GiB, this device gives 2.0 GiB<\/button>/,
  );
  expect(shown).toMatch(
    /<div[^>]*hidden=""[^>]*><div[^>]*><p>Model 0.01 \(2.0 M parameters as f32\), policies 0.03\.<\/p>/,
  );
});

it('a line without parts has nothing to unfold', () => {
  expect(renderToStaticMarkup(<MemoryLine words="needs up to 0.1 GiB" />)).not.toContain('<button');
});
