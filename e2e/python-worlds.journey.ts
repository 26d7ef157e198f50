// A person brings a world in Python: a wrong wheel is named, a class is pasted, a slip in it is told with its line, it
// is used in the Lab, played by hand and trained on.
import { describe, expect, it } from 'vitest';
import { classExample } from '../src/features/python-worlds/shared/examples';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, seriousFaults } from './built-page';
import { built, page, screen, setUpSmallRun, suitsEveryEye, visitBuiltPage } from './visit';

visitBuiltPage({ setup: 'everything' });

const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('a world in Python', () => {
  it('of a package asks for its wheels, and names one that is wrong', async () => {
    await page.getByRole('link', { name: 'Python worlds…' }).click();
    await page.getByRole('radio', { name: 'TextArena' }).click();
    await page.getByRole('list', { name: 'Wheels' }).getByText('chess==1.11.2').waitFor();
    const file = { name: 'chess-1.0.0-py3-none-any.whl', mimeType: 'application/zip', buffer: Buffer.from('none') };
    await page.getByLabel('Wheel files').setInputFiles(file);
    await page.getByText('is of version 1.0.0, needed is chess==1.11.2').waitFor();
    await button('Take those beside the page').click();
    await page.getByText('There are no wheels beside this page').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'python worlds, wheels');
  });

  it('of one’s own is pasted, and a slip is told with its line', async () => {
    await page.getByRole('radio', { name: 'Your text' }).click();
    await page
      .getByRole('textbox', { name: 'Python text' })
      .fill(classExample.replace('self.tries += 1', 'tries += 1'));
    await button('Check').click();
    await page.getByText(/UnboundLocalError.*\(line \d+\)/).waitFor({ timeout: 2 * minutes });
    await page.getByRole('textbox', { name: 'Python text' }).fill(classExample);
    await button('Check').click();
    await page.getByText('“Lock” is a game for one.').waitFor({ timeout: minutes });
    await suitsEveryEye('Python worlds');
  });

  it('is made, and trained on', async () => {
    await screen('Lab').click();
    await setUpSmallRun();
    await page.getByRole('link', { name: 'Python worlds…' }).click();
    await button('Check').click();
    await page.getByRole('textbox', { name: 'Openings' }).fill('60');
    await button('Use in the Lab').first().click();
    await page.getByText('“Lock” is the world of the next run.').waitFor({ timeout: minutes });
    await button('Train').click();
    await expect
      .poll(async () => page.getByRole('heading', { name: /^Step 1/ }).count(), { timeout: 5 * minutes })
      .toBe(1);
    await keepPicture(page, 'python worlds, trained');
    expect(built.complaints.filter((one) => !one.includes('list.json'))).toEqual([]);
  });
});
