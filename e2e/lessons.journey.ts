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

  it('reads a step of the recorded run in six stops, asks before it shows, and says what was guessed right', async () => {
    await page.getByRole('link', { name: 'Rollouts', exact: true }).click();
    await button('One step, read slowly').click();
    const tour = page.getByRole('dialog', { name: 'One step, read slowly' });
    const stop = (name: string) => tour.getByRole('region', { name });
    await stop('The state').waitFor();
    await page.keyboard.press('ArrowRight');
    const answers = stop('K answers');
    expect(await answers.getByRole('list').count()).toBe(0);
    await answers.getByRole('button', { name: 'One, always the same' }).click();
    await answers.getByText(/^Not quite\. \d+ of \d+: /).waitFor();
    await page.keyboard.press('ArrowRight');
    const rewards = stop('Rewards');
    await rewards.getByText('Which answer gets the highest reward?').waitFor();
    expect(await rewards.getByRole('table').count()).toBe(0);
    await rewards.getByRole('button', { name: 'Show me' }).click();
    await rewards.getByRole('table').waitFor();
    await tour.getByRole('button', { name: 'Next' }).click();
    const advantages = stop('Advantages');
    await advantages.getByRole('button', { name: 'Above the mean' }).click();
    await advantages.getByText(/^(Right|Not quite)\. /).waitFor();
    await page.keyboard.press('ArrowRight');
    const nudge = stop('The nudge');
    await nudge.getByRole('button', { name: 'More likely' }).click();
    await nudge.getByText(/^(Right|Not quite)\. /).waitFor();
    const tokens = nudge.getByRole('list', { name: /^Tokens of / }).first();
    expect(await tokens.getByRole('listitem').first().innerText()).toMatch(/p [<>\d][^→]*→ [<>\d]/);
    await suitsEveryEye('one step, read slowly');
    await page.keyboard.press('ArrowRight');
    const partner = stop('The partner');
    await partner.getByText('Which answer does the game go on with?').waitFor();
    await partner
      .getByRole('button', { name: /^Answer \d/ })
      .first()
      .click();
    await partner.getByText(/^(Right|Not quite)\. /).waitFor();
    await tour.getByRole('button', { name: 'Close' }).click();
    await tour.waitFor({ state: 'detached' });
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

  it('tells how likely the answers of a trained step were before and after its update', async () => {
    await page.getByRole('link', { name: 'Rollouts', exact: true }).click();
    await button('One step, read slowly').click();
    const tour = page.getByRole('dialog', { name: 'One step, read slowly' });
    await tour.getByRole('button', { name: '5 The nudge' }).click();
    await tour.getByRole('button', { name: 'Show me' }).first().click();
    const tokens = tour.getByRole('list', { name: /^Tokens of / }).first();
    expect(await tokens.getByRole('listitem').first().innerText()).toMatch(/p [<>\d][^→]*→ [<>\d]/);
    expect(await tour.getByText(/was not kept for this step/).count()).toBe(0);
    await tour.getByText(/^Behind the arrow/).waitFor();
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
