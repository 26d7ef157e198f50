// A team is published from the page to a scripted hub: listed first, refused and cancelled without a trace, sent by
// token and by signing in. And the Space that arrives there is opened as a visitor would: its team plays, without a
// GPU.
import 'fake-indexeddb/auto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adapterFolder } from '../src/export/export';
import { bundleFile } from '../src/export/run-bundle';
import { trainedRunStore } from '../src/export/take-home.test-data';
import {
  oauthToken,
  type ScriptedHub,
  scriptedHub,
  writeToken,
} from '../src/features/hub-publish/cli/scripted-hub.test-data';
import { readRecordedRun } from '../src/files/formats/run-json';
import { baseModelFromDisk } from '../src/headless/model-files';
import { minutes } from '../src/headless/patience.mjs';
import { openBrowser } from './browser';
import { type BuiltPage, keepPicture, openBuiltPage, seriousFaults } from './built-page';
import { screen, stopAtFirstFailure, suitsEveryEye } from './visit';

const recorded = readRecordedRun(
  readFileSync(new URL('../public/recorded-run.json', import.meta.url)),
  'recorded-run.json',
);
const root = mkdtempSync(join(tmpdir(), 'grove-space-'));

let built: BuiltPage;
let page: Page;
let hub: ScriptedHub;
let adapters: Readonly<Record<string, Uint8Array>>;

beforeAll(async () => {
  hub = await scriptedHub();
  const { runStore, runId } = await trainedRunStore(recorded, await baseModelFromDisk('sprout'));
  const folders = await Promise.all(
    ['tool', 'plan'].map(async (role) =>
      (await adapterFolder(runStore, runId, role)).map(({ name, bytes }) => [`${role}/${name}`, bytes] as const),
    ),
  );
  adapters = Object.fromEntries(folders.flat());
  const { bytes } = await bundleFile(runStore, runId, new Date());
  built = await openBuiltPage({ gpu: 'without-gpu', policy: 'off' }); // the policy names the real hub
  page = built.page;
  await namesHub();
  await page.reload();
  await screen('Runs', page).click();
  await page
    .getByLabel('A file to open')
    .setInputFiles({ name: 'run.grove.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) });
  await page.getByTestId('run').first().getByText(recorded.run.name).waitFor({ timeout: minutes });
}, 5 * minutes);
afterAll(async () => {
  await built?.close();
  await hub?.stop();
  rmSync(root, { recursive: true });
});
stopAtFirstFailure(() => ({ '': page }));

/** As whoever puts the page onto a server would write it into index.html; `clientId` where the page is registered. From
 *  the next visit on. */
async function namesHub(clientId?: string): Promise<void> {
  const metas = { 'hub-address': hub.address, ...(clientId ? { 'hub-client-id': clientId } : {}) };
  await page.addInitScript((given) => {
    const write = () => {
      if (document.readyState !== 'interactive') return;
      for (const [name, content] of Object.entries(given))
        document.head.append(Object.assign(document.createElement('meta'), { name, content }));
    };
    document.addEventListener('readystatechange', write); // before the page's own scripts
  }, metas);
}

const dialog = () => page.getByRole('dialog', { name: /^Publish/ });
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const open = async () => {
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Publish on the hub…' }).click();
  await dialog().waitFor();
};
const list = async (name: string) => {
  await dialog().getByRole('textbox', { name: 'Repository, a new one' }).fill(name);
  await button('List what would be sent').click();
  await dialog().getByTestId('dry-run').waitFor({ timeout: minutes });
};
const token = () => dialog().getByLabel('A token of the hub that may write');
/** What the page keeps beyond itself. */
const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));

describe('publishing a team', () => {
  it('lists every file first, and asks nobody', async () => {
    await open();
    expect(await button('List what would be sent').isEnabled()).toBe(false);
    await dialog().getByRole('textbox', { name: 'Repository, a new one' }).fill('no owner');
    await dialog()
      .getByText(/A repository is named OWNER\/NAME/)
      .waitFor();
    await list('ada/team');
    const files = dialog().getByRole('region', { name: 'Files of the Model ada/team' });
    for (const file of ['README.md', 'tool/adapter_model.safetensors', 'plan/adapter_config.json', 'base/config.json'])
      await files.getByRole('cell', { name: file, exact: true }).waitFor();
    await dialog().getByText('nobody can sign in from it').waitFor();
    expect(await button(/^Publish 13 files, private$/).isEnabled()).toBe(false);
    expect(hub.asked).toEqual([]);
    await suitsEveryEye('publish, listed', page);
  });

  it('says what is wrong, and leaves nothing behind', async () => {
    await token().fill(writeToken);
    hub.fail.commit = { kind: 'status', status: 503 };
    await button(/^Publish/).click();
    await dialog()
      .getByText(/The hub has trouble at “sending ada\/team”/)
      .waitFor();
    hub.fail = { batch: { kind: 'silent' } };
    await button(/^Publish/).click();
    await expect.poll(() => hub.asked.at(-1)).toBe('batch');
    await keepPicture(page, 'publish, sending');
    await button('Cancel').click();
    await dialog().getByText('The publication was cancelled').waitFor();
    expect([...hub.repositories.keys()]).toEqual([]);
    hub.fail = {};
  });

  it('sends what was listed, and a Space', async () => {
    await dialog().getByRole('switch').click();
    await list('ada/team');
    await dialog().getByRole('region', { name: 'Files of the Space ada/team' }).waitFor();
    await suitsEveryEye('publish, with a Space', page);
    await token().fill(writeToken);
    await button(/^Publish/).click();
    await dialog()
      .getByText('It is published.')
      .waitFor({ timeout: 2 * minutes });
    await suitsEveryEye('publish, done', page);
    const model = hub.repositories.get('model ada/team');
    expect(model).toMatchObject({ visibility: 'private', commits: [expect.any(String)] });
    for (const [path, bytes] of Object.entries(adapters))
      expect(Buffer.compare(model?.files.get(path) ?? new Uint8Array(), bytes), path).toBe(0);
    expect(hub.repositories.get('space ada/team')).toMatchObject({ sdk: 'static', commits: [expect.any(String)] });
    expect(await kept()).not.toContain(writeToken);
  });

  it('lets a person sign in where the page is registered at the hub', async () => {
    await namesHub('an-app');
    await page.reload();
    await open();
    await suitsEveryEye('publish, sign in', page);
    await button('Sign in at the hub').click();
    await dialog().getByText('Signed in as ada').waitFor({ timeout: minutes });
    expect(new URL(page.url()).search).toBe('');
    const named = await dialog().getByRole('textbox', { name: 'Repository, a new one' }).inputValue();
    expect(named).toMatch(/^ada\/sokoban/);
    await list(named);
    expect(await token().count()).toBe(0);
    await button(/^Publish/).click();
    await dialog().getByText('It is published.').waitFor({ timeout: minutes });
    expect([...hub.repositories.keys()]).toContain(`model ${named}`);
    expect(await kept()).not.toContain(oauthToken);
  });

  it('complained about nothing but what the hub was told to refuse', () => {
    expect(built.complaints.filter((complaint) => !complaint.includes(hub.address))).toEqual([]);
  });
});

describe('the Space that was sent', () => {
  it('opens where its team plays, and lacks no file', async () => {
    for (const [path, bytes] of hub.repositories.get('space ada/team')?.files ?? []) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    const args = ['--disable-features=WebGPU', '--disable-gpu'];
    const { address, context, close } = await openBrowser(root, { args, viewport: { width: 1280, height: 800 } });
    try {
      const visit = context.pages()[0] ?? (await context.newPage());
      const missing: string[] = [];
      visit.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
      visit.on('pageerror', (error) => missing.push(error.message));
      await visit.goto(address);
      const trained = visit.getByRole('region', { name: 'Trained', exact: true });
      await trained.getByText(recorded.run.name).waitFor({ timeout: minutes });
      await trained
        .locator('.play-transcript li')
        .first()
        .waitFor({ timeout: 2 * minutes });
      await keepPicture(visit, 'publish, the Space');
      expect(await seriousFaults(visit)).toEqual([]);
      for (const name of ['Lab', 'Rollouts', 'Runs']) await screen(name, visit).click();
      await screen('Lab', visit).click();
      await visit.getByText('This is a recorded run').waitFor();
      expect(missing).toEqual([]);
    } finally {
      await close();
    }
  });
});
