// Quiet mode: the slider is live while a run trains, and the engine's figures say what it is.
import { expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { built, gradientsRight, page, setUpSmallRun, suitsEveryEye, visitBuiltPage } from './visit';

visitBuiltPage();

const slider = () => page.getByRole('slider', { name: /share$/ });
const set = async (percent: number) => {
  await slider().fill(`${percent}`);
  await expect.poll(() => slider().getAttribute('aria-valuetext')).toMatch(new RegExp(`^${percent}\\s%$`));
};

it('takes a share before a run, and another while it trains', async () => {
  await gradientsRight();
  await setUpSmallRun(3);
  await set(40);
  await page.getByRole('button', { name: 'Train' }).click();
  await page.getByRole('heading', { name: /^Step [1-9]/ }).waitFor({ timeout: 5 * minutes });
  await page.getByText(/busy for 40\s% of the time/).waitFor({ timeout: 5 * minutes });
  await set(80);
  await page.getByText(/busy for 80\s% of the time/).waitFor();
  await page.getByRole('button', { name: 'New run' }).waitFor({ timeout: 8 * minutes });
});

it('suits every eye', () => suitsEveryEye('Lab, quiet'));

it('complained about nothing', () => {
  expect(built.complaints).toEqual([]);
});
