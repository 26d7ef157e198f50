import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ByteSource, bytesSource } from './byte-source';
import { archivedNames, unzip, zipEntries } from './unzip';
import { zipOf } from './zip';

const modified = new Date('2026-01-02T03:04:06Z');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const files = [
  { name: 'adapter/README.md', bytes: bytesOf('# hello\n'.repeat(100)) },
  { name: 'adapter/weights.bin', bytes: Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251) },
  { name: 'empty.txt', bytes: new Uint8Array(0) },
];

describe('zip', () => {
  it('is read by an independent reader', async () => {
    const read = unzipSync(await zipOf(files, modified));
    expect(Object.keys(read)).toEqual(files.map((file) => file.name));
    for (const { name, bytes } of files) expect(read[name]).toEqual(bytes);
  });

  it('is the same, byte for byte, for the same files and date', async () => {
    expect(await zipOf(files, modified)).toEqual(await zipOf(files, modified));
  });

  it('reads back what it wrote', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a-zä/]{0,6}[a-z]$/), { maxLength: 4 }),
        fc.uint8Array(),
        async (names, bytes) => {
          const written = names.map((name) => ({ name, bytes }));
          const read = await unzip(await zipOf(written, modified), 'x.zip');
          expect(read.map(({ name }) => name)).toEqual(names);
          for (const file of read) expect([...file.bytes]).toEqual([...bytes]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('reads compressed archives of other programs', async () => {
    const archive = zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
      level: 9,
      comment: 'by somebody else',
    });
    const read = await unzip(archive, 'x.zip');
    for (const { name, bytes } of files) expect(read.find((file) => file.name === name)?.bytes).toEqual(bytes);
  });

  it('lists what is inside and opens one entry without reading the others', async () => {
    const large = { name: 'large.bin', bytes: new Uint8Array(1e6) };
    const whole = bytesSource(await zipOf([large, ...files], modified), 'x.zip');
    let bytesRead = 0;
    const read: ByteSource['read'] = (start, end) => {
      bytesRead += end - start;
      return whole.read(start, end);
    };
    const archive = { ...whole, read };
    const names = [large, ...files].map(({ name }) => name);
    expect(await archivedNames(archive)).toEqual(names);
    const entries = await zipEntries(archive);
    expect(entries.map(({ name }) => name)).toEqual(names);
    for (const { name, bytes } of files) {
      const source = await entries.find((entry) => entry.name === name)?.open();
      expect(await source?.read(0, bytes.length)).toEqual(bytes);
    }
    expect(bytesRead).toBeLessThan(2e5);
    await expect((await entries[1]?.open())?.read(700, 900)).rejects.toThrow(
      'x.zip: "adapter/README.md": bytes 700 to 900 were wanted, 100 came',
    );
  });

  it('gives every file memory of its own, of a Buffer of Node too', async () => {
    const archive = Buffer.from(await zipOf(files, modified));
    for (const { bytes } of await unzip(archive, 'x.zip')) {
      expect(bytes.byteOffset).toBe(0);
      expect(bytes.buffer).not.toBe(archive.buffer);
    }
  });

  it('refuses what is no archive, cut off or damaged, naming the file', async () => {
    const whole = await zipOf(files, modified);
    await expect(unzip(bytesOf('hello'), 'x.zip')).rejects.toThrow('x.zip: is no zip archive');
    await expect(unzip(whole.subarray(0, whole.length - 30), 'x.zip')).rejects.toThrow(
      'x.zip: is no zip archive, or is cut off',
    );
    const damaged = whole.slice();
    damaged[60] = (damaged[60] ?? 0) ^ 1;
    await expect(unzip(damaged, 'x.zip')).rejects.toThrow(
      'x.zip: "adapter/README.md" is damaged: its checksum does not match',
    );
  });
});
