// A study in the page: one that was cut off is there after the page is opened again, goes on where it stopped – also
// after another reload – and its table and figure can be read and taken home. The study itself is kept small: this may
// run on a processor.
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, seriousFaults } from './built-page';
import { built, downloaded, gradientsRight, page, screen, setUpSmallRun, suitsEveryEye, visitBuiltPage } from './visit';

const record = {
  id: 'study-journey',
  wishes: {
    plan: 'branches',
    seeds: [1],
    steps: 2,
    problems: 4,
    settings: { worldsPerStep: 2, turns: 1, validationWorlds: 4, testWorlds: 4, evaluateEvery: 2 },
  },
  cells: [],
  status: 'running',
  createdAt: 1,
  changedAt: 1,
};

visitBuiltPage();

const button = (name: string | RegExp) => page.getByRole('button', { name });
const toStudy = () => screen('Study').click();
const rowsDone = () => page.locator('.study-table tbody tr', { hasText: 'n 4' }).count();

/** Puts the study into the page's storage, as a page that was closed in the middle of it would have left it. */
async function leaveBehind(): Promise<void> {
  await page.evaluate(
    (study) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('grove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('studies', 'readwrite');
          writing.objectStore('studies').put(study);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    record,
  );
}

describe('a study', () => {
  it('that was cut off is shown, with what there is to do', async () => {
    await page.getByRole('button', { name: /^GPU: / }).waitFor();
    await gradientsRight();
    await toStudy();
    await page.getByRole('heading', { name: /^Table 3/ }).waitFor(); // what is published stands there before one is run
    await page.getByText(/^As published on/).waitFor();
    await keepPicture(page, 'study, before the first');
    expect(await page.getByRole('button', { name: 'Start' }).isEnabled()).toBe(true);
    await leaveBehind();
    await page.reload();
    await toStudy();
    await page.getByRole('heading', { name: /Branches: K = 2, 4, 8/ }).waitFor();
    await page.getByText('it goes on where it stopped').waitFor();
    expect(await page.getByText('to be done').count()).toBe(3);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('goes on, survives a reload in the middle, and is finished', async () => {
    await gradientsRight();
    await button('Go on').click();
    await expect.poll(rowsDone, { timeout: 5 * minutes, interval: 500 }).toBeGreaterThanOrEqual(1);
    await page.reload();
    await toStudy();
    await expect.poll(rowsDone, { timeout: minutes }).toBeGreaterThanOrEqual(1);
    await gradientsRight();
    await button('Go on').click();
    await expect.poll(rowsDone, { timeout: 5 * minutes, interval: 500 }).toBe(3);
    await expect.poll(() => button('Go on').count()).toBe(0);
    await suitsEveryEye('Study');
  });

  it('is taken home as a table, and its runs are among all runs', async () => {
    const text = new TextDecoder().decode(await downloaded(() => button('CSV').click()));
    expect(text.trim().split('\r\n')).toHaveLength(4);
    expect(text).toContain('training tokens');
    await screen('Runs').click();
    await expect.poll(() => page.getByTestId('run').count()).toBe(3);
    expect(built.complaints).toEqual([]);
  });
});

describe('a run that is repeated', () => {
  it('says what four other seeds take, trains them one after the other, and is cancelled', {
    timeout: 8 * minutes,
  }, async () => {
    await button(/^More for branches: K = 8/).click();
    await page.getByRole('menuitem', { name: 'Repeat with seeds 2–5…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Repeat “branches: K = 8, seed 1” with seeds 2–5$/ });
    await dialog.getByText(/^4 runs of 2 steps, about .* in all: this run’s 2 steps took/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText(/seed 3.* · 1 of 4 measurements done/).waitFor({ timeout: 5 * minutes });
    await keepPicture(page, 'repeat, under way');
    await dialog.getByRole('button', { name: 'Close' }).click();
    const underWay = page.getByRole('region', { name: 'Repeated with other seeds' });
    await underWay.getByRole('button', { name: 'Cancel' }).click();
    await underWay.waitFor({ state: 'detached', timeout: 2 * minutes });
  });

  it('stands beside its repetitions, with the mean of those that came to their end', async () => {
    await page.getByText(/^[23] runs, 2 tested: /).waitFor();
    expect(await page.getByTestId('run').filter({ hasText: 'K = 8, seed 2' }).count()).toBe(1);
    await toStudy();
    expect(await page.getByText('with other seeds').count()).toBe(0);
  });
});

describe('a setup of one’s own beside the usual one', () => {
  it('is a study, two clicks from the setting that was changed', async () => {
    await screen('Lab').click();
    await button('New run').click();
    await setUpSmallRun(2);
    expect(await button('Train').isEnabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Branches', exact: true }).fill('3');
    await page.getByRole('link', { name: 'Do the changes help?' }).click();
    await page.getByText('Branches 3, usually').waitFor();
    await page.getByRole('textbox', { name: 'Seeds, by number' }).fill('1, 2');
    await page.getByRole('textbox', { name: 'Problems', exact: true }).fill('4');
    await page.getByText(/4 runs/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await button('Start').click();
  });

  it('has its runs in the Lab and under Runs as what they are', async () => {
    await page.getByRole('link', { name: 'watch it in the Lab' }).click({ timeout: 2 * minutes });
    await page.getByText(/^(\d+ rooms in play|nothing is being played|The untrained team)/).waitFor();
    await screen('Runs').click();
    await page.getByText('training now').waitFor();
    expect(await page.getByText('cut off').count()).toBe(0);
  });

  it('ends with a verdict', async () => {
    await toStudy();
    const verdict = page.getByTestId('verdict');
    await expect.poll(() => verdict.innerText(), { timeout: 8 * minutes, interval: 500 }).toMatch(/2 seeds/);
    expect(await verdict.innerText()).toMatch(/points of success, 95 % interval .* on the same 4 problems/);
    await keepPicture(page, 'study, own setup');
    expect(built.complaints).toEqual([]);
  });
});
