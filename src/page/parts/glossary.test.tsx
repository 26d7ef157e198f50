import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Theme } from '@radix-ui/themes';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { glossary, termIds } from './glossary';
import { GlossaryList } from './glossary-list';
import { Term } from './term';

const src = join(dirname(fileURLToPath(import.meta.url)), '../..');
const sources = ['page', 'features'].flatMap((room) =>
  readdirSync(join(src, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
    .map((path) => readFileSync(join(src, room, path), 'utf8')),
);

describe('the glossary', () => {
  it('is short', () => {
    expect(termIds.length).toBeLessThanOrEqual(20);
  });

  it.each(termIds)('%s: at most two short sentences', (id) => {
    const { term, meaning } = glossary[id];
    expect(term).toMatch(/^[A-Z]/);
    expect(meaning.length).toBeLessThanOrEqual(240);
    expect(meaning).toMatch(/\.$/);
    expect(meaning.match(/\.(?= |$)/g)?.length).toBeLessThanOrEqual(2);
  });

  it('explains what stands on the page, and nothing else', () => {
    const used = sources.flatMap((code) =>
      [...code.matchAll(/<Term\s+id="(\w+)"|\bterm: '(\w+)'/g)].map(([, word, ofCard]) => word ?? ofCard),
    );
    expect([...new Set(used)].sort()).toEqual([...termIds].sort());
  });

  it('is one list, with an anchor for each word', () => {
    const list = renderToStaticMarkup(<GlossaryList />);
    for (const id of termIds) expect(list).toContain(`id="term-${id}"`);
    expect(list).toContain(`<dt class="ink strong">${glossary.trunk.term}</dt><dd>${glossary.trunk.meaning}</dd>`);
  });
});

test('a dotted word is a button that says what it stands for, and keeps its meaning until it is asked', () => {
  const shown = renderToStaticMarkup(
    <Theme>
      <p>
        the <Term id="advantage">advantages</Term> of a group
      </p>
    </Theme>,
  );
  const [, attributes] = /<p>the <button ([^>]*)>advantages<\/button> of a group<\/p>/.exec(shown) ?? [];
  expect(attributes).toContain('type="button"');
  expect(attributes).toContain('class="term"');
  expect(attributes).toContain('aria-haspopup="dialog"');
  expect(attributes).toContain('aria-expanded="false"');
  expect(shown).not.toContain('standard deviation');
});
