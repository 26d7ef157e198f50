// A phone, pointed at by fingers: whatever can be tapped is large enough for one (WCAG 2.5.5, Target Size, enhanced).
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltPage, drawn, keepPicture, openBuiltPage, overflow } from './built-page';
import { smallestForFingers, smallTargets } from './target-size';
import { screen } from './visit';

let built: BuiltPage;
let page: Page;

beforeAll(async () => {
  built = await openBuiltPage({ gpu: 'without-gpu', width: 390, height: 844, touch: true });
  page = built.page;
});
afterAll(() => built?.close());

it.each([
  ['Lab', () => page.getByRole('slider', { name: /^Step \d/ })],
  ['Rollouts', () => page.getByRole('listbox', { name: /^Tree of room/ })],
  ['Play', () => page.getByRole('button', { name: 'Let the team play' })],
  ['Runs', () => page.getByRole('button', { name: 'Open a file' })],
  ['Study', () => page.getByRole('combobox').first()],
] as const)('%s: everything is large enough for a finger', async (name, shown) => {
  await screen(name, page).tap();
  await shown().waitFor();
  await drawn(page);
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  await keepPicture(page, `fingers, ${name.toLowerCase()}`);
  expect(await overflow(page)).toBe(0);
  expect(await smallTargets(page, smallestForFingers)).toEqual([]);
});
