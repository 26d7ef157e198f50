// Every file that a run can be taken home as is brought back: it opens, or it is told what it is and what reads it – by
// its own format, and by no other.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { writeTable } from '../basics/table';
import { workerFeatures } from '../features/worker';
import { bytesSource } from '../files/formats/byte-source';
import { readRecordedRun } from '../files/formats/run-json';
import { type BaseModel, readBaseModel } from '../models/base-model';
import { formatsOf } from '../run/worker-feature';
import { otherFiles, toldOfFile } from './brought-file';
import { exportFormats, exportRun, knownFiles } from './export-formats';
import { resultsTable } from './results';
import { openBundle } from './run-bundle';
import { trainedRunStore } from './take-home.test-data';

const at = (name: string) => new Uint8Array(readFileSync(new URL(`../../${name}`, import.meta.url)));
const recorded = readRecordedRun(at('public/recorded-run.json'), 'recorded-run.json');
const offered = formatsOf(workerFeatures);
const formats = { ...exportFormats, ...offered };
const known = knownFiles(offered);

let base: BaseModel;
let trained: Awaited<ReturnType<typeof trainedRunStore>>;
beforeAll(async () => {
  const files = ['config.json', 'tokenizer.json', 'model.safetensors'];
  const open = async (file: string) => bytesSource(at(`models/sprout/${file}`), file);
  base = await readBaseModel('model', { name: 'model', files, open });
  trained = await trainedRunStore(recorded, base);
});
const taken = (format: string, role?: string) =>
  exportRun(
    { runStore: trained.runStore, readBase: async () => base, now: new Date(0), formats: offered },
    trained.runId,
    { format, ...(role === undefined ? {} : { role }) },
  );

const wishes = Object.entries(formats).flatMap(([name, { heeds }]): [string, string | undefined][] =>
  heeds.includes('role')
    ? [
        [name, undefined],
        [name, 'tool'],
      ]
    : [[name, undefined]],
);

it.each(wishes)('%s, role %s', async (name, role) => {
  const { fileName, bytes } = await taken(name, role);
  const told = await toldOfFile(bytesSource(bytes, fileName), known);
  expect(told?.told).toBe(formats[name]?.known?.told);
  expect(told?.opens).toBe({ team: 'play', adapter: 'play', run: 'setup', merged: 'model' }[name]);
  if (told === undefined) expect((await openBundle(bytes, fileName)).reports.length).toBeGreaterThan(0);
  else expect(told.told).toMatch(/^(is|holds) [^:]+: \S.+[^.]$/);
});

const tell = (content: string | Uint8Array, name: string) =>
  toldOfFile(bytesSource(typeof content === 'string' ? new TextEncoder().encode(content) : content, name), known);

it('what else the page writes is told', async () => {
  const table = resultsTable([]);
  const [results, recordedRun, picture] = otherFiles.map(({ told, opens }) => ({ told, ...(opens && { opens }) }));
  expect(await tell(writeTable(table, 'csv'), 'results.csv')).toEqual(results);
  expect(await tell(writeTable(table, 'markdown'), 'results.md')).toEqual(results);
  expect(await tell(at('public/recorded-run.json'), 'recorded-run.json')).toEqual(recordedRun);
  expect(await tell('<svg xmlns="http://www.w3.org/2000/svg"/>', 'tree.svg')).toEqual(picture);
  expect(await tell(at('e2e/samples/rollouts.png'), 'tree.png')).toEqual(picture);
});

it('files of others are left alone, and so is one that is cut off', async () => {
  expect(await tell('question,answer\n1+1,2\n', 'sums.csv')).toBeUndefined();
  expect(await tell('{"question":"1+1","answer":"2"}\n', 'sums.jsonl')).toBeUndefined();
  expect(await tell('step,loss\n1,2\n', 'loss.csv')).toBeUndefined();
  expect(await tell('', 'nothing.zip')).toBeUndefined();
  const { bytes } = await taken('adapter');
  expect(await tell(bytes.slice(0, bytes.length / 2), 'cut.zip')).toBeUndefined();
});
