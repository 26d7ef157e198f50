// RULES.md beside this against the project: every rule that is cited is listed, has its place, and a test that cites
// it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = dirname(dirname(fileURLToPath(import.meta.url)));
const rules = readFileSync(new URL('RULES.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .flatMap(([, id = '', , place = '', tests = '']) =>
    /^[A-Z]\d+$/.test(id) ? [{ id, places: pathsIn(place), tests: pathsIn(tests) }] : [],
  );

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
}

/** Numbers of rules in comments, names of tests, brackets and texts; code has names like these of its own ("P4",
 *  "L2"). */
function citedIn(path: string): string[] {
  const text = readFileSync(join(src, path), 'utf8');
  const prose = path.endsWith('.md')
    ? text
    : [...text.matchAll(/\/\/(?!:).*|^\s*\/?\*+ .*|\b(?:test|it|describe)\b.*|\([A-Z]\d+\)/gm)]
        .map(([said]) => said)
        .join('\n');
  return [...prose.matchAll(/\b([GWALSPVRCZ][1-9]\d?|F[1-9])\b(?! norm)/g)].map(([, id = '']) => id);
}

test('every rule that is cited is listed', () => {
  const known = new Set(rules.map(({ id }) => id));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(tsx?|mjs|wgsl|md)$/.test(path),
  );
  const strays = files.flatMap((path) =>
    citedIn(path)
      .filter((id) => !known.has(id))
      .map((id) => `${path} cites ${id}`),
  );
  expect(strays).toEqual([]);
  expect(known.size).toBe(rules.length);
});

test.each(rules)('$id has a place, and a test that cites it', ({ id, places, tests }) => {
  expect(places.length).toBeGreaterThan(0);
  expect(tests.length).toBeGreaterThan(0);
  for (const path of [...places, ...tests]) expect(existsSync(join(src, path)), `${path} is there`).toBe(true);
  for (const path of tests) expect(citedIn(path), `${path} cites ${id}`).toContain(id);
});
