// A link brings a run along: the page fetches its file from another server, shows the tree the link names, and fetches
// nothing a second time. In a frame of another page it shows one thing and the way out.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleFile } from '../src/export/run-bundle';
import { trainedRunStore } from '../src/export/take-home.test-data';
import { readRecordedRun } from '../src/files/formats/run-json';
import { baseModelFromDisk } from '../src/headless/model-files';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, overflow, seriousFaults } from './built-page';
import { built, page, visitBuiltPage } from './visit';

const recorded = readRecordedRun(
  readFileSync(new URL('../public/recorded-run.json', import.meta.url)),
  'recorded-run.json',
);
const file = 'https://huggingface.co/ada/team/resolve/main/first.grove.zip';
const id = 'from-elsewhere';

let bundle: Uint8Array;
let asked = 0;
let address = '';
let answered: () => void = () => undefined;

visitBuiltPage({ gpu: 'without-gpu' });
beforeAll(async () => {
  const run = { ...recorded, run: { ...recorded.run, id, name: 'Sent by a friend' } };
  const { runStore, runId } = await trainedRunStore(run, await baseModelFromDisk('sprout'));
  bundle = (await bundleFile(runStore, runId, new Date())).bytes;
  address = page.url().replace(/[?#].*$/, '');
  await built.context.route('https://huggingface.co/**', answer);
}, 2 * minutes);

/** The file waits until it is asked to come. */
async function answer(route: Route): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/zip' };
  if (route.request().url() !== file) return route.fulfill({ status: 404, headers, body: '' });
  asked++;
  await new Promise<void>((resolve) => {
    answered = resolve;
  });
  return route.fulfill({ headers, body: Buffer.from(bundle) });
}

/** Behind "#" alone nothing is loaded anew. */
async function visit(link: string, where: Page = page): Promise<void> {
  await where.goto('about:blank');
  await where.goto(`${address}${link}`);
}
const tree = (where: Pick<Page, 'getByRole'> = page) => where.getByRole('listbox', { name: /^Tree of room/ });

describe('a link with a run', () => {
  it('says what it fetches, and Cancel leads to the page as it is', async () => {
    await visit(`?run=${file}#/rollouts`);
    await page.getByRole('heading', { name: 'Fetching the run of this link' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'run link, fetching');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('was not fetched').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows its trees', async () => {
    await visit(`?run=${file}#/rollouts`);
    await expect.poll(() => asked).toBe(2);
    answered();
    await tree().waitFor({ timeout: minutes });
    await page.getByText('“Sent by a friend” is among your runs.').waitFor();
    expect(page.url()).toContain(`#/rollouts/${id}`);
  });

  it('fetches nothing when the run is here', async () => {
    await page.reload();
    await page.getByText('nothing was fetched').waitFor();
    await tree().waitFor();
    expect(asked).toBe(2);
  });

  it('says what is wrong', async () => {
    await visit('?run=https://huggingface.co/none.zip');
    await page
      .getByRole('alert')
      .getByText(/no file at https:\/\/huggingface\.co\/none\.zip/)
      .waitFor();
    await page.getByRole('heading', { name: /^Success on/ }).waitFor({ timeout: minutes }); // the recorded run
    await keepPicture(page, 'run link, missing');
    expect(await seriousFaults(page)).toEqual([]);
  });
});

describe('in a frame of another page', () => {
  const shows = async (width: number, colorScheme: 'light' | 'dark', name: string) => {
    await page.setViewportSize({ width, height: 600 });
    await page.emulateMedia({ colorScheme });
    expect(await overflow(page)).toBe(0);
    await keepPicture(page, `frame, ${name}, ${width}, ${colorScheme}`);
  };
  const quiet = async () => {
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    const out = page.getByRole('link', { name: 'Open in Grove' });
    expect(await out.getAttribute('href')).not.toContain('embed=1');
    expect((await out.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  };

  it('a tree stands alone', async () => {
    await visit(`?run=${file}&embed=1#/rollouts/${id}`);
    await tree().waitFor({ timeout: minutes });
    await quiet();
    await shows(390, 'light', 'tree');
    await shows(1000, 'dark', 'tree');
  });

  it('curves stand alone', async () => {
    await visit(`?run=${file}&embed=1#/lab/${id}`);
    await page.getByRole('heading', { name: /^Success on/ }).waitFor();
    await quiet();
    await shows(390, 'dark', 'curves');
    await shows(1000, 'light', 'curves');
  });

  it('a board stands alone', async () => {
    await visit('?embed=1#/play/sokoban/5');
    await page.getByRole('img', { name: /room/i }).first().waitFor();
    await quiet();
    await shows(390, 'light', 'board');
    await shows(1000, 'light', 'board');
  });

  it('the whole works on a page of another server, where the run has to be fetched anew', async () => {
    const before = asked;
    const frame = `<iframe width="900" height="500" title="A tree"
      src="${address}?run=${file}&amp;embed=1#/rollouts/${id}"></iframe>`;
    // a server that is there: Chrome keeps frames of this machine out of pages that a test makes up
    const school = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Lesson</h1>${frame}`);
    });
    onTestFinished(() => void school.close());
    await new Promise<void>((resolve) => school.listen(0, '127.0.0.1', resolve));
    const { port } = school.address() as AddressInfo;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect.poll(() => asked, { timeout: minutes }).toBe(before + 1);
    answered();
    const [, inside] = page.frames();
    await tree(inside as unknown as Page).waitFor({ timeout: minutes });
    await keepPicture(page, 'frame on another page');
  });
});
