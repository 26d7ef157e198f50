// The first two minutes where the processor stands in for a graphics card: the preset that is offered there learns
// something that chance does not explain, before a newcomer has lost patience. And while it trains, the page answers.
import { expect, it } from 'vitest';
import { crowding, minutes } from '../src/headless/patience.mjs';
import { keepPicture } from './built-page';
import { usualSlowAnswer, watchAnswers } from './responsiveness';
import { built, gradientsRight, page, screen, trainButton, unfoldStory, visitBuiltPage } from './visit';

visitBuiltPage();

const mostSeconds = 120;

let otherWork = 1;

it('Quick look ends above the untrained team, interval above interval, within two minutes', async () => {
  await gradientsRight();
  otherWork = crowding();
  const preset = page.getByRole('combobox', { name: 'World and preset' });
  const quick = 'Quick look'; // where a processor computes, it is chosen already
  if (process.platform !== 'linux') {
    await preset.click();
    await page.getByRole('option', { name: quick }).click();
  }
  expect(await preset.innerText()).toContain(quick);
  if (process.platform === 'linux')
    await page.getByText(/^Your own run, 8 steps, takes up to \d+.s on your processor/).waitFor();
  const measured = page.getByText(/^First rise in about .*, all 8 steps in about .* \(measured on your processor/);
  const told = [...(await measured.innerText()).matchAll(/in about (\d+)\s(s|min)/g)];
  const [toldRise = 0, toldSeconds = 0] = told.map(([, count, unit]) => Number(count) * (unit === 'min' ? 60 : 1));
  const begunMs = performance.now();
  await trainButton().click();
  await page.getByRole('button', { name: 'Pause' }).waitFor(); // the recorded run's result is gone
  // validated behind its last step, and then above the untrained team in four of five seeds
  await page.getByRole('heading', { name: /^Step 8/ }).waitFor({ timeout: 8 * minutes });
  const rise = (performance.now() - begunMs) / 1000;
  const result = page.getByTestId('result');
  await result.waitFor({ timeout: 8 * minutes });
  const seconds = (performance.now() - begunMs) / 1000;
  const [untrained, trained] = [...(await result.innerText()).matchAll(/([\d.]+)–([\d.]+)\s*%/g)].map(
    ([, low, high]) => ({ low: Number(low), high: Number(high) }),
  );
  console.log(
    `rise after ${rise.toFixed(0)} s, all in ${seconds.toFixed(0)} s (${toldRise} s and ${toldSeconds} s were told before): untrained up to ${untrained?.high} %, trained from ${trained?.low} % (other work: ${otherWork.toFixed(2)})`,
  );
  await keepPicture(page, 'lab, quick look learnt');
  expect(trained?.low).toBeGreaterThan(untrained?.high ?? 100);
  expect(seconds).toBeLessThanOrEqual(mostSeconds * otherWork);
  expect(rise / toldRise).toBeGreaterThan(1 / 2);
  expect(rise / toldRise).toBeLessThan(2);
  expect(seconds / toldSeconds).toBeGreaterThan(1 / 2);
  expect(seconds / toldSeconds).toBeLessThan(2);
});

// Other work on the machine delays frames as well: it is measured while the page rests, and a bad moment may be
// repeated. A page that waits for the GPU fails every time.
it('answers a click within 100 ms while it trains', async () => {
  await page.getByRole('button', { name: 'New run', exact: true }).click();
  await page.getByRole('combobox', { name: 'World and preset' }).click();
  await page.getByRole('option', { name: 'Smoke test' }).click();
  // not over before this is, however fast the GPU
  await unfoldStory();
  await page.getByRole('textbox', { name: 'Steps', exact: true }).fill('200');
  await trainButton().click();
  await page.getByRole('heading', { name: /^Step [1-9]/ }).waitFor({ timeout: 2 * minutes });
  const visitAll = async () => {
    for (const name of ['Runs', 'Play', 'Rollouts', 'Lab']) {
      await screen(name).click();
      await page.waitForTimeout(250);
    }
  };
  await visitAll(); // screens load when first opened
  const measured: number[] = [];
  for (let attempt = 0; attempt < 5 && !measured.some((ms) => ms <= 100 * otherWork); attempt++) {
    await watchAnswers(page);
    for (let round = 0; round < 4; round++) await visitAll();
    measured.push(await usualSlowAnswer(page));
  }
  expect(Math.min(...measured)).toBeLessThanOrEqual(100 * otherWork);
  await page.getByRole('button', { name: 'Pause' }).waitFor(); // it trained all the time
  expect(built.complaints).toEqual([]);
});
