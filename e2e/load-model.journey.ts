// A visitor brings a model of their own: by its name on the hub (played by this test, nothing leaves the machine), kept
// for the next visit without the hub, and from a file; then trains a step on it. The models are the random miniatures
// that other programs wrote.
import { readFileSync } from 'node:fs';
import type { Route } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, overflow, seriousFaults } from './built-page';
import { built, gradientsRight, page, setUpSmallRun, visitBuiltPage } from './visit';

const golden = (name: string) => readFileSync(new URL(`../src/files/formats/gguf/golden/${name}`, import.meta.url));
const mini = golden('qwen3.gguf');

let hubIsAway = false;
const asked: string[] = [];

/** What the hub would answer: one model, whole or in parts. */
async function playHub(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  if (hubIsAway) return route.abort('internetdisconnected');
  asked.push(url.pathname);
  const headers = { 'access-control-allow-origin': '*' };
  if (url.pathname === '/api/models/owner/mini') {
    const siblings = [{ rfilename: 'mini.gguf', size: mini.length }];
    return route.fulfill({ json: { sha: 'abc123', gated: false, siblings }, headers });
  }
  if (url.pathname !== '/owner/mini/resolve/abc123/mini.gguf')
    return route.fulfill({ status: 401, body: '{}', headers });
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(route.request().headers()['range'] ?? '') ?? [];
  const body = from === undefined ? mini : mini.subarray(Number(from), to ? Number(to) + 1 : undefined);
  return route.fulfill({ status: from === undefined ? 200 : 206, body, headers });
}

visitBuiltPage({ setup: 'everything' });
beforeAll(() => built.context.route('https://huggingface.co/**', playHub));

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const chosen = () => page.getByRole('combobox', { name: 'Model', exact: true }).innerText();
const named = (name: string) => page.getByRole('textbox', { name: /on the Hugging Face hub/ }).fill(name);

describe('a model of one’s own', () => {
  it('that is not on the hub leaves the one that ships, and says why', async () => {
    await gradientsRight();
    expect(await chosen()).toMatch(/^Sprout/);
    await button('Load another model').click();
    await named('owner/nothing');
    await button('Load').click();
    await page.getByRole('alert').getByText('is not on the hub').waitFor();
    expect(await chosen()).toMatch(/^Sprout/);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'model, not on the hub');
  });

  it('that a preset stands on is asked for, and trains only once it is here', async () => {
    const choose = async (name: string, option: RegExp) => {
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('World and preset', /^Plan-Path, SmolLM2/);
    await page.getByText('HuggingFaceTB/SmolLM2-135M-Instruct is not here yet.').waitFor();
    expect(await button('Train').isDisabled()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'model, of a preset, not here');
    await button('Load it').click();
    await page
      .getByRole('alert')
      .getByText(/SmolLM2.*is not on the hub/)
      .waitFor();
    await choose('Model', /^Sprout \(/);
    await expect.poll(() => button('Train').isEnabled()).toBe(true);
    await choose('World and preset', /^Sokoban$/);
    expect(await chosen()).toMatch(/^Sprout \(/);
  });

  it('is loaded by its name, with the keyboard alone', async () => {
    await named('owner/mini');
    await page.keyboard.press('Enter');
    await expect.poll(chosen, { timeout: minutes }).toMatch(/^owner\/mini/);
    await keepPicture(page, 'model, loaded');
  });

  it('is there on the next visit, without the hub', async () => {
    hubIsAway = true;
    await page.reload();
    await gradientsRight();
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option', { name: /^owner\/mini/ }).click();
    expect(await chosen()).toMatch(/^owner\/mini/);
  });

  it('comes from a file, too; a broken one is named', async () => {
    await button('Load another model').click();
    const pick = page.locator('input[aria-label="Files of a model"]');
    await pick.setInputFiles({ name: 'cut.gguf', mimeType: '', buffer: golden('llama.gguf').subarray(0, 40_000) });
    await page.getByRole('alert').getByText('is cut off or corrupt').waitFor();
    expect(await chosen()).toMatch(/^owner\/mini/);
    await pick.setInputFiles({ name: 'small.gguf', mimeType: '', buffer: golden('llama.gguf') });
    await expect.poll(chosen, { timeout: minutes }).toMatch(/^small\.gguf/);
  });

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Setup' }).click();
    await button('Load another model').click(); // columns became tabs, and what was unfolded is folded again
    await page.getByRole('list', { name: 'Models kept in this browser' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await keepPicture(page, 'model, phone');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('trains: it is asked in full words, in its own chat format', async () => {
    await setUpSmallRun();
    await button('Train').click();
    await page.getByRole('heading', { name: /^Step 1/ }).waitFor({ timeout: 5 * minutes });
    await keepPicture(page, 'model, trained a step');
  });
});
