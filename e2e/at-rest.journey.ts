// Nothing moves under the pointer of a first visitor: whatever arrives after the first look has its place kept. What
// Chrome counts as layout shift, from the first paint until the recorded run has been played and the engine is tested.
import { expect, it, onTestFinished } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { openBuiltPage, type Wishes } from './built-page';
import { gradientsRight } from './visit';

const mostShift = 0.005;
const visits: readonly Wishes[] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 1280, height: 800, gpu: 'without-gpu' },
  { width: 390, height: 844, gpu: 'without-gpu' },
];

it.each(visits)('a first visit at rest: %o', async (wishes) => {
  const { page, close, complaints } = await openBuiltPage(wishes);
  onTestFinished(close);
  await page.getByText('This is a recorded run').waitFor({ timeout: minutes });
  await page
    .getByText(/ of \d+ solved it/)
    .first()
    .waitFor({ timeout: minutes });
  if (wishes.gpu !== 'without-gpu') await gradientsRight(page);
  const shifts = await page.evaluate(async () => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node | null }[] };
    const seen = await new Promise<Shift[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
        type: 'layout-shift',
        buffered: true,
      });
      setTimeout(() => resolve([]), 1000); // there was none
    });
    return seen
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, startTime, sources }) => ({
        value,
        startTime,
        what: sources.map(({ node }) => node?.textContent?.slice(0, 40)),
      }));
  });
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  console.log(`layout shift at ${wishes.width} px, ${wishes.gpu ?? 'with a GPU'}: ${sum.toFixed(4)}`);
  expect(sum, JSON.stringify(shifts, undefined, 1)).toBeLessThanOrEqual(mostShift);
  expect(complaints).toEqual([]);
});
