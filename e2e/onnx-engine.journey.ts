// With a GPU: a run is verified with onnxruntime-web, taken home as ONNX and as a team's file, and that file plays on
// the processor.
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, seriousFaults } from './built-page';
import { built, downloaded, page, screen, setUpSmallRun, visitBuiltPage } from './visit';
import { filesOfZip } from './zip-reader';

visitBuiltPage();

const run = () => page.getByTestId('run').first();
const openMenu = (name: 'More for' | 'Take home') =>
  run()
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

describe('the onnx engine', () => {
  let team: Uint8Array;

  it('has a run to work on', async () => {
    await expect
      .poll(() => page.getByRole('button', { name: 'Train' }).isEnabled(), { timeout: 5 * minutes })
      .toBe(true);
    await setUpSmallRun();
    await page.getByRole('button', { name: 'Train' }).click();
    await screen('Runs').click();
    await run()
      .getByText('finished')
      .waitFor({ timeout: 5 * minutes });
  });

  it('verifies it: the engines say the same', async () => {
    await openMenu('More for');
    await page.getByRole('menuitem', { name: 'Verify with onnxruntime-web' }).click();
    const badge = page.getByTestId('verified');
    await badge.waitFor({ timeout: 5 * minutes });
    expect((await badge.innerText()).trim()).toBe('verified');
    await badge.click();
    const report = page.getByText('Both engines say the same');
    await report.waitFor();
    expect(await page.locator('.verified-report tbody tr').count()).toBe(4);
    await keepPicture(page, 'verified');
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('takes it home: the team’s file, ONNX of the team and of a role', async () => {
    await openMenu('Take home');
    team = await downloaded(() => page.getByRole('menuitem', { name: 'Team, to play anywhere' }).click());
    expect([...filesOfZip(team).keys()]).toContain('team.json');
    for (const [item, file] of [
      ['Team, adapters as inputs', 'model_with_adapters.onnx'],
      ['Plan role, one whole model', 'model.onnx'],
    ] as const) {
      await openMenu('Take home');
      await page.getByRole('menuitem', { name: 'ONNX', exact: true }).press('ArrowRight');
      const zip = await downloaded(() => page.getByRole('menuitem', { name: item }).click());
      expect([...filesOfZip(zip).keys()]).toEqual(expect.arrayContaining([file, 'config.json', 'tokenizer.json']));
    }
  });

  it('plays the team’s file on the processor', async () => {
    await screen('Play').click();
    const buffer = Buffer.from(team);
    await page
      .locator('.play-visit input[type=file]')
      .setInputFiles({ name: 'team.zip', mimeType: 'application/zip', buffer });
    const trained = page.getByRole('region', { name: 'Trained', exact: true });
    await trained.getByText(/^Smoke test #1, 1 steps/).waitFor({ timeout: 2 * minutes });
    await trained
      .locator('.play-transcript li')
      .first()
      .waitFor({ timeout: 2 * minutes });
    await page.getByText('The teams play on the processor').waitFor();
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
