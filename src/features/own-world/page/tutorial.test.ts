import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partsOf, withoutMarks } from './tutorial';

test('what is emphasised or links elsewhere is words like the rest; signs of a world stay', () => {
  expect(withoutMarks('**Check** makes the *state* of [Signals](a/b.md), see `a * b`.')).toBe(
    'Check makes the state of Signals, see a * b.',
  );
  expect(withoutMarks('characters: `# - . $ @ * + : ;`, and `U`')).toBe('characters: # - . $ @ * + : ;, and U');
});

test('no mark of Markdown is left in the tutorial', () => {
  const file = new URL('../../../learning/environments/your-own-world.md', import.meta.url);
  for (const { kind, words } of partsOf(readFileSync(file, 'utf8')))
    if (kind !== 'listing') expect(words).not.toMatch(/`|\*\*|(?<!\w)\*\w|\]\(/);
});
