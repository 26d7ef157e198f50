// Comments and READMEs keep to 120 columns; code is wrapped by the formatter, tables and single long words stay.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Written out as they are. */
const golden = /\/golden\//;

test('comments and READMEs keep to 120 columns', () => {
  const files = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const found = files
    .filter((path) => /\.(tsx?|mjs|wgsl|css|md)$/.test(path) && !golden.test(path))
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), 'utf8').split('\n');
      const text = path.endsWith('.md') ? /^(?!\s*\|).*\S \S/ : /^\s*(\/\/|\/?\*).*\S \S/;
      return lines.flatMap((line, at) => (line.length > 120 && text.test(line) ? [`${path}:${at + 1}`] : []));
    });
  expect(found).toEqual([]);
});
