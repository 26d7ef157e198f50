// One thing at a time: a lesson by keyboard, the teacher's page, a step at a time, and the stages of a step.
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { built, gradientsRight, page, setUpSmallRun, suitsEveryEye, visitBuiltPage } from './visit';

visitBuiltPage();

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

describe('one thing at a time', () => {
  it('leads from the Lab to a lesson that is read with the keyboard', async () => {
    await gradientsRight();
    await page.getByRole('link', { name: 'Lessons' }).click();
    await heading('Lessons').waitFor();
    await page.getByRole('link', { name: /^Credit and groups/ }).press('Enter');
    await heading(/^1\. /).waitFor();
    await page.getByRole('cell').first().waitFor();
    for (const [step, guess] of [
      [2, 'Below the mean'],
      [3, 'More likely'],
      [4, 'A positive advantage'],
    ] as const) {
      await page.keyboard.press('ArrowRight');
      await heading(new RegExp(`^${step}\\. `)).waitFor();
      await button(guess).press('Enter');
    }
    await page.getByText('Right. ').waitFor();
    await suitsEveryEye('lesson');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Not quite. ').waitFor(); // what was guessed stays guessed
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('link', { name: 'Open this answer in Rollouts' }).press('Enter');
    await page.getByRole('listbox', { name: /^Tree of room/ }).waitFor();
    expect(page.url()).toMatch(/#\/rollouts\/[^/]+\/\d+\/\d+\/\d+\/\d+$/);
  });

  it('computes what the other lessons say, and has a page for teachers', async () => {
    const open = (id: string) =>
      page.evaluate((hash) => {
        window.location.hash = hash;
      }, `#/lessons/${id}`);
    await open('teams');
    await button('On less than half').click();
    await page.getByText(/^One player alone, on 60 problems: at most \d/).waitFor();
    await open('codes');
    await button('Next').click();
    await button('A little chance, which both then follow').click();
    for (let twenty = 0; twenty < 12; twenty++) await button('20 steps').click();
    await page.getByText(/^Step 240 of 240: right in/).waitFor();
    await suitsEveryEye('code');
    await open('teach');
    await heading('45 minutes with Grove').waitFor();
    await suitsEveryEye('teach');
  });

  it('trains one step at a time', async () => {
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await setUpSmallRun(4);
    await button('Step once').click();
    await button('Resume').waitFor({ timeout: 2 * minutes });
    await heading('Step 1 of 4').waitFor();
    await page.locator('body').press('s');
    await heading('Step 2 of 4').waitFor({ timeout: 2 * minutes });
    await button('Resume').waitFor({ timeout: 2 * minutes });
  });

  it('shows the stages of a step one at a time', async () => {
    await page.getByRole('switch', { name: 'Slow motion' }).click();
    await button('Step once').click();
    await page.getByText(/^Played\./).waitFor({ timeout: 2 * minutes });
    await button('Next').click();
    await page.getByText(/^Judged\./).waitFor({ timeout: minutes });
    await suitsEveryEye('slow motion');
    await page.getByRole('link', { name: 'Open the tree of step 3' }).waitFor();
    await button('Next').press('Enter');
    await page.getByText(/^Learnt\./).waitFor({ timeout: minutes });
    await button('Next').press(' ');
    await heading('Step 3 of 4').waitFor({ timeout: minutes });
    await button('Resume').waitFor({ timeout: minutes });
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
