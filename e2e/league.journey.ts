// A run of a game is rated by a league: its checkpoints and the scripts play each other in the page, and the table is
// kept with the run. And bargaining says what came of it.
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { page, screen, setSmallKnobs, suitsEveryEye, trainButton, visitBuiltPage } from './visit';

visitBuiltPage({ setup: 'everything' });

async function trainSmall(preset: string): Promise<void> {
  await page.getByRole('combobox', { name: 'World and preset' }).click();
  await page.getByRole('option', { name: preset }).click();
  await setSmallKnobs();
  await trainButton().click();
}

const table = () => page.getByTestId('league').locator('tbody tr');

describe('a league', () => {
  it('is offered for a run of a game in which one wins what the other loses', async () => {
    await trainSmall('Kuhn poker');
    await screen('Runs').click();
    await page
      .getByTestId('run')
      .getByText('finished')
      .waitFor({ timeout: 3 * minutes });
    await page.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'League…' }).click();
    await page.getByRole('dialog').getByText('half of the games from each side').waitFor();
  });

  it('is played, with its progress, and cancelled', async () => {
    await page.getByRole('combobox', { name: 'Games of each two' }).click();
    await page.getByRole('option', { name: '200' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: minutes });
    expect(await table().count()).toBe(0);
  });

  it('comes to a table, which is kept with the run', async () => {
    await page.getByRole('combobox', { name: 'Games of each two' }).click();
    await page.getByRole('option', { name: '20', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByTestId('league').waitFor({ timeout: 3 * minutes });
    const rows = await table().allInnerTexts();
    expect(rows.join('\n')).toContain('equilibrium');
    expect(rows.join('\n')).toContain('step ');
    await suitsEveryEye('a league');
    await page.reload();
    await page.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'League…' }).click();
    await page.getByTestId('league').waitFor({ timeout: minutes });
    expect(await table().allInnerTexts()).toEqual(rows);
    await page.getByRole('button', { name: 'Close' }).click();
  });
});

describe('bargaining', () => {
  it('is trained, and Rollouts says what came of it; it has no league', async () => {
    await screen('Lab').click();
    await trainSmall('Bargaining');
    await screen('Runs').click();
    await expect.poll(() => page.getByTestId('run').getByText('finished').count(), { timeout: 3 * minutes }).toBe(2);
    await page.getByRole('button', { name: /^More for Bargaining/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'League…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Rollouts of Bargaining/ }).click();
    await page.getByText(/of 2 games ended in a deal/).waitFor({ timeout: minutes });
    await suitsEveryEye('rollouts of bargaining');
  });
});
