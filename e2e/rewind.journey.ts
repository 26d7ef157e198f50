// A run is forked at a kept step; two runs are compared problem by problem and token by token; what they played is
// searched. The runs are one that was trained before, as if with two outcomes; their adapters are made up.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { packFlags } from '../src/basics/flags';
import { wilson } from '../src/basics/statistics';
import { bundleFile } from '../src/export/run-bundle';
import { trainedRunStore } from '../src/export/take-home.test-data';
import { type RecordedRun, readRecordedRun } from '../src/files/formats/run-json';
import { baseModelFromDisk } from '../src/headless/model-files';
import { minutes } from '../src/headless/patience.mjs';
import type { RunConfig } from '../src/learning/config/run-config';
import { problemsAsked } from '../src/learning/training/evaluate';
import { page, screen, showEverySetting, suitsEveryEye, visitBuiltPage } from './visit';

const recorded = readRecordedRun(
  readFileSync(new URL('../public/recorded-run.json', import.meta.url)),
  'recorded-run.json',
);
const config = recorded.run.config as unknown as RunConfig;
const testWorlds = 20;

visitBuiltPage();

const files: Uint8Array[] = [];
beforeAll(async () => {
  const base = await baseModelFromDisk('sprout');
  const small = { ...config, settings: { ...config.settings, testWorlds } };
  const { hash, asked } = problemsAsked({ config: small, split: 'test', n: testWorlds });
  for (const [id, every] of [
    ['one', 2],
    ['two', 3],
  ] as const) {
    const flags = asked.map((_, problem) => problem % every === 0);
    const solved = flags.filter(Boolean).length;
    const solvedEach = { problems: hash, solved: packFlags(flags) };
    const after = { ...wilson(solved, flags.length), solved, turnsMean: 1.5, solvedEach };
    const run = { ...recorded.run, id, name: id, evaluations: { ...recorded.run.evaluations, after } };
    const changed = { settings: { ...small.settings, branches: 2 + every } };
    const { runStore, runId } = await trainedRunStore({ ...recorded, run } as RecordedRun, base, changed);
    files.push((await bundleFile(runStore, runId, new Date())).bytes);
  }
}, 5 * minutes);

describe('rewind, fork, compare', () => {
  it('a kept step of a run is forked, and Setup says what stays', async () => {
    await screen('Runs').click();
    for (const [index, bytes] of files.entries()) {
      const file = { name: `run-${index}.grove.zip`, mimeType: 'application/zip', buffer: Buffer.from(bytes) };
      await page.getByLabel('A file to open').setInputFiles(file);
      await expect.poll(() => page.getByTestId('run').count(), { timeout: minutes }).toBe(index + 1);
    }
    const names = () => page.getByTestId('run').getByRole('heading').getByRole('link').allInnerTexts();
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
    expect(await head('Date').getAttribute('aria-sort')).toBe('descending');
    await head('Success').getByRole('button').click();
    await expect.poll(names).toEqual(['one', 'two']);
    await head('Name').getByRole('button').press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['two', 'one']);
    expect(await head('Name').getAttribute('aria-sort')).toBe('descending');
    expect(await head('Success').getAttribute('aria-sort')).toBe('none');
    await suitsEveryEye('Runs');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Ascending' }).click();
    await expect.poll(names).toEqual(['one', 'two']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'More for one' }).click();
    await page.getByRole('menuitem', { name: 'Fork…' }).click();
    await page.getByRole('menuitem', { name: /from step 1 / }).waitFor();
    await page.getByRole('menuitem', { name: /from step 60/ }).click();
    await page.getByText('after step 60').waitFor();
    await suitsEveryEye('Setup of a fork');
    await showEverySetting();
    await page.getByRole('button', { name: /more settings/ }).click();
    await page.getByRole('textbox', { name: 'Search the settings' }).fill('rank');
    const rank = page.getByRole('textbox', { name: /LoRA rank/ }).first();
    const usual = await rank.inputValue();
    await rank.fill('4');
    await page
      .getByText(/the kept weights would not fit/)
      .first()
      .waitFor();
    await rank.fill(usual);
    await expect.poll(() => page.getByText(/the kept weights would not fit/).count()).toBe(0);
  });

  it('the fork goes on from there, with its parent’s part of the curve', async () => {
    await page.getByRole('textbox', { name: 'Search the settings' }).fill('');
    for (const [knob, value] of Object.entries({ Steps: 61, 'Problems per step': 2 }))
      await page.getByRole('textbox', { name: knob, exact: true }).fill(`${value}`);
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.getByRole('slider', { name: /Success on/ }).waitFor({ timeout: 3 * minutes });
    await expect
      .poll(() => page.getByRole('slider', { name: /Success on/ }).getAttribute('aria-valuemax'), {
        timeout: 5 * minutes,
      })
      .toBe('61');
    await suitsEveryEye('A fork');
    await screen('Runs').click();
    await page.getByText('goes on from').waitFor();
    await page.getByRole('button', { name: 'Date', exact: true }).click();
    expect(await page.getByTestId('run').first().innerText()).toMatch(/one, from step 60/);
  });

  it('a cell of the strip opens its answers, and a found answer its node', async () => {
    await page.goto(`${page.url().split('#')[0]}#/lab/one`);
    const strip = page.getByRole('slider', { name: /Advantages of the Plan role/ });
    await strip.scrollIntoViewIfNeeded();
    await strip.press('ArrowLeft');
    await strip.press('End');
    await suitsEveryEye('Advantages over steps');
    await strip.press('ArrowRight');
    await strip.press('Enter');
    await page
      .getByTestId('found')
      .getByText(/answers in 13 kept steps/)
      .waitFor({ timeout: minutes });
    expect(decodeURIComponent(new URL(page.url()).hash)).toMatch(/^#\/search\/one,role\.plan,step\.60~60,advantage\./);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('R');
    await expect.poll(() => page.getByTestId('found').innerText()).toMatch(/^[\d\s]+ of/);
    await page.locator('.search-rows a').first().waitFor();
    await suitsEveryEye('Search');
    await page.locator('.search-rows a').first().click();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/rollouts\/one\/1\/\d+\/\d+\/\d+$/);
    await page.getByRole('link', { name: /Search all kept steps/ }).waitFor();
  });

  it('a found answer stays on show, whatever lies under the pointer, until the pointer moves', async () => {
    const chosen = page.locator('[id^=chip-][aria-selected=true]');
    const another = await page.locator('[id^=chip-0-][aria-selected=false]').last().boundingBox();
    const id = await chosen.getAttribute('id');
    await page.goBack();
    await page.locator('.search-rows a').first().waitFor();
    const [x, y] = [(another?.x ?? 0) + (another?.width ?? 0) / 2, (another?.y ?? 0) + (another?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.locator('.search-rows a').first().press('Enter');
    await chosen.waitFor();
    expect(await chosen.getAttribute('id')).toBe(id);
    await page.waitForTimeout(500);
    const read = () => page.getByRole('region', { name: 'Answer' }).locator('header').innerText();
    const opened = await read();
    expect(opened).toContain(`branch ${Number(id?.split('-').at(-1)) + 1} of`);
    await page.mouse.move(x + 2, y + 1);
    await expect.poll(read).not.toBe(opened);
    await page.mouse.move(2, 2);
  });

  it('answers are found by what the last role made of the proposals', async () => {
    await page.goto(`${page.url().split('#')[0]}#/search/one`);
    await page.getByRole('combobox', { name: 'Last role' }).click();
    await page.getByRole('option', { name: 'spoiled a right proposal' }).click();
    await expect.poll(() => page.getByTestId('found').innerText()).toMatch(/^[1-9]\d* of/);
    await page.locator('.search-rows a').getByText('spoiled a right proposal').first().waitFor();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#/search/one,passing.spoils-right');
  });

  it('what only one solved is listed, and leads to Play with that run’s team', async () => {
    await page.goto(`${page.url().split('#')[0]}#/compare/one,two`);
    await page
      .getByTestId('only-one')
      .getByText(/Only one: 6 · only two: 3/)
      .waitFor();
    await page.getByRole('button', { name: 'List them' }).click();
    const link = page.getByRole('list', { name: 'Only one' }).getByRole('link').first();
    await link.waitFor({ timeout: minutes });
    await suitsEveryEye('Solved by only one');
  });

  it('two checkpoints say what they would say next', async () => {
    const prompt = page.getByRole('region', { name: 'The prompt' });
    await prompt.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'What would either say?' }).click();
    await page
      .getByTestId('next-tokens')
      .locator('tbody tr')
      .nth(12)
      .waitFor({ timeout: 2 * minutes });
    await suitsEveryEye('Two checkpoints, one prompt');
    const link = page.getByRole('list', { name: 'Only one' }).getByRole('link').first();
    await link.click();
    await expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toMatch(/^#\/play\/sokoban\/\d+\/run:one$/);
    await page
      .getByText(/one, 60 steps/)
      .first()
      .waitFor({ timeout: minutes });
  });
});
