// What the journeys share: one browser on the built page from the first part to the last. A part that fails leaves its
// picture in test-results/, and the parts behind it do not run. Every journey's file has this module to itself, so
// `page` is that journey's page.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { type BuiltPage, drawn, keepPicture, openBuiltPage, overflow, seriousFaults, type Wishes } from './built-page';
import { smallTargets } from './target-size';

/** The page of this file's journey, once `visitBuiltPage` has opened it. */
export let page: Page;
export let built: BuiltPage;

/** Opens the page before the first part, closes it behind the last. */
export function visitBuiltPage({ setup, ...wishes }: Wishes & { readonly setup?: 'everything' } = {}): void {
  beforeAll(async () => {
    built = await openBuiltPage(wishes);
    page = built.page;
    if (setup === 'everything') await showEverySetting();
  });
  afterAll(() => built?.close());
  stopAtFirstFailure(() => ({ '': page }));
}

/** Parts build on each other: those behind one that failed are skipped. `pages`: what to take pictures of then, by what
 *  tells them apart. */
export function stopAtFirstFailure(pages: () => Readonly<Record<string, Page | undefined>>): void {
  let broken = false;
  beforeEach(({ skip }) => skip(broken, 'an earlier part of the journey failed'));
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    broken = true;
    for (const [name, shown] of Object.entries(pages()))
      if (shown) await keepPicture(shown, `failed – ${task.name}${name}`);
  });
}

/** The link to one of the page's screens. */
export const screen = (name: string, where = page) =>
  where.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });

/** The self-test of the gradients has come to its end, and to a good one. */
export async function gradientsRight(where = page): Promise<void> {
  const badge = where.getByTestId('gradient-badge');
  await badge.waitFor({ timeout: 5 * minutes });
  expect(await badge.innerText()).toBe('gradients right');
}

/** Starts a run: beside the recorded one it says so. */
export const trainButton = (where = page) => where.getByRole('button', { name: /^Train( your own)?$/ });

/** Setup shows every setting, from now on. */
export async function showEverySetting(where = page): Promise<void> {
  await where.getByRole('radio', { name: 'Everything' }).click();
}

/** The settings that Setup tells the story with are unfolded, as they are by themselves once a run has begun. */
export async function unfoldStory(where = page): Promise<void> {
  const folded = where.getByRole('button', { name: /^How they learn/, expanded: false });
  if ((await folded.count()) > 0) await folded.click();
}

/** The next run is as small as one can be, on the preset “Smoke test”: what it is to show is that it runs. */
export async function setUpSmallRun(steps = 1): Promise<void> {
  await page.getByRole('combobox', { name: 'World and preset' }).click();
  await page.getByRole('option', { name: 'Smoke test' }).click();
  await setSmallKnobs(steps);
}

/** The same on the preset that is chosen, or after another world. */
export async function setSmallKnobs(steps = 1): Promise<void> {
  await showEverySetting();
  await page.getByRole('button', { name: /more settings/ }).click();
  for (const group of ['Play', 'Evaluation']) await page.getByRole('button', { name: group, exact: true }).click();
  const small = {
    Steps: steps,
    'Problems per step': 2,
    Branches: 2,
    Turns: 1,
    'Validation problems': 4,
    'Test problems': 4,
  };
  for (const [knob, value] of Object.entries(small))
    await page.getByRole('textbox', { name: knob, exact: true }).fill(`${value}`);
}

/** Steps with the keyboard from the tree's first column along the trunk, and to a sibling of what is there. Returns the
 *  branch of the trunk, and what tells the chosen one. */
export async function walkTree(where = page) {
  const tree = where.getByRole('listbox', { name: /^Tree of room 1/ });
  await tree.focus();
  const chosen = () => tree.getAttribute('aria-activedescendant');
  await where.keyboard.press('Home');
  expect(await chosen()).toMatch(/^chip-0-/);
  await where.keyboard.press('ArrowRight');
  const trunk = await chosen();
  expect(trunk).toMatch(/^chip-1-/);
  await where.keyboard.press(trunk?.endsWith('-0') ? 'ArrowDown' : 'ArrowUp');
  expect(await chosen()).not.toBe(trunk);
  expect(where.url()).toMatch(/#\/rollouts\/.+\/\d+\/0\/1\/\d+$/);
  return { trunk, chosen };
}

/** The file that a click makes the page hand over. */
export async function downloaded(click: () => Promise<void>, where = page): Promise<Uint8Array> {
  const [download] = await Promise.all([where.waitForEvent('download', { timeout: 2 * minutes }), click()]);
  return new Uint8Array(await readFile(await download.path()));
}

/** A laptop and a phone, then two large screens. */
const windows = [
  [1280, 800],
  [390, 844],
  [1920, 1080],
  [2560, 1440],
] as const;
/** Those that axe looks at, too: what it sees depends on the colours, and on which of two layouts there is. */
const looksInto = (width: number) => width <= 1280;

/** Light and dark, from narrow to very wide: nothing too wide, nothing too small to be hit, nothing serious for axe,
 *  and a picture of each. `shown` opens again what another width has closed. */
export async function suitsEveryEye(name: string, where = page, shown?: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await where.emulateMedia({ colorScheme });
    for (const [width, height] of windows) {
      await where.setViewportSize({ width, height });
      await shown?.();
      await drawn(where);
      await keepPicture(where, `${name.toLowerCase()}, ${colorScheme}, ${width}`);
      expect(await overflow(where), `${name} at ${width} px is too wide`).toBeLessThanOrEqual(0);
      expect(await smallTargets(where), `${name} at ${width} px: too small to be hit`).toEqual([]);
      if (looksInto(width)) expect(await seriousFaults(where), `${name} ${colorScheme} ${width}`).toEqual([]);
    }
  }
  await where.emulateMedia({ colorScheme: 'light' });
  await where.setViewportSize({ width: 768, height: 1024 });
  expect(await overflow(where), `${name} on a tablet is too wide`).toBeLessThanOrEqual(0);
  await where.setViewportSize({ width: 1280, height: 800 });
}
