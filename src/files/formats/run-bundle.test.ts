import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Checkpoint } from '../storage/schema';
import { sha256Of } from './hash';
import { type BundleContent, readRunBundle, writeRunBundle } from './run-bundle';
import { readRecordedRun } from './run-json';
import { unpacked } from './unpacked';
import { unzip } from './unzip';
import { type ArchivedFile, zipOf } from './zip';

const bytes = new Uint8Array(readFileSync(new URL('../../../public/recorded-run.json', import.meta.url)));
const { run, trees } = readRecordedRun(bytes, 'recorded-run.json');
const { format: _format, version: _version, ...content } = run;
const numbers = (count: number) => Float32Array.from({ length: count }, (_, index) => index / 7);
const checkpoint: Checkpoint = {
  step: 3,
  configHash: 'c0ffee',
  policies: {
    plan: {
      kind: 'adapter',
      tensors: [{ name: 'a', shape: [2, 3], data: numbers(6) }],
      moment1: numbers(6),
      moment2: numbers(6),
      updates: 3,
    },
  },
};
const small: BundleContent = {
  run: content,
  checkpoints: { current: checkpoint },
  trees: trees.slice(0, 1),
  modified: new Date(0),
};
const written = await writeRunBundle(small);
const files = await unzip(written, 'run.grove.zip');
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

it('comes back as it was, trees still packed', async () => {
  const read = await readRunBundle(written, 'run.grove.zip');
  expect(read.run).toEqual(run);
  expect(read.checkpoints).toEqual({ current: checkpoint });
  const [tree] = read.trees;
  expect(tree!.step).toBe(trees[0]!.step);
  const json = await unpacked(tree!.gzip, { format: 'gzip', limit: 1e9, name: 'tree' });
  expect(JSON.parse(new TextDecoder().decode(json))).toEqual(trees[0]);
});

it('is refused wherever it is cut off, and never half read', async () => {
  for (const share of [0, 0.001, 0.3, 0.7, 0.99, 0.9999])
    await expect(
      readRunBundle(written.slice(0, Math.floor(written.length * share)), 'cut.zip'),
      `${share}`,
    ).rejects.toThrow(/^cut\.zip: [^\n]+$/);
});

it('is refused when any byte of a file changed', async () => {
  for (const share of [0.01, 0.2, 0.5, 0.9]) {
    const hurt = written.slice();
    const place = Math.floor(hurt.length * share);
    hurt[place] = hurt[place]! ^ 0xff;
    await expect(readRunBundle(hurt, 'hurt.zip')).rejects.toThrow(/^hurt\.zip/);
  }
});

/** The bundle with some files exchanged, added or (undefined) left out; its manifest is true again unless it is
 *  exchanged itself. */
async function forged(changes: Readonly<Record<string, Uint8Array | undefined>>): Promise<Uint8Array> {
  const names = new Set([...files.map(({ name }) => name), ...Object.keys(changes)]);
  names.delete('bundle.json');
  const kept = [...names].flatMap((name): ArchivedFile[] => {
    const own = name in changes ? changes[name] : files.find((file) => file.name === name)!.bytes;
    return own ? [{ name, bytes: own }] : [];
  });
  const listed = await Promise.all(
    kept.map(async ({ name, bytes: own }) => ({ name, bytes: own.length, sha256: await sha256Of(own) })),
  );
  const manifest = changes['bundle.json'] ?? text({ format: 'grove-run-bundle', version: 1, files: listed });
  return zipOf([{ name: 'bundle.json', bytes: manifest }, ...kept], new Date(0));
}

const treeFile = files.find(({ name }) => name.startsWith('trees/'))!.name;
const hostile: readonly (readonly [what: string, changes: Parameters<typeof forged>[0], fault: RegExp])[] = [
  [
    'a later version',
    { 'bundle.json': text({ format: 'grove-run-bundle', version: 2, files: [] }) },
    /is of version 2, this Grove reads version 1/,
  ],
  ['another program’s zip', { 'bundle.json': text({ hello: 1 }) }, /expected "format": "grove-run-bundle", got none/],
  [
    'a manifest that lists nothing',
    { 'bundle.json': text({ format: 'grove-run-bundle', version: 1, files: [] }) },
    /does not list/,
  ],
  ['a path that leads outside', { '../../etc/passwd': text(1) }, /no bundle has a file "\.\.\/\.\.\/etc\/passwd"/],
  ['an absolute path', { '/run.json': text(1) }, /no bundle has a file "\/run\.json"/],
  ['a tree under a name that is not its own', { 'trees/step-00001.json.gz': gzipSync('{}') }, /no bundle has a file/],
  [
    'a tree of another step',
    { 'trees/step-0009.json.gz': files.find(({ name }) => name === treeFile)!.bytes },
    /step-0009\.json\.gz: is of step/,
  ],
  [
    'a tree beyond the run',
    { 'trees/step-4999.json.gz': gzipSync(JSON.stringify({ step: 4999, worlds: [] })) },
    /the run has \d+ steps/,
  ],
  ['a tree that does not unpack', { [treeFile]: text('not gzip') }, /does not unpack/],
  ['a tree without worlds', { [treeFile]: gzipSync('{"step": 1}') }, /worlds: /],
  ['no run', { 'run.json': undefined }, /has no run\.json/],
  [
    'a run with a hole in its reports',
    { 'run.json': text({ ...run, steps: run.steps.slice(1) }) },
    /number 1 is of step 2/,
  ],
  [
    'a checkpoint beyond the run',
    { 'run.json': text({ ...run, steps: run.steps.slice(0, 2) }), [treeFile]: undefined },
    /is of step 3, the run has 2/,
  ],
  ['a checkpoint that is none', { 'checkpoints/best.safetensors': text({}) }, /best\.safetensors/],
];

it.each(hostile)('refuses %s, in one line', async (_what, changes, fault) => {
  const archive = await forged(changes);
  await expect(readRunBundle(archive, 'hostile.zip')).rejects.toThrow(fault);
  await expect(readRunBundle(archive, 'hostile.zip')).rejects.toThrow(/^hostile\.zip[^\n]+$/);
});

it('unpacks no further than the limit', async () => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(50_000_000)));
  await expect(unpacked(bomb, { format: 'gzip', limit: 1000, name: 'bomb' })).rejects.toThrow(
    'bomb: is damaged: it unpacks to more than the 1000 bytes',
  );
});
