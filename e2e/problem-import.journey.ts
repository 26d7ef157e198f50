// A person with files of problems: a cut-off one is refused, of one with bad rows the report is read, a good one
// becomes a world; a small language model from a file trains a step on it, and the questions are read as text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, overflow, seriousFaults } from './built-page';
import { built, gradientsRight, page, screen, setSmallKnobs, suitsEveryEye, visitBuiltPage } from './visit';

const sample = (name: string) => fileURLToPath(new URL(`./samples/problems/golden/${name}`, import.meta.url));
const mini = readFileSync(new URL('../src/files/formats/gguf/golden/qwen3.gguf', import.meta.url));

visitBuiltPage({ setup: 'everything' });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const open = (...names: readonly string[]) =>
  page.locator('input[aria-label="A file of problems"]').setInputFiles(names.map(sample));
const sets = () => page.getByRole('list', { name: 'Imported sets, newest first' });

describe('problems from a file', () => {
  it('are reached from Setup; a file that is cut off is refused', async () => {
    await gradientsRight(); // nothing moves any more
    await page.getByRole('link', { name: 'Problems from a file…' }).click();
    await page.getByText('Nothing yet. An imported set stands here').waitFor();
    await open('broken/cut-off.parquet');
    await page.getByRole('alert').getByText('is it cut off?').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'problems, refused');
  });

  it('with bad rows are told row by row, and nothing is imported', async () => {
    await open('broken/bad-rows.jsonl');
    await page.getByRole('list', { name: 'The first problems' }).waitFor();
    await button('Import').click();
    await page.getByRole('alert').getByText('4 of 25 rows (16.0 %) are bad').waitFor();
    const rows = page.getByRole('region', { name: 'Rows that were refused' }).getByRole('row');
    expect(await rows.nth(2).innerText()).toMatch(/^7\s+answer\s+a short answer/);
    expect(await sets().count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'problems, bad rows');
  });

  it('become a world; the columns are shown first', async () => {
    await open('gsm8k.parquet');
    await expect.poll(() => page.getByRole('combobox', { name: 'Layout' }).innerText()).toBe('GSM8K');
    await expect.poll(() => page.getByRole('combobox', { name: 'Answer needed' }).innerText()).toBe('answer');
    await suitsEveryEye('Problems');
    await button('Import').click();
    await page.getByText('is imported: 40 problems').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBe(0);
    await keepPicture(page, 'problems, phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await sets().getByRole('button', { name: 'Delete gsm8k' }).click();
    await button('Undo').click();
    await sets().getByRole('button', { name: 'Use in the lab' }).click();
    await page.getByText('“gsm8k” is the world of the next run.').waitFor();
    await page.getByRole('list', { name: 'questions waiting' }).getByText('How many pears are left?').first().waitFor();
    expect(await button('Train').isDisabled()).toBe(true); // the model that ships has no such words
  });

  it('that are looked up become worlds too: in passages, and in a database that is given along', async () => {
    await page.getByRole('link', { name: 'Problems from a file…' }).click();
    await open('hotpotqa.jsonl');
    await expect.poll(() => page.getByRole('combobox', { name: 'Layout' }).innerText()).toBe('HotpotQA');
    await button('Import').click();
    await page.getByText('is imported: 40 problems').waitFor();
    await open('spider.json');
    await button('Import').click();
    await page.getByRole('alert').getByText('Choose the database together with the file').waitFor();
    await page.getByText('"harbours", of which there is no file').first().waitFor();
    await open('spider.json', 'database/harbours/harbours.sqlite');
    await expect.poll(() => page.getByRole('combobox', { name: 'Layout' }).innerText()).toBe('Spider');
    expect(await seriousFaults(page)).toEqual([]);
    await button('Import').click();
    await page.getByText('is imported: 30 problems').waitFor();
    await keepPicture(page, 'problems, with a database');
    await sets().getByRole('listitem').first().getByRole('button', { name: 'Use in the lab' }).click();
    await page.getByText('“spider” is the world of the next run.').waitFor();
    await page.getByRole('list', { name: 'questions waiting' }).waitFor();
  });

  it('are trained on', async () => {
    await page.getByRole('combobox', { name: 'World and preset' }).click();
    await page.getByRole('option', { name: 'Smoke test' }).click();
    await button('Load another model').click();
    const pick = page.locator('input[aria-label="Files of a model"]');
    await pick.setInputFiles({ name: 'mini.gguf', mimeType: '', buffer: mini });
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Model', exact: true }).innerText(), { timeout: minutes })
      .toMatch(/^mini\.gguf/);
    await page.getByRole('combobox', { name: 'World', exact: true }).click();
    await page.getByRole('option', { name: 'Maths: gsm8k' }).click();
    await page.getByRole('combobox', { name: 'Team', exact: true }).click();
    await page.getByRole('option', { name: 'Single agent, maths' }).click();
    await setSmallKnobs();
    await expect.poll(() => button('Train').isEnabled(), { timeout: 5 * minutes }).toBe(true);
    await button('Train').click();
    await page.getByRole('heading', { name: /^Step/ }).waitFor({ timeout: 5 * minutes });
    await keepPicture(page, 'problems, being trained on');
    await page.getByTestId('result').waitFor({ timeout: 5 * minutes });
    await keepPicture(page, 'problems, trained a step');
  });

  it('are read as text in the tree, also after a reload', async () => {
    await page.reload();
    await screen('Rollouts').click();
    await page.getByRole('listbox', { name: /^Tree of/ }).waitFor({ timeout: 2 * minutes });
    await page.getByRole('group', { name: 'before' }).getByText('How many pears are left?').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'problems, tree');
    expect(built.complaints).toEqual([]);
  });
});
