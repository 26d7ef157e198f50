import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { casesFor, shapeOf } from '../worker/shapes';
import published from './published.json';
import { PublishedTable } from './published-table';

it('is the table that e2e/bench/README.md has', () => {
  const script = fileURLToPath(new URL('../../../../e2e/bench/publish.mjs', import.meta.url));
  expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('');
});

it('names rows and sizes as the benchmark does, so that own results find their row', () => {
  const known = casesFor('processor').map((one) => `${one.name}, ${shapeOf(one)}`);
  for (const { name, shape } of published.rows) expect(known).toContain(`${name}, ${shape}`);
});

it('says machine and date, and has no column for this browser before something was measured', () => {
  const shown = renderToStaticMarkup(<PublishedTable own={[]} />);
  expect(shown).toContain(published.date);
  expect(shown).toContain(published.machine);
  expect(shown).not.toContain('This browser');
});

it('sets what this browser measured beside the published figure of the same row', () => {
  const { name, shape } = published.rows[0]!;
  const own = { name, shape, ours: 12.34, unit: 'GFLOP/s' as const, note: '', peers: [] };
  const shown = renderToStaticMarkup(<PublishedTable own={[own, { ...own, shape: 'another' }]} />);
  expect(shown).toContain('This browser');
  expect(shown).toContain('<td>12.3 GFLOP/s</td>');
});
