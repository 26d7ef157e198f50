// A run travels: opened from a file in one browser, taken home as a bundle, dropped into another browser – and there it
// can be looked at, played and taken home again. The run is one that was trained before; its adapters are made up,
// nothing is trained here.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFile } from '../src/export/run-bundle';
import { trainedRunStore } from '../src/export/take-home.test-data';
import { readRecordedRun } from '../src/files/formats/run-json';
import { baseModelFromDisk } from '../src/headless/model-files';
import { minutes } from '../src/headless/patience.mjs';
import { presets } from '../src/learning/config/presets';
import {
  allowClipboard,
  type BuiltPage,
  drawn,
  inFirefox,
  keepPicture,
  openBuiltPage,
  overflow,
  seriousFaults,
} from './built-page';
import { downloaded, gradientsRight, screen, showEverySetting, stopAtFirstFailure } from './visit';

const recorded = readRecordedRun(
  readFileSync(new URL('../public/recorded-run.json', import.meta.url)),
  'recorded-run.json',
);

let first: BuiltPage;
let second: BuiltPage;
let made: Uint8Array;
let travelled: Uint8Array;
let team: Uint8Array;
let merged: Uint8Array;
let parquet: Uint8Array;
let asJson: Uint8Array;

beforeAll(async () => {
  const { runStore, runId } = await trainedRunStore(recorded, await baseModelFromDisk('sprout'));
  made = (await bundleFile(runStore, runId, new Date())).bytes;
  first = await openBuiltPage({ gpu: 'without-gpu', colorScheme: 'dark' });
  second = await openBuiltPage();
}, 5 * minutes);
afterAll(() => Promise.all([first?.close(), second?.close()]));
stopAtFirstFailure(() => ({ ' (first)': first?.page, ' (second)': second?.page }));

const toRuns = (page: Page) => screen('Runs', page).click();
const rows = (page: Page) => page.getByTestId('run');
const pick = (page: Page, name: string, bytes: Uint8Array) =>
  page.getByLabel('A file to open').setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) });

const namesIn = (zip: Uint8Array) => Object.keys(unzipSync(zip));

async function taken(page: Page, choice: string): Promise<Uint8Array> {
  await rows(page)
    .first()
    .getByRole('button', { name: /^Take home/ })
    .click();
  const bytes = await downloaded(() => page.getByRole('menuitem', { name: choice, exact: true }).click(), page);
  await page.getByRole('menu').waitFor({ state: 'detached' }); // a click on a menu that is closing opens nothing
  return bytes;
}

async function dropped(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ fileName, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], fileName));
      return data;
    },
    { fileName: name, base64: Buffer.from(bytes).toString('base64') },
  );
  await page.dispatchEvent('#content', 'dragover', { dataTransfer: transfer });
  await page.getByText('Drop a run’s file here').waitFor();
  await page.dispatchEvent('#content', 'drop', { dataTransfer: transfer });
}

describe('a run that travels', () => {
  it('is opened from a file in a browser without a GPU', async () => {
    const { page } = first;
    await toRuns(page);
    await page.getByText('No runs yet.').waitFor();
    await pick(page, 'cut.grove.zip', made.slice(0, made.length / 2));
    await page
      .getByRole('alert')
      .getByText(/The file cut\.grove\.zip: .*Nothing was stored/)
      .waitFor();
    expect(await rows(page).count()).toBe(0);
    await pick(page, 'run.grove.zip', made);
    await rows(page).first().getByText(recorded.run.name).waitFor({ timeout: minutes });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await pick(page, 'run.grove.zip', made);
    await page.getByText('was here already').waitFor();
    expect(await rows(page).count()).toBe(1);
  });

  it('takes tags and notes of one’s own, by which it is found', async () => {
    const { page } = first;
    const more = async (item: string) => {
      await rows(page)
        .first()
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await more('Tags…');
    await page.getByRole('textbox', { name: /^Tags of/ }).waitFor();
    await page.keyboard.type('poster, to keep');
    await page.keyboard.press('Enter');
    await rows(page).first().getByRole('button', { name: 'to keep' }).waitFor();
    await more('Notes…');
    await page.getByRole('textbox', { name: /^Notes on/ }).waitFor();
    await page.keyboard.type('The guide stayed silent.');
    await page.keyboard.press('Control+Enter');
    await rows(page).first().getByText('The guide stayed silent.').waitFor();
  });

  it('is taken home from there', async () => {
    const { page } = first;
    await rows(page)
      .first()
      .getByRole('button', { name: /^Take home/ })
      .click();
    await page.getByRole('menu').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'take home, dark');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    travelled = await taken(page, 'Whole run');
    expect(namesIn(travelled)).toEqual(
      expect.arrayContaining(['bundle.json', 'run.json', 'checkpoints/best.safetensors']),
    );
    parquet = await taken(page, 'Rollouts as Parquet');
    expect(new TextDecoder().decode(parquet.slice(0, 4))).toBe('PAR1');
    asJson = await taken(page, 'Run as JSON');
    merged = await taken(page, 'Merged models');
    expect(namesIn(merged)).toEqual(
      expect.arrayContaining(['plan/config.json', 'plan/model.safetensors', 'tool/tokenizer.json']),
    );
    const handed = namesIn(await taken(page, 'Hand off to a cluster'));
    expect(handed.filter((name) => /(run\.sh|FAULTS\.md|\.yaml)$/.test(name))).toHaveLength(3);
    const toPython = namesIn(await taken(page, 'Hand off to Python'));
    expect(toPython.filter((name) => /(train_trl\.py|world-server\.mjs|environment\.py)$/.test(name))).toHaveLength(3);
    team = await taken(page, 'Team, to play anywhere');
    expect(namesIn(team)).toEqual(
      expect.arrayContaining(['team.json', 'tool/adapter_config.json', 'plan/adapter_model.safetensors']),
    );
    await rows(page)
      .first()
      .getByRole('button', { name: /^Take home/ })
      .click();
    await page.getByRole('menuitem', { name: 'ONNX', exact: true }).press('ArrowRight');
    const choice = page.getByRole('menuitem', { name: 'Team, adapters as inputs', exact: true });
    const onnx = namesIn(await downloaded(() => choice.click(), page));
    expect(onnx).toEqual(
      expect.arrayContaining(['onnx/model_with_adapters.onnx', 'adapters/tool/adapter_config.json']),
    );
  });

  it('has a setup beside it that travels as a link', async () => {
    const { page, context } = second;
    await allowClipboard(context);
    await gradientsRight(page);
    const seed = (where: Page) => where.getByRole('textbox', { name: 'Seed', exact: true });
    await showEverySetting(page);
    await seed(page).fill('77');
    const copied = page.getByText('Link to this setup copied.').waitFor();
    await page.getByRole('button', { name: 'Copy a link to this setup' }).click();
    await copied; // it goes by itself
    const read = () => page.evaluate(() => navigator.clipboard.readText());
    const link = await read();
    expect(presets.map(({ id }) => id)).toContain(/#\/lab\?preset=([^&]+)&seed=77$/.exec(link)?.[1]);
    const other = await context.newPage();
    await other.goto(link);
    await expect.poll(() => seed(other).inputValue()).toBe('77');
    await other.close();
    await screen('Rollouts', page).click();
    await page.getByRole('listbox', { name: /^Tree of room/ }).waitFor();
    for (const [name, copies] of [
      [/^this answer in room \d+$/, /#\/rollouts\/[^/]+\/\d+\/\d+\/\d+\/\d+$/],
      ['this run', /#\/lab\/[^/?]+$/],
      ['this setup', /#\/lab\?preset=\w+/],
      [/^Embed code/, /^<iframe .*#\/rollouts\//],
    ] as const) {
      await page.getByRole('button', { name: 'Copy a link to …' }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await expect.poll(read).toMatch(copies);
    }
    await screen('Lab', page).click();
  });

  it('is taken home as a picture', async () => {
    const { page } = first;
    await rows(page).first().getByRole('link', { name: recorded.run.name, exact: true }).click();
    await page.getByRole('button', { name: /^Picture of “Success on/ }).click();
    const bytes = await downloaded(() => page.getByRole('menuitem', { name: 'SVG' }).click(), page);
    const svg = new TextDecoder().decode(bytes);
    expect(svg).not.toMatch(/var\(|color-mix\(|light-dark\(|NaN/);
    const read = await page.evaluate((text) => {
      const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
      return { name: documentElement.nodeName, text: documentElement.textContent };
    }, svg);
    expect(read.name).toBe('svg');
    expect(read.text).toContain(recorded.run.name);
    expect(read.text).toContain(`seed ${recorded.run.config.settings.seed}`);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Picture of “Success on/ }).click();
    const png = await downloaded(() => page.getByRole('menuitem', { name: 'PNG' }).click(), page);
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const { width } = await page.evaluate(
      async (bytes) => {
        const drawn = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        return { width: drawn.width };
      },
      [...png],
    );
    expect(width).toBeGreaterThan(600);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    expect(await screen('Lab', page).isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await screen('Lab', page).waitFor();
  });

  it.skipIf(inFirefox)('is printed: a tree, its board and the chosen answer, black on white', async () => {
    const { page } = first;
    await screen('Rollouts', page).click();
    await page.getByRole('listbox', { name: /^Tree of room/ }).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await drawn(page);
    await keepPicture(page, 'rollouts, printed');
    expect(await screen('Lab', page).isVisible()).toBe(false);
    expect(await overflow(page)).toBe(0);
    const shown = page.locator('.print-head').filter({ visible: true });
    expect(await shown.innerText()).toContain(recorded.run.name);
    for (const part of [page.getByRole('listbox', { name: /^Tree of room/ }), page.getByText(/^Earned/).first()])
      expect(await part.isVisible()).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(
      /rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/,
    );
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await screen('Lab', page).click();
  });

  it('is dropped into another browser', async () => {
    const { page } = second;
    await dropped(page, 'sokoban.grove.zip', travelled);
    await page.getByText('is among your runs').waitFor({ timeout: minutes });
    await toRuns(page);
    await rows(page).first().getByText(recorded.run.name).waitFor();
    await rows(page).first().getByText('The guide stayed silent.').waitFor();
    await keepPicture(page, 'runs, opened');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBe(0);
    await rows(page)
      .first()
      .getByRole('button', { name: /^Take home/ })
      .click();
    await keepPicture(page, 'take home, phone');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows its trees there', async () => {
    const { page } = second;
    await rows(page)
      .first()
      .getByRole('link', { name: /^Rollouts of/ })
      .click();
    await page.getByRole('listbox', { name: /^Tree of room 1/ }).waitFor();
  });

  it('plays there', async () => {
    const { page } = second;
    await gradientsRight(page);
    await screen('Play', page).click();
    await page.getByRole('button', { name: 'Let the team play' }).click();
    await page.getByText(/^answer \d+ of \d+$/).waitFor({ timeout: 4 * minutes });
    await expect.poll(() => page.getByText('The team is playing').count(), { timeout: 4 * minutes }).toBe(0);
    expect(
      await page.getByRole('region', { name: 'Trained', exact: true }).getByRole('listitem').count(),
    ).toBeGreaterThan(0);
  });

  it('comes back as merged models, one of which is loaded to train from', async () => {
    const { page } = second;
    await toRuns(page);
    await page.getByRole('button', { name: 'Open a file' }).waitFor();
    await pick(page, 'mine-merged.zip', merged);
    const dialog = page.getByRole('dialog', { name: 'mine-merged.zip' });
    await dialog.getByText('It holds 2 of them.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'runs, merged models');
    await dialog.getByRole('button', { name: 'tool', exact: true }).click();
    await dialog.waitFor({ state: 'detached', timeout: minutes }); // until then the dialog says it, too
    await page.getByText(/^mine-tool-merged is loaded\. Train starts with it now\./).waitFor({ timeout: minutes });
    await showEverySetting(page);
    const model = page.getByRole('combobox', { name: 'Model', exact: true });
    await expect.poll(() => model.innerText()).toMatch(/^mine-tool-merged/);
    await toRuns(page);
    await pick(page, 'mine-merged.zip', merged);
    await dialog.getByRole('button', { name: 'tool', exact: true }).click();
    await dialog.getByRole('alert').getByText('mine-tool-merged: is the name of a model that is here').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('comes back as its other files, each to what opens it', async () => {
    const { page } = first;
    await toRuns(page);
    await page.getByRole('button', { name: 'Open a file' }).waitFor();
    await pick(page, 'rollouts.parquet', parquet);
    await page.getByText('rollouts.parquet is not opened here.').waitFor();
    await page.getByText('It is a table of rollouts: pandas and DuckDB read it. Nothing was stored.').waitFor();
    await keepPicture(page, 'runs, a file for others');
    await pick(page, 'sokoban.json', asJson);
    await page.getByText(/settings of sokoban\.json are in Setup now\. Curves and checkpoints travel/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await dropped(page, 'mine-team.zip', team);
    await page.getByRole('button', { name: 'Close this team' }).waitFor({ timeout: 4 * minutes });
    await page.getByText(/^answer \d+ of \d+$/).waitFor({ timeout: 4 * minutes });
    expect(await page.getByRole('alert').count()).toBe(0);
    await keepPicture(page, 'play, a team that was dropped');
  });

  it('complained about nothing', () => {
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });
});
