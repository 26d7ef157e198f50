// What a newcomer's browser has fetched when Train can be clicked, compressed as static hosts do it: page, scripts of
// all threads, styles. The model's weights are counted apart.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pageFolder } from '../src/headless/build-page.mjs';
import { minutes } from '../src/headless/patience.mjs';
import { built, gradientsRight, page, visitBuiltPage } from './visit';

const mostKb = 300;
const isWeights = (file: string) => /\.(safetensors|zip)$/.test(file);
const compressedKb = (file: string) => gzipSync(readFileSync(file)).length / 1000;
const sumOf = (files: readonly string[]) => files.reduce((sum, file) => sum + compressedKb(file), 0);

function told(when: string, files: readonly string[]): string {
  const [weights, others] = [files.filter(isWeights), files.filter((file) => !isWeights(file))];
  return `fetched ${when}: ${sumOf(others).toFixed(0)} kB in ${others.length} files, weights ${sumOf(weights).toFixed(0)} kB`;
}

visitBuiltPage();

it(`Train can be clicked after ${mostKb} kB`, async () => {
  const readyMs = await page.waitForFunction(
    () => {
      const ready = [...document.querySelectorAll('button')].some(
        (one) => /^\s*Train/.test(one.innerText) && !one.disabled,
      );
      return ready && Date.now();
    },
    undefined,
    { polling: 'raf', timeout: 2 * minutes },
  );
  const untilMs = Number(await readyMs.jsonValue());
  const fetched = built.served.filter(({ atMs }) => atMs <= untilMs).map(({ file }) => file);
  console.log(told('before Train can be clicked', fetched));
  const others = fetched.filter((file) => !isWeights(file));
  const list = others.map((file) => `${compressedKb(file).toFixed(1)} kB ${relative(pageFolder, file)}`).join('\n');
  expect(sumOf(others), list).toBeLessThanOrEqual(mostKb);
});

it('fetches the engine behind it, nothing twice, and nothing that only features need', async () => {
  await gradientsRight();
  await page.waitForTimeout(3000); // the other screens
  const fetched = built.served.map(({ file }) => file);
  console.log(told('when nothing is left to fetch', [...new Set(fetched)]));
  expect(fetched.filter((file, index) => /assets/.test(file) && fetched.indexOf(file) !== index)).toEqual([]);
  expect(
    fetched.filter((file) => /\.wasm$|onnx|hand-off|python-folder|studies|parquet|world-screen/.test(file)),
  ).toEqual([]);
});

it('complained about nothing', () => {
  expect(built.complaints).toEqual([]);
});
