// The first two minutes where the processor stands in for a graphics card: the preset that is offered there learns
// something that chance does not explain, before a newcomer has lost patience.
import { expect, it } from 'vitest';
import { crowding, minutes } from '../src/headless/patience.mjs';
import { keepPicture } from './built-page';
import { built, gradientsRight, page, trainButton, visitBuiltPage } from './visit';

visitBuiltPage();

const mostSeconds = 120;

it('Quick look ends above the untrained team, interval above interval, within two minutes', async () => {
  await gradientsRight();
  const otherWork = crowding();
  const note = page.getByRole('note').filter({ hasText: 'No graphics card computes here' });
  if ((await note.count()) > 0) await note.getByRole('button', { name: 'Quick look' }).click();
  else {
    await page.getByRole('combobox', { name: 'World and preset' }).click();
    await page.getByRole('option', { name: 'Quick look' }).click();
  }
  const begunMs = performance.now();
  await trainButton().click();
  await page.getByRole('button', { name: 'Pause' }).waitFor(); // the recorded run's result is gone
  const result = page.getByTestId('result');
  await result.waitFor({ timeout: 8 * minutes });
  const seconds = (performance.now() - begunMs) / 1000;
  const [untrained, trained] = [...(await result.innerText()).matchAll(/([\d.]+)–([\d.]+)\s*%/g)].map(
    ([, low, high]) => ({ low: Number(low), high: Number(high) }),
  );
  console.log(
    `${seconds.toFixed(0)} s: untrained up to ${untrained?.high} %, trained from ${trained?.low} % (other work: ${otherWork.toFixed(2)})`,
  );
  await keepPicture(page, 'lab, quick look learnt');
  expect(trained?.low).toBeGreaterThan(untrained?.high ?? 100);
  expect(seconds).toBeLessThanOrEqual(mostSeconds * otherWork);
  expect(built.complaints).toEqual([]);
});
