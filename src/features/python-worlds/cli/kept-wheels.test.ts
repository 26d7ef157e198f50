// A wheel is given to the browser: what is in it is checked, it is kept, and the sandbox runs its package – with a
// made-up package that needs another one.
import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { zipOf } from '../../../files/formats/zip';
import { openStorage } from '../../../files/storage/storage';
import { seconds } from '../../../headless/patience.mjs';
import { headlessSandbox } from '../../../headless/sandbox';
import { askOrigin } from '../worker/ask-package';
import { findKeptImage, keepWheel, missingPins, type Pins } from '../worker/kept-wheels';
import { contentsOfWheel } from '../worker/wheel-contents';

const folder = mkdtempSync(join(tmpdir(), 'grove-kept-wheels-'));
const kept = (await openStorage('kept wheels')).settings;
afterAll(() => rmSync(folder, { recursive: true }));

const text = (words: string) => new TextEncoder().encode(words);
const wheel = (files: Readonly<Record<string, string>>) =>
  zipOf(
    Object.entries(files).map(([name, words]) => ({ name, bytes: text(words) })),
    new Date(0),
  );

const greeter = await wheel({ 'greeter/__init__.py': 'import words\ndef greet(name): return words.hello + name\n' });
const words = await wheel({ 'words.py': "hello = 'Hello '\n", 'words-2.0.dist-info/WHEEL': 'made here' });
const card = {
  id: 'greetings',
  name: 'Greetings',
  kind: 'questions' as const,
  sentence: '',
  own: 'greeter==1.0',
  needs: ['words==2.0'],
  absent: ['numpy'],
  driver:
    'import json, numpy, greeter\ndef greet(name): return greeter.greet(name)\ndef told(value): print(json.dumps(value))\n',
};
const pins: Pins = {
  images: [card],
  contents: {
    'greeter==1.0': await contentsOfWheel(greeter, 'greeter'),
    'words==2.0': await contentsOfWheel(words, 'words'),
  },
};

test('a wheel is known by what is in it, whoever built it', async () => {
  const built = await wheel({ 'words-2.0.dist-info/WHEEL': 'made there', 'words.py': "hello = 'Hello '\n" });
  await keepWheel(kept, { name: 'words-2.0-py3-none-any.whl', bytes: built }, pins);
  expect(await missingPins(kept, card)).toEqual(['greeter==1.0']);
});

test.each([
  ['words-2.0-py3-none-any.whl', await wheel({ 'words.py': 'hello = 1\n' }), /its files are not those of words==2\.0/],
  ['words-3.0-py3-none-any.whl', words, /is of version 3\.0, needed is words==2\.0/],
  ['other-1.0-py3-none-any.whl', words, /nothing here needs other/],
  ['words.zip', words, /is no wheel/],
  ['greeter-1.0-py3-none-any.whl', text('<!doctype html>'), /greeter-1\.0.*is no zip archive/],
])('a wrong file is named, and nothing is kept: %s', async (name, bytes, why) => {
  await expect(keepWheel(kept, { name, bytes: new Uint8Array(bytes) }, pins)).rejects.toThrow(why);
  expect(await missingPins(kept, card)).toEqual(['greeter==1.0']);
});

test('the sandbox runs the package, and begins from its snapshot the next time', async () => {
  let given = 0;
  const addresses = {
    of: async (bytes: Blob) => {
      const file = join(folder, `${given++}`);
      writeFileSync(file, new Uint8Array(await bytes.arrayBuffer()));
      return pathToFileURL(file).href;
    },
    end: () => {},
  };
  const findImage = findKeptImage(async () => kept, addresses, pins);
  const greet = async () => {
    const sandbox = headlessSandbox({ findImage, threads: 1, imageLimits: { timeMs: 10 * seconds } });
    const said = await askOrigin(sandbox, { image: 'greetings' }, 'greet', 'Ada').finally(sandbox.close);
    return said;
  };
  await expect(greet()).rejects.toThrow('Greetings needs wheels that this browser does not keep: greeter==1.0');
  await keepWheel(kept, { name: 'greeter-1.0-py3-none-any.whl', bytes: greeter }, pins);
  expect(await greet()).toBe('Hello Ada');
  expect((await findImage('greetings')).image.snapshot).toBeDefined();
  expect(await greet()).toBe('Hello Ada');
});
