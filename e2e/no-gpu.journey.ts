// A visitor without WebGPU: the page says what is missing and what to do, shows a recorded run instead of a dead
// button, and lets trained teams play on the processor – the one that comes with the page, one of a file, one of a
// link.
import * as ort from 'onnxruntime-web';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnnxEngine } from '../src/features/onnx/worker/onnx-engine';
import { runId, smallRun } from '../src/features/onnx/worker/small-run.test-data';
import { teamZip } from '../src/features/onnx/worker/team-file';
import { baseModelFromDisk } from '../src/headless/model-files';
import { minutes } from '../src/headless/patience.mjs';
import { presetById } from '../src/learning/config/presets';
import { seedOfRoom } from '../src/page/screens/play/rooms';
import { type BuiltPage, keepPicture, openBuiltPage, seriousFaults } from './built-page';
import { screen, suitsEveryEye } from './visit';

/** What is fetched in the place of these is a small team made here. */
const teamFiles = /\/(trained-team|other)\.zip$/;

let built: BuiltPage;
let page: Page;
let team: Buffer;
/** What the trained team says in room 1, by the same engine under Node. */
let answers: readonly string[];
const fetched: string[] = [];

beforeAll(async () => {
  const base = await baseModelFromDisk('sprout');
  const engine = createOnnxEngine({
    loadRuntime: async () => ort,
    engine: { open: () => Promise.reject(new Error('there is no GPU')) },
    openRunStore: async () => smallRun(base),
    readBase: async () => base,
    now: () => 0,
  });
  team = Buffer.from((await teamZip(smallRun(base), runId)).bytes);
  const { config } = presetById('quick');
  const world = await engine.play({ team: { kind: 'run', runId }, config, seed: seedOfRoom(1) });
  answers = world.groups.map(({ branches }) => branches[0]?.text || '(nothing)');
  built = await openBuiltPage({ gpu: 'without-gpu' });
  page = built.page;
  page.on('request', (request) => fetched.push(request.url()));
  await page.route(teamFiles, (route) => route.fulfill({ body: team, contentType: 'application/zip' }));
});
afterAll(() => built?.close());

describe('without a GPU', () => {
  it('says what is missing, and when asked what to do', async () => {
    await page.getByRole('button', { name: /^Training your own needs a GPU, and this page cannot reach one/ }).click();
    expect(await page.getByRole('button', { name: 'Look again' }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^Train( your own)?$/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Watch a team play' }).getAttribute('href')).toBe('#/play/sokoban');
  });

  it('shows a recorded run with its result and curves', async () => {
    await page.getByText('This is a recorded run').waitFor();
    expect(await page.getByTestId('result').innerText()).toMatch(/untrained[\s\S]*trained/);
    await page.getByRole('slider', { name: /^Success on unseen rooms/ }).waitFor();
    await keepPicture(page, 'no GPU');
  });

  it('moves through the recorded run’s steps: rooms, words and the way into the tree follow', async () => {
    const step = page.getByRole('slider', { name: /^Step \d/ });
    const rooms = page.getByRole('list', { name: 'rooms of the recorded step' }).getByRole('link');
    const [, , , first] = (await rooms.first().getAttribute('href'))?.split('/') ?? [];
    expect(first).toBe('1');
    const curve = page.getByRole('slider', { name: /^Success on unseen rooms/ });
    const legend = page.getByRole('figure').filter({ has: curve }).getByRole('listitem').last();
    const [then, thenRead] = [await legend.innerText(), await curve.getAttribute('aria-valuetext')];
    expect(thenRead).toMatch(/^step 1:/);
    await step.press('End');
    const last = (await step.getAttribute('aria-valuetext'))?.replace('step ', '');
    expect(Number(last)).toBeGreaterThan(1);
    await expect.poll(() => legend.innerText()).not.toBe(then);
    expect(await curve.getAttribute('aria-valuetext')).toMatch(new RegExp(`^step ${last}:`));
    expect(await rooms.first().getAttribute('href')).toMatch(new RegExp(`^#/rollouts/[^/]+/${last}/0$`));
    expect(await rooms.count()).toBe(8);
    await page.getByText(new RegExp(`^After step ${last} the team solved`)).waitFor();
    await page.getByRole('region', { name: 'What they said' }).getByRole('listitem').first().waitFor();
  });

  it('walks through the recorded run’s tree', async () => {
    await page.getByRole('link', { name: 'Walk through this step’s tree' }).click();
    const tree = page.getByRole('listbox', { name: /^Tree of room/ });
    await tree.focus();
    const chosen = () => tree.getAttribute('aria-activedescendant');
    await page.keyboard.press('Home');
    const first = await chosen();
    await page.keyboard.press('ArrowRight');
    expect(await chosen()).not.toBe(first);
    await keepPicture(page, 'rollouts, recorded');
  });

  it.each(['Lab', 'Rollouts', 'Play', 'Runs'])(
    '%s: nothing serious for axe, nothing too wide, light and dark, wide and narrow',
    async (name) => {
      await screen(name, page).click();
      await suitsEveryEye(name, page);
    },
  );

  it('shows the benchmark’s published table, with its machine and date, where nothing was measured', async () => {
    await page.goto(new URL('#/benchmark', page.url()).href);
    const table = page.getByRole('region', { name: 'Published', exact: true });
    await table.getByText(/^Two cores .+ \(\d{4}-\d\d-\d\d\)/).waitFor();
    expect(await table.getByRole('row').count()).toBeGreaterThan(10);
    expect(await table.getByRole('columnheader', { name: 'This browser' }).count()).toBe(0);
    await suitsEveryEye('Benchmark', page);
  });

  it('shows presets as cards: a picture, a sentence, what was measured', async () => {
    await screen('Lab', page).click();
    const card = page.getByRole('option', { name: 'Sudoku' });
    await suitsEveryEye('Preset cards', page, async () => {
      if (await card.isVisible()) return;
      const setup = page.getByRole('tab', { name: 'Setup' }); // on a phone
      if (await setup.isVisible()) await setup.click();
      await page.getByRole('combobox', { name: 'World and preset' }).click();
      await card.waitFor();
    });
    await page.keyboard.press('Escape');
  });

  it('says of an address whose run is not in this browser that there is no such run', async () => {
    await page.goto(new URL('#/lab/nosuchrun', page.url()).href);
    await page.getByText('There is no such run in this browser’s storage.').waitFor();
  });

  describe('under Play', () => {
    const trained = () => page.getByRole('region', { name: 'Trained', exact: true });
    const said = async () => {
      await trained().locator('.play-transcript li').first().waitFor();
      return trained().locator('.play-transcript code').allTextContents();
    };

    it('nothing of the onnx engine was fetched before a team was asked to play', () => {
      expect(fetched.filter((address) => /\.wasm|second-engine\.worker|team\.zip/.test(address))).toEqual([]);
    });

    it('shows the recorded game of the step that the Lab looks at, and has the slider as well', async () => {
      const play = new URL('#/play/sokoban/2', page.url()).href;
      await page.goto(play);
      await trained()
        .getByText(/^the recorded run after step \d+$/)
        .waitFor();
      await screen('Lab', page).click();
      await page.getByRole('slider', { name: /^Step \d/ }).press('Home');
      await page.goto(play);
      await trained()
        .getByText(/^the recorded run after step 1$/)
        .waitFor();
      await page.getByRole('slider', { name: /^Step 1 / }).press('ArrowRight');
      await trained()
        .getByText(/^the recorded run after step 2$/)
        .waitFor();
      await keepPicture(page, 'play, a recorded game');
    });

    it('the trained team that comes with the page plays a room, and so does the untrained', async () => {
      await page.goto(new URL('#/play/sokoban/1', page.url()).href);
      await page.getByRole('button', { name: 'Let the team play' }).click();
      await trained().getByText('Small run, 10 steps').waitFor();
      expect(await said()).toEqual(answers);
      await page.getByRole('region', { name: 'Untrained' }).locator('.play-transcript li').first().waitFor();
      await page.getByText('The teams play on the processor').waitFor();
      expect(fetched.filter((address) => address.endsWith('.wasm')).length).toBe(1);
      await keepPicture(page, 'play on the processor');
      expect(await seriousFaults(page)).toEqual([]);
    });

    it('plays the next room, too', async () => {
      await page.keyboard.press('n');
      await page.waitForURL(/play\/sokoban\/2$/);
      await trained().locator('.play-transcript li').first().waitFor();
    });

    it('a team’s file is opened, and closed again', async () => {
      await page.goto(new URL('#/play/sokoban/1', page.url()).href);
      const choose = async (name: string, buffer: Buffer) =>
        page.locator('.play-visit input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
      await choose('broken.zip', Buffer.from('no archive'));
      await trained().getByText('broken.zip: is no zip archive').waitFor();
      await choose('mine.zip', team);
      await trained().getByText('Small run, 10 steps').waitFor();
      expect(await said()).toEqual(answers);
      await page.getByRole('button', { name: 'Close this team' }).click();
      await trained()
        .getByText(/^the recorded run after step \d+$/)
        .waitFor(); // as before
    });

    it('a link to a team plays at once', async () => {
      const address = new URL('other.zip', page.url()).href;
      await page.goto('about:blank');
      await page.goto(
        new URL(`#/play/sokoban/1/${encodeURIComponent(address)}`, address.replace('other.zip', '')).href,
      );
      await trained().getByText('Small run, 10 steps').waitFor();
      expect(await said()).toEqual(answers);
      await page.keyboard.press('n');
      await page.waitForURL(/play\/sokoban\/2\/http/);
    });

    it('a person plays a role of a world for two beside the solver, and sees what that role sees', async () => {
      await page.goto(new URL('#/play/guide-and-walker/3', page.url()).href);
      await page.getByRole('combobox', { name: 'Your part' }).click();
      await page.getByRole('option', { name: 'Walker' }).click();
      await page.getByRole('img', { name: /^your map: 3 by 3 board/ }).waitFor();
      expect(await page.getByRole('radio', { name: 'Walker' }).getAttribute('aria-checked')).toBe('true');
      await suitsEveryEye('Play, a role beside the solver', page);
      const you = page.getByRole('region', { name: 'You' });
      await you.getByRole('heading', { name: 'You' }).click(); // keys are the room's, not the list's
      for (let turn = 1; turn <= 5 && (await you.getByText(/^Solved in/).count()) === 0; turn++) {
        const said = await you.locator('.bubble').innerText();
        for (const symbol of said.replace('Guide:', '').trim().split(' ')) {
          const keys: Record<string, string> = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
          await page.keyboard.press(keys[symbol] ?? '');
        }
        await page.keyboard.press('h');
      }
      await you.getByText(/^Solved in .*, like the solver/).waitFor();
    });

    it('a person writes a program, and the hidden tests judge it', async () => {
      await page.goto(new URL('#/play/code/1', page.url()).href);
      const stands = (how: RegExp) => page.locator('.play-standing').filter({ hasText: how }).waitFor();
      await page.getByRole('button', { name: /^Run on the tests/ }).click();
      await stands(/Passes \d+ of \d+ hidden tests/);
      await keepPicture(page, 'play, a program');
      await page.getByRole('button', { name: 'Show a solution' }).click();
      const solution = (
        await page.getByRole('group', { name: 'a solution' }).locator('> span:not(.visually-hidden)').allTextContents()
      ).join('\n');
      await page.getByRole('button', { name: 'Hide the solution' }).click();
      await page.getByRole('textbox', { name: 'Your program' }).fill(solution);
      await page.keyboard.press('Control+Enter');
      await stands(/Solved in \d+ moves?/);
      await suitsEveryEye('Play, a program', page);
    });
  });

  it('plays the very team that ships, in a room that it solves and the untrained one does not', async () => {
    await page.unroute(teamFiles);
    await page.reload(); // what was fetched in its place is forgotten
    await page.goto(new URL('#/play/sokoban', page.url()).href);
    await page.getByRole('button', { name: 'Let the team play' }).click();
    const of = (name: string) => page.getByRole('region', { name, exact: true });
    await page.getByText('The teams play on the processor').waitFor();
    await of('Trained')
      .getByText(/^Solved in/)
      .waitFor({ timeout: minutes });
    await of('Untrained')
      .getByText(/^(Not solved|Stuck)/)
      .waitFor({ timeout: minutes });
    expect(await of('Trained').innerText()).not.toContain('the recorded run');
  });

  it('complained about nothing', () => {
    expect(built.complaints).toEqual([]);
  });
});
