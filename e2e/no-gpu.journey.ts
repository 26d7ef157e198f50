// A visitor without WebGPU: the page says what is missing and what to do, and shows a recorded run instead of a dead button.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltPage, keepPicture, openBuiltPage, overflow, seriousFaults } from './built-page';

let built: BuiltPage;
let page: Page;

beforeAll(async () => {
  built = await openBuiltPage({ gpu: 'without-gpu' });
  page = built.page;
});
afterAll(() => built?.close());

describe('without a GPU', () => {
  it('says what is missing and what to do', async () => {
    await page.getByRole('heading', { name: 'Training needs a GPU, and this page cannot reach one.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Look again' }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Train' }).count()).toBe(0);
  });

  it('shows a recorded run with its result and curves', async () => {
    await page.getByText('Meanwhile, a recorded run.').waitFor();
    expect(await page.getByTestId('result').innerText()).toMatch(/untrained[\s\S]*trained/);
    await page.getByRole('slider', { name: /^Success on unseen rooms/ }).waitFor();
    await keepPicture(page, 'no GPU');
  });

  it('walks through the recorded run’s tree', async () => {
    await page.getByRole('link', { name: 'walk through its tree of rollouts' }).click();
    const tree = page.getByRole('listbox', { name: /^Tree of room/ });
    await tree.focus();
    const chosen = () => tree.getAttribute('aria-activedescendant');
    await page.keyboard.press('Home');
    const first = await chosen();
    await page.keyboard.press('ArrowRight');
    expect(await chosen()).not.toBe(first);
    await keepPicture(page, 'rollouts, recorded');
  });

  it.each(['Lab', 'Rollouts', 'Play', 'Runs'])(
    '%s: nothing serious for axe, nothing too wide, light and dark, wide and narrow',
    async (name) => {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [width, height] of [
          [1280, 800],
          [390, 844],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(400);
          await keepPicture(page, `${name.toLowerCase()}, ${colorScheme}, ${width}`);
          expect(await overflow(page), `${name} at ${width} px is too wide`).toBeLessThanOrEqual(0);
          expect(await seriousFaults(page), `${name} ${colorScheme} ${width}`).toEqual([]);
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
