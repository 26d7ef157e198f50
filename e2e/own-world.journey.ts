// A newcomer with the tutorial: its module is pasted into the page, a slip is told, it is checked, kept, used, and a
// team trains on it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, seriousFaults } from './built-page';
import { built, gradientsRight, page, screen, setSmallKnobs, suitsEveryEye, visitBuiltPage } from './visit';

const tutorial = readFileSync(new URL('../src/learning/environments/your-own-world.md', import.meta.url), 'utf8');
const whole = [...tutorial.matchAll(/^```js\n([\s\S]*?)^```$/gm)].at(-1)?.[1] ?? '';

visitBuiltPage({ setup: 'everything' });

const button = (name: string | RegExp) => page.getByRole('button', { name });
const report = () => page.getByRole('region', { name: 'Report' });

/** As pasting does: one change of the whole text. */
async function paste(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'The world’s module' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

describe('a world of one’s own', () => {
  it('is reached from Setup, and a slip is told with its line', async () => {
    await gradientsRight(); // nothing moves any more
    await page.getByRole('link', { name: 'Your own world…' }).click();
    await paste(whole.replace('solved(state) {', 'solved(state) { {'));
    await button('Check').click();
    await report()
      .getByText(/SyntaxError.*line \d+/)
      .waitFor({ timeout: 3 * minutes });
    expect(await button('Use in the lab').isDisabled()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('is checked, and shows its problems', async () => {
    await paste(whole);
    await button('Check').click();
    await report()
      .getByText('It can be trained on.')
      .waitFor({ timeout: 5 * minutes });
    expect(await report().getByRole('img').count()).toBeGreaterThanOrEqual(6);
    await button('Save').click();
    await button('Saved').waitFor();
    await suitsEveryEye('Own world');
  });

  it('is trained on', async () => {
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await page.getByRole('combobox', { name: 'World and preset' }).click();
    await page.getByRole('option', { name: 'Smoke test' }).click();
    await page.getByRole('link', { name: 'Your own world…' }).click();
    await button('Check').click();
    await button('Use in the lab').click({ timeout: 5 * minutes });
    await page.getByText('“Penguin on ice” is the world of the next run.').waitFor();
    await keepPicture(page, 'own world, in the lab');
    await setSmallKnobs(10);
    await expect.poll(() => button('Train').isEnabled(), { timeout: 5 * minutes }).toBe(true);
    await button('Train').click();
    await expect
      .poll(
        async () => Number(/Step (\d+)/.exec(await page.getByRole('heading', { name: /^Step/ }).innerText())?.[1]),
        {
          timeout: 5 * minutes,
          interval: 1000,
        },
      )
      .toBeGreaterThanOrEqual(1);
    await button('Pause').click();
    await button('Resume').waitFor({ timeout: 5 * minutes });
    await keepPicture(page, 'own world, trained');
  });

  it('is there after a reload, and so is its run', async () => {
    await page.reload();
    await screen('Rollouts').click();
    await page.getByRole('listbox', { name: /^Tree of room 1/ }).waitFor({ timeout: 2 * minutes });
    await screen('Lab').click();
    expect(built.complaints).toEqual([]);
  });
});
