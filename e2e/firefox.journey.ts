// The main journey in a stock Firefox, shorter: the recorded run, gradients, training, a browser closed in the middle
// of a run, the same run gone on with in the next, its tree, its adapters, and a setup by its link.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageFolder } from '../src/headless/build-page.mjs';
import { findFirefox } from '../src/headless/firefox.mjs';
import { minutes } from '../src/headless/patience.mjs';
import { serve } from '../src/headless/serve.mjs';
import { removeProfile } from './browser';
import { keepPicture } from './built-page';
import { type FirefoxPage, openInFirefox } from './firefox';
import { downloaded, gradientsRight, screen, stopAtFirstFailure, trainButton, walkTree } from './visit';
import { filesOfZip, jsonOf, tensorsOf } from './zip-reader';

/** Of the preset as it is. */
const steps = 10;
const complaints: string[] = [];
let profile: string;
let server: Awaited<ReturnType<typeof serve>>;
let opened: FirefoxPage | undefined;
let page: Page;

const open = async () => {
  opened = await openInFirefox(server.address, profile, { serviceWorkers: 'allow' });
  page = opened.page;
};
const close = async () => {
  complaints.push(...(opened?.complaints ?? []));
  await opened?.close();
  opened = undefined;
};
const stepsDone = async () =>
  Number(/Step (\d+)/.exec(await page.getByRole('heading', { name: /^Step \d+/ }).innerText())?.[1]);
const stepReached = (step: number) =>
  expect.poll(stepsDone, { timeout: 5 * minutes, interval: 250 }).toBeGreaterThanOrEqual(step);

const program = findFirefox();
if (!program) console.warn('SKIPPED: the journey in Firefox: no Firefox here (FIREFOX_PATH names its program)');

describe.skipIf(!program)('in Firefox', () => {
  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), 'grove-firefox-'));
    server = await serve({ folder: pageFolder, path: '/some/where/' });
    await open();
  });
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
    if (profile) removeProfile(profile);
  });
  stopAtFirstFailure(() => ({ ' – Firefox': opened?.page }));

  it('shows the recorded run, and its gradients are right', async () => {
    console.log(`Firefox ${opened?.version}`);
    await page.getByText('This is a recorded run').waitFor();
    await gradientsRight(page);
    await keepPicture(page, 'firefox, lab');
  });

  it('trains', async () => {
    await page.getByRole('combobox', { name: 'World and preset' }).click();
    await page.getByRole('option', { name: 'Smoke test' }).click();
    await trainButton(page).click();
    await page.getByRole('heading', { name: /^Step \d+/ }).waitFor({ timeout: 2 * minutes });
    await stepReached(2);
  });

  it('goes on with the run that closing the browser cut off, to its end', async () => {
    const before = await stepsDone();
    expect(before).toBeLessThan(steps);
    await close();
    await open();
    await page.getByRole('heading', { name: /was cut off/ }).waitFor({ timeout: 2 * minutes });
    await page.getByRole('button', { name: 'Resume' }).click({ timeout: 2 * minutes });
    await page.getByRole('button', { name: 'New run', exact: true }).waitFor({ timeout: 5 * minutes });
    await screen('Runs', page).click();
    expect(await page.getByTestId('run').first().innerText()).toMatch(
      new RegExp(`finished[^]*${steps} of ${steps} steps`),
    );
  });

  it('takes an adapter home', async () => {
    const run = page.getByTestId('run').first();
    await run.getByRole('button', { name: /^Take home/ }).click();
    const choice = page.getByRole('menuitem', { name: 'Tool role adapter' });
    const files = filesOfZip(await downloaded(() => choice.click(), page));
    expect([...files.keys()].sort()).toEqual(['README.md', 'adapter_config.json', 'adapter_model.safetensors']);
    expect(jsonOf(files, 'adapter_config.json')).toMatchObject({ peft_type: 'LORA', task_type: 'CAUSAL_LM' });
    const tensors = tensorsOf(files.get('adapter_model.safetensors') as Uint8Array);
    const learned = [...tensors].filter(([name]) => name.endsWith('.lora_B.weight'));
    expect(learned.length).toBeGreaterThan(0);
    expect(learned.some(([, { values }]) => values.some((value) => value !== 0 && Number.isFinite(value)))).toBe(true);
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('steps through the tree with the keyboard', async () => {
    await page
      .getByTestId('run')
      .first()
      .getByRole('link', { name: /^Rollouts of/ })
      .click();
    await walkTree(page);
    await keepPicture(page, 'firefox, rollouts');
  });

  it('takes a setup from a link', async () => {
    await page.goto('about:blank'); // behind "#" alone nothing is loaded anew
    await page.goto(`${server.address}#/lab?preset=quick&seed=77`);
    await page.getByRole('radio', { name: 'Everything' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Seed', exact: true }).inputValue()).toBe('77');
  });

  it('complained about nothing', async () => {
    await close();
    expect(complaints).toEqual([]);
  });
});
