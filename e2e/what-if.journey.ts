// What if? A person trains for a step, puts something else in the place of an answer, and sees what that changes.
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import {
  built,
  gradientsRight,
  page,
  screen,
  setUpSmallRun,
  suitsEveryEye,
  trainButton,
  visitBuiltPage,
} from './visit';

visitBuiltPage();

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: /^What if the (tool|plan) role had answered otherwise/ });

/** Opens the dialog at the selected answer, replaces it, and waits for what came of that. */
async function replaced(by: string | RegExp, text?: string): Promise<string> {
  await button('Replace the answer…').click();
  await dialog()
    .getByRole('combobox', { name: /^In the place of/ })
    .click();
  await page.getByRole('option', { name: by }).click();
  if (text !== undefined) await dialog().getByRole('textbox', { name: 'What it says' }).fill(text);
  await dialog().getByRole('button', { name: 'Play on' }).click();
  const changed = dialog().getByRole('region', { name: 'What changed' });
  await changed.waitFor({ timeout: 3 * minutes });
  return changed.innerText();
}

const close = () => dialog().getByRole('button', { name: 'Close' }).click();

describe('what if', () => {
  it('there is a run of one step, of two turns', async () => {
    await gradientsRight();
    await setUpSmallRun();
    await page.getByRole('textbox', { name: 'Turns', exact: true }).fill('2');
    await trainButton().click();
    await page.getByRole('heading', { name: /^Step 1/ }).waitFor({ timeout: 3 * minutes });
    await page.getByRole('button', { name: 'New run' }).waitFor({ timeout: 3 * minutes });
    await screen('Rollouts').click();
    await page.getByRole('listbox', { name: /^Tree of room 1/ }).focus();
    await page.keyboard.press('Home');
  });

  it('nothing is replaced, and nothing changed', async () => {
    const words = await replaced(/^nothing is replaced/);
    expect(words).toMatch(/^Nothing changed/);
    expect(words).toContain('As recorded');
    expect(words).toContain('the weights the run began with, as step 1 was');
    expect(words).not.toContain('otherwise than recorded');
    await close();
  });

  it('the tool role is silent: what it said stands beside silence', async () => {
    const words = await replaced(/^silence/);
    expect(words).toContain('replaced');
    expect(words).toContain('(nothing)');
    expect(
      await dialog()
        .getByText(/^(Tool|Plan) role, turn [12]/)
        .count(),
    ).toBeGreaterThanOrEqual(2);
    await suitsEveryEye('What if');
    await close();
  });

  it('a person says something else to the room, and the moves are carried out', async () => {
    await page.keyboard.press('ArrowRight');
    const words = await replaced('my own words', 'UDUD');
    expect(words).toContain('My own words');
    expect(words).toContain('UDUD');
    await close();
    await button('Replace the answer…').click();
    await dialog()
      .getByRole('combobox', { name: /^In the place of/ })
      .click();
    await page.getByRole('option', { name: 'my own words' }).click();
    await dialog().getByRole('textbox', { name: 'What it says' }).fill('U'.repeat(200));
    await dialog().getByRole('button', { name: 'Play on' }).click();
    await dialog()
      .getByRole('alert')
      .getByText(/It could not be played on: .* shorten it/)
      .waitFor({ timeout: minutes });
    await close();
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
