// The page's styles are built without what Radix writes once more for each width of the window (vite.config.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = dirname(dirname(fileURLToPath(import.meta.url)));

test('no property asks for another value at another width: its class would have no rule', () => {
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .filter((path) => /=\{\{\s*(initial|xs|sm|md|lg|xl):/.test(readFileSync(join(src, path), 'utf8')));
  expect(found).toEqual([]);
});
