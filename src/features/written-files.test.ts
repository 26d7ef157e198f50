// Open knows every file that the page writes. Whoever adds a way to write one adds an example of it, here or in its
// feature's written.test-data.ts, and says in the code what becomes of it when it is brought back: a run's format in
// export/export-formats.ts, which export/brought-file.test.ts tries; what a feature alone reads as its `ownFile`; any
// other as a KnownFile.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeTable } from '../basics/table';
import { toldOfFile } from '../export/brought-file';
import { resultsTable } from '../export/results';
import { bytesSource } from '../files/formats/byte-source';
import { writeSettingsJson } from '../files/formats/run-json';
import { build } from '../learning/config/build';
import { mayBeWritten } from '../page/stores/open-file';
import { isSettingsFile } from '../page/stores/shared-setup';
import { knownWith } from '../run/worker-feature';
import { pageFeatures } from './page';
import { workerFeatures } from './worker';

const src = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, src));

type Example = readonly [name: string, content: string | Uint8Array, by: 'told' | 'own' | 'settings'];
type Written = Readonly<Record<string, { readonly times: number; readonly examples: readonly Example[] }>>;

const ofFeatures = import.meta.glob<Written>('./*/page/written.test-data.ts', { eager: true, import: 'written' });

/** Where files are handed over, how often, and one of each kind. */
const written: Written = {
  'page/stores/lab-actions.ts': {
    times: 3, // the others are a run's formats
    examples: [
      ['recorded-run.json', read('../public/recorded-run.json'), 'told'],
      ['results.csv', writeTable(resultsTable([]), 'csv'), 'told'],
      ['results.md', writeTable(resultsTable([]), 'markdown'), 'told'],
    ],
  },
  'page/stores/shared-setup.ts': {
    times: 1,
    examples: [['first.settings.json', writeSettingsJson(build('quick')), 'settings']],
  },
  'page/parts/standalone-svg.ts': {
    times: 1,
    examples: [
      ['tree.svg', '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>\n', 'told'],
      ['tree.png', read('../e2e/samples/rollouts.png'), 'told'],
    ],
  },
  ...Object.assign({}, ...Object.values(ofFeatures)),
};

it('every place that hands over a file is known here', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /^(page|features)\/.*\.tsx?$/.test(path) && !/test|^page\/(stores\/exported|harness)/.test(path),
  );
  const calls = files.flatMap((path) => {
    const times =
      read(path)
        .toString()
        .match(/\b(handOver|exported)\(/g)?.length ?? 0;
    return times > 0 ? [[path, times] as const] : [];
  });
  const known = Object.entries(written).map(([path, { times }]) => [path, times]);
  expect(Object.fromEntries(calls)).toEqual(Object.fromEntries(known));
});

const known = knownWith(workerFeatures);
const examples = Object.values(written).flatMap((one) => one.examples);

it.each(examples)('%s', async (name, content, by) => {
  expect(mayBeWritten({ name })).toBe(true);
  const own = pageFeatures.some(({ feature }) => feature.ownFile?.name.test(name));
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const told = await toldOfFile(bytesSource(bytes, name), known);
  const found = own ? 'own' : isSettingsFile({ name }) ? 'settings' : told ? 'told' : 'nobody';
  expect(found).toBe(by);
});
