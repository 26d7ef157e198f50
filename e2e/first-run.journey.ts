// The main journey: a newcomer opens the page, trains, pauses, reloads, resumes, walks through the tree, plays a room,
// takes files home.
import { describe, expect, it } from 'vitest';
import { minutes } from '../src/headless/patience.mjs';
import { keepPicture, seriousFaults } from './built-page';
import { smallTargets } from './target-size';
import { built, downloaded, gradientsRight, page, screen, unfoldStory, visitBuiltPage, walkTree } from './visit';
import { filesOfZip, jsonOf, tensorsOf, textOf } from './zip-reader';

/** The seven linear layers of a block, by PEFT's names. */
const layers = [
  'self_attn.q_proj',
  'self_attn.k_proj',
  'self_attn.v_proj',
  'self_attn.o_proj',
  'mlp.gate_proj',
  'mlp.up_proj',
  'mlp.down_proj',
];
const arrowKeys: Readonly<Record<string, string>> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

visitBuiltPage();

const button = (name: string | RegExp) => page.getByRole('button', { name });
const stepsDone = async () =>
  Number(/Step (\d+)/.exec(await page.getByRole('heading', { name: /^Step \d+/ }).innerText())?.[1]);
const stepReached = (step: number) =>
  expect.poll(stepsDone, { timeout: 5 * minutes, interval: 1000 }).toBeGreaterThanOrEqual(step);

describe('a first run', () => {
  it('finds the GPU and its gradients are right', async () => {
    await page.getByRole('button', { name: /^GPU: / }).waitFor();
    await gradientsRight();
    await expect.poll(() => button('Train').isEnabled()).toBe(true);
    await page.getByText('This is a recorded run').waitFor();
    expect(await button('Train your own').isEnabled()).toBe(true);
    await page.getByRole('slider', { name: /^Step \d/ }).press('End'); // its rooms and its place on the curve follow
    await page.getByText(/^After step \d+ the team solved [\d.]+\s%/).waitFor();
    const memory = button(/^Memory: needs up to [\d.]+ GiB, this device gives [\d.]+ GiB$/); // before Train is clicked
    await memory.waitFor({ timeout: minutes });
    await memory.click();
    await page
      .getByText(/^Model [\d.]+ \(0\.\d M parameters as f32\), policies [\d.]+, sampling .*, training [\d.]+ \(/)
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'lab, ready');
  });

  it('trains with the smallest preset, from one click', async () => {
    await page.getByRole('combobox', { name: 'World and preset' }).click();
    await page.getByRole('option', { name: 'Smoke test' }).click();
    // not over before the journey is, however fast the GPU
    await unfoldStory();
    await page.getByRole('textbox', { name: 'Steps', exact: true }).fill('200');
    await button('Train').click();
    await page.getByRole('heading', { name: /^Step \d+/ }).waitFor({ timeout: 2 * minutes });
    await stepReached(1);
    expect(await page.getByText(/left$/).first().innerText()).toMatch(/about .* left/);
  });

  it('has measured success and changed the adapters after three steps', async () => {
    await stepReached(3);
    expect(await shownFigure('Success on unseen rooms')).toMatch(/unseen rooms \d+\s%/);
    await button(/^Engine figures/).click();
    const distances = [...(await shownFigure('Weight distance')).replace(/^step \d+:/, '').matchAll(/[\d.]+/g)].map(
      Number,
    );
    expect(distances.length, 'one distance for each role').toBe(2);
    for (const distance of distances) expect(distance).toBeGreaterThan(0);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'lab, training');
  });

  let stopped = 0;
  it('pauses, and stands where it stopped after a reload', async () => {
    await button('Pause').click();
    await button('Resume').waitFor({ timeout: 4 * minutes });
    stopped = await stepsDone();
    await page.reload();
    await gradientsRight();
    await screen('Runs').click();
    const run = page.getByTestId('run').first();
    await run.getByText('paused').waitFor();
    expect(await run.innerText()).toContain(`${stopped} of 200 steps`);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'runs');
  });

  it('resumes where it stopped', async () => {
    await page.getByTestId('run').first().getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: /^Step/ }).waitFor({ timeout: 4 * minutes });
    expect(await stepsDone()).toBeGreaterThanOrEqual(stopped);
    await stepReached(stopped + 1);
  });

  it('offers a run again that closing the page cut off', async () => {
    const done = await stepsDone();
    await page.reload();
    await page.getByRole('heading', { name: /was cut off/ }).waitFor({ timeout: 4 * minutes });
    await button('Resume').click({ timeout: 4 * minutes });
    await stepReached(done + 1);
    await button('Pause').click();
    await button('Resume').waitFor({ timeout: 4 * minutes });
  });

  it('steps through the tree with the keyboard', async () => {
    await screen('Rollouts').click();
    const { trunk, chosen } = await walkTree();
    const answer = page.getByRole('region', { name: 'Answer' });
    for (const part of ['Saw', 'Answered', 'Earned', 'Compared', 'Continued']) {
      await answer.getByRole('heading', { name: new RegExp(`^${part}`) }).waitFor();
    }
    const microscope = answer.getByRole('table', { name: /^Token \d+ of \d+, .* was drawn from$/ });
    expect(await microscope.getByRole('row').count()).toBeGreaterThanOrEqual(5);
    await microscope.getByRole('row', { name: /drawn$/ }).waitFor();
    const tokens = answer.locator('button.rollouts-token');
    await tokens.first().focus();
    await answer.getByRole('table', { name: /^Token 1 of/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await answer.getByRole('table', { name: /^Token 2 of/ }).waitFor();
    await page.keyboard.press('t');
    expect(await chosen()).toBe(trunk);
    await page.keyboard.press(']');
    await page.getByRole('listbox', { name: /^Tree of room 2/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keepPicture(page, 'rollouts');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('exports adapters that PEFT names alike, and the run', async () => {
    await screen('Runs').click();
    const more = page
      .getByTestId('run')
      .first()
      .getByRole('button', { name: /^Take home/ });
    const choices = page.getByRole('menu');
    for (const role of ['Tool role', 'Plan role']) {
      await more.click();
      checkAdapter(await downloaded(() => page.getByRole('menuitem', { name: `${role} adapter` }).click()));
      await choices.waitFor({ state: 'detached' }); // a click on a menu that is closing opens nothing
    }
    await more.click();
    const run = JSON.parse(
      new TextDecoder().decode(await downloaded(() => page.getByRole('menuitem', { name: 'Run as JSON' }).click())),
    );
    expect(run.status).toBe('paused');
    expect(run.steps.length).toBeGreaterThan(stopped);
    expect(run.steps.map(({ step }: { step: number }) => step)).toEqual(
      run.steps.map((_: unknown, index: number) => index + 1),
    );
  });

  it('evaluates the trained team, one role alone and the best of two answers, and stops when told', {
    timeout: 5 * minutes,
  }, async () => {
    await page.getByTestId('run').first().getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Evaluate…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Evaluate “/ });
    const evaluate = dialog.getByRole('button', { name: 'Evaluate', exact: true });
    const evaluated = async () => (await dialog.getByTestId('evaluations').getByRole('row').allInnerTexts()).slice(1);
    const before = (await evaluated()).length;
    await dialog.getByRole('textbox', { name: 'Problems' }).fill('8');
    // A screen that is turned makes cards of the table: what was put in stays.
    const wide = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 700, height: wide.height });
    await page.locator('li[data-testid=run]').first().waitFor({ state: 'attached' });
    expect(await dialog.getByRole('textbox', { name: 'Problems' }).inputValue()).toBe('8');
    await page.setViewportSize(wide);
    await evaluate.click();
    await expect.poll(async () => (await evaluated()).length, { timeout: 3 * minutes }).toBe(before + 1);
    expect((await evaluated()).at(-1)).toMatch(/^trained\s+\d+\s%\s.*\s8\s/);
    await dialog.getByText(/^Trained: the plan role repeats the proposal in [\d.]+ % of \d+ turns/).waitFor();
    const whoPlays = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Who plays' }).click();
      await page.getByRole('option', { name }).click();
    };
    await whoPlays('the tool role alone, as trained');
    await evaluate.click();
    await expect.poll(async () => (await evaluated()).length, { timeout: 3 * minutes }).toBe(before + 2);
    expect((await evaluated()).at(-1)).toMatch(/^tool alone\s+\d+\s%\s.*\s8\s/);
    await whoPlays('the team as trained');
    await dialog.getByRole('combobox', { name: 'Answers a turn' }).click();
    await page.getByRole('option', { name: 'the best of 2' }).click();
    await dialog.getByRole('textbox', { name: 'Problems' }).fill('200');
    await evaluate.click();
    await dialog.getByText(/trained, best of 2 by reward: \d+ of 200 problems/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await evaluate.waitFor();
    expect((await evaluated()).length).toBe(before + 2);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPicture(page, 'evaluate');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('keeps what was evaluated with the run, also after a reload; one can be deleted, and that undone', async () => {
    await page.reload();
    await page.getByTestId('run').first().getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Evaluate…' }).click();
    const measured = page.getByRole('dialog').getByTestId('evaluations');
    for (const name of ['trained', 'tool alone'])
      await measured.getByRole('rowheader', { name, exact: true }).waitFor();
    const alone = measured.getByRole('rowheader', { name: 'tool alone', exact: true });
    await measured.getByRole('button', { name: 'Delete tool alone' }).press('Enter');
    await alone.waitFor({ state: 'detached' });
    expect(await smallTargets(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).press('Enter');
    await alone.waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await screen('Lab').click();
    await gradientsRight();
  });

  it('lets a person play a room by hand', async () => {
    await screen('Play').click();
    const hand = page.getByRole('region', { name: 'You' });
    await button('Show a solution').click();
    const way = /way: ([UDLR]+)/.exec(await hand.getByText(/solver’s way/).innerText())?.[1] ?? '';
    expect(way.length).toBeGreaterThan(0);
    await button('Hide the solution').click();
    for (const letter of way) await page.keyboard.press(arrowKeys[letter] ?? letter);
    await hand.getByText(/^Solved in \d+ moves?, like the solver/).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('shows the same room played by the untrained and the trained team', async () => {
    await button('Let the team play').click();
    await page.getByText(/^answer \d+ of \d+$/).waitFor({ timeout: 4 * minutes });
    await expect.poll(() => page.getByText('The team is playing').count(), { timeout: 4 * minutes }).toBe(0);
    for (const team of ['Untrained', 'Trained']) {
      expect(await page.getByRole('region', { name: team, exact: true }).getByRole('listitem').count()).toBeGreaterThan(
        0,
      );
    }
    await keepPicture(page, 'play');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});

/** What a chart says of its last values to those who hear it. */
async function shownFigure(name: string): Promise<string> {
  const chart = page.getByRole('slider', { name: new RegExp(`^${name}`) });
  return (await chart.getAttribute('aria-valuetext')) ?? '';
}

function checkAdapter(zip: Uint8Array): void {
  const files = filesOfZip(zip);
  expect([...files.keys()].sort()).toEqual(['README.md', 'adapter_config.json', 'adapter_model.safetensors']);
  expect(textOf(files, 'README.md').length).toBeGreaterThan(200);
  const config = jsonOf(files, 'adapter_config.json');
  expect(config).toMatchObject({ peft_type: 'LORA', task_type: 'CAUSAL_LM', bias: 'none' });
  expect(config['target_modules']).toEqual(expect.arrayContaining(layers.map((name) => name.split('.')[1])));
  const rank = Number(config['r']);
  const tensors = tensorsOf(files.get('adapter_model.safetensors') as Uint8Array);
  const depth = tensors.size / (2 * layers.length);
  const names = Array.from({ length: depth }, (_, layer) =>
    layers.map((name) => `base_model.model.model.layers.${layer}.${name}`),
  ).flat();
  expect([...tensors.keys()].sort()).toEqual(
    names.flatMap((name) => [`${name}.lora_A.weight`, `${name}.lora_B.weight`]).sort(),
  );
  for (const name of names) {
    expect(tensors.get(`${name}.lora_A.weight`)?.shape[0]).toBe(rank);
    expect(tensors.get(`${name}.lora_B.weight`)?.shape[1]).toBe(rank);
  }
  // lora_B starts as zeros: whatever is in it was learned.
  const learned = names.flatMap((name) => [...(tensors.get(`${name}.lora_B.weight`)?.values ?? [])]);
  expect(learned.every(Number.isFinite)).toBe(true);
  expect(learned.some((value) => value !== 0)).toBe(true);
}
