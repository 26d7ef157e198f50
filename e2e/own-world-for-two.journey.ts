// A newcomer with the tutorial's world for two: its module is pasted and checked, each player's view is looked at, one
// role is played beside the solver, and the one who speaks says nothing.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, seriousFaults } from './built-page';
import { built, page, screen, suitsEveryEye, visitBuiltPage } from './visit';

const tutorial = readFileSync(new URL('../src/learning/environments/your-own-world.md', import.meta.url), 'utf8');
const forTwo = /^```javascript\n([\s\S]*?)^```$/m.exec(tutorial)?.[1] ?? '';

visitBuiltPage({ setup: 'everything' });

const button = (name: string | RegExp) => page.getByRole('button', { name });
const seenBy = (name: string) => page.getByRole('radiogroup', { name: 'Seen by' }).getByRole('radio', { name });
const you = () => page.getByRole('region', { name: 'You' });
const choose = async (list: string, name: string) => {
  await page.getByRole('combobox', { name: list, exact: true }).click();
  await page.getByRole('option', { name, exact: true }).click();
};

describe('a world for two of one’s own', () => {
  it.runIf(process.platform === 'linux')('would take long on the processor, which is told beforehand', async () => {
    await choose('World and preset', 'Sokoban for two');
    const note = page.getByRole('note').filter({ hasText: /all 120 steps would take 25.min to 50.min/ });
    await note.waitFor({ timeout: 2 * minutes });
    await keepPicture(page, 'a long run on the processor');
    expect(await seriousFaults(page)).toEqual([]);
    await note.getByRole('button', { name: 'Quick look' }).click();
    await note.waitFor({ state: 'detached' });
  });

  it('is checked, kept, and is the world of the next run', async () => {
    await choose('World and preset', 'Smoke test');
    await page.getByRole('link', { name: 'Your own world…' }).click();
    await page.getByRole('textbox', { name: 'The world’s module' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(forTwo);
    await button('Check').click();
    await page.getByText('It can be trained on.').waitFor({ timeout: 5 * minutes });
    await button('Save').click();
    await button('Saved').waitFor();
    await button('Use in the lab').click();
    await page.getByText('“Boat in the fog” is the world of the next run.').waitFor();
    await page.getByRole('list', { name: 'Team: Lighthouse and Boat' }).waitFor();
  });

  it('is shown as each of its players sees it', async () => {
    const first = page.getByRole('list', { name: 'bays waiting' }).getByRole('img').first();
    await seenBy('Lighthouse').click();
    await expect.poll(() => first.getAttribute('aria-label')).toMatch(/^bay 1, seen by the Lighthouse: 5 by 5 board/);
    await seenBy('Boat').click();
    await expect
      .poll(() => first.getAttribute('aria-label'))
      .toMatch(/^bay 1, seen by the Boat: 1 by 1 board: silence/);
    await suitsEveryEye('a world for two in the lab');
  });

  it('is played by a person who takes a role and does what the other one says', async () => {
    await screen('Play').click();
    await choose('World', 'Boat in the fog');
    await choose('Your part', 'Boat');
    const said = (await you().locator('.bubble').innerText()).replace('Lighthouse:', '').trim();
    await you()
      .getByRole('img', { name: /^your bay: 1 by \d board/ })
      .waitFor();
    await you().getByRole('heading', { name: 'You' }).click(); // keys are the room's, not the list's
    const keys: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
    for (const symbol of said.split(' ')) await page.keyboard.press(keys[symbol] ?? '');
    await you()
      .getByText(`Solved in ${said.split(' ').length} moves, like the solver`)
      .waitFor();
  });

  it('goes on where the one who speaks says nothing, which can be taken back', async () => {
    await choose('Your part', 'Lighthouse');
    await you()
      .getByText(/^Bring the boat .* Turn 1, Lighthouse/)
      .waitFor();
    await you().getByRole('button', { name: 'Say nothing' }).click();
    await you()
      .getByText(/^Turn 2, Lighthouse/)
      .waitFor();
    await keepPicture(page, 'play, nothing was said');
    await page.keyboard.press('u');
    await you()
      .getByText(/Turn 1, Lighthouse/)
      .waitFor();
    await page.keyboard.press('h');
    await you()
      .getByText(/^Turn 2, Lighthouse/)
      .waitFor();
    expect(built.complaints).toEqual([]);
  });
});
