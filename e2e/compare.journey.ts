// Runs are ticked, compared, and play the same room beside each other. They are one that was trained before, as if with
// two seeds, and with another setting; their adapters are made up, nothing is trained here.
import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { packFlags } from '../src/basics/flags';
import { wilson } from '../src/basics/statistics';
import { bundleFile } from '../src/export/run-bundle';
import { trainedRunStore } from '../src/export/take-home.test-data';
import { type RecordedRun, readRecordedRun } from '../src/files/formats/run-json';
import { baseModelFromDisk } from '../src/headless/model-files';
import { minutes } from '../src/headless/patience.mjs';
import type { TrainingSettings } from '../src/learning/config/run-config';
import { seriousFaults } from './built-page';
import { page, screen, suitsEveryEye, visitBuiltPage } from './visit';

const recorded = readRecordedRun(
  readFileSync(new URL('../public/recorded-run.json', import.meta.url)),
  'recorded-run.json',
);
const { settings } = recorded.run.config as unknown as { settings: TrainingSettings };
const problems = 200;

/** As if it had solved these of the test problems, and learnt as fast as it did, or slower. */
function runOf(id: string, { solves, slower = 0 }: { solves: (problem: number) => boolean; slower?: number }) {
  const flags = Array.from({ length: problems }, (_, problem) => solves(problem));
  const solved = flags.filter(Boolean).length;
  const solvedEach = { problems: 'the same', solved: packFlags(flags) };
  const after = { ...wilson(solved, problems), solved, turnsMean: 1.5, solvedEach };
  const { steps, evaluations } = recorded.run;
  const late = steps.map((report) => {
    const validation = steps.findLast((other) => other.validation && other.step <= report.step - slower)?.validation;
    return report.validation && validation ? { ...report, validation } : report;
  });
  const run = { ...recorded.run, id, name: id, steps: late, evaluations: { ...evaluations, after } };
  return { ...recorded, run, trees: [] } as RecordedRun;
}

const runs = [
  { run: runOf('usual-1', { solves: (problem) => problem % 4 !== 0 }), changed: { seed: 1 } },
  { run: runOf('usual-2', { solves: (problem) => problem % 4 > 1, slower: 10 }), changed: { seed: 2 } },
  { run: runOf('few-1', { solves: (problem) => problem % 8 === 1, slower: 30 }), changed: { seed: 1, branches: 3 } },
];

visitBuiltPage();

const files: Uint8Array[] = [];
beforeAll(async () => {
  const base = await baseModelFromDisk('sprout');
  for (const { run, changed } of runs) {
    const { runStore, runId } = await trainedRunStore(run, base, { settings: { ...settings, ...changed } });
    files.push((await bundleFile(runStore, runId, new Date())).bytes);
  }
}, 5 * minutes);

const compared = (row: number) => page.getByTestId('compared').locator('tbody tr').nth(row);

describe('runs', () => {
  it('are ticked in their list, by keyboard too', async () => {
    await screen('Runs').click();
    for (const [index, bytes] of files.entries()) {
      const file = { name: `run-${index}.grove.zip`, mimeType: 'application/zip', buffer: Buffer.from(bytes) };
      await page.getByLabel('A file to open').setInputFiles(file);
      await expect.poll(() => page.getByTestId('run').count(), { timeout: minutes }).toBe(index + 1);
    }
    await page.getByRole('checkbox', { name: 'Compare usual-1' }).click();
    await page.getByText('tick another').waitFor();
    await page.getByRole('checkbox', { name: 'Compare usual-2' }).press('Space');
    await page.getByRole('checkbox', { name: 'Compare few-1' }).click();
    await page.getByText('3 runs are ticked').waitFor();
    await suitsEveryEye('Runs, ticked');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    expect(new URL(page.url()).hash).toBe('#/compare/usual-1,usual-2,few-1');
  });

  it('are compared with the first, problem by problem, and with whichever is chosen', async () => {
    await expect.poll(() => compared(0).innerText()).toMatch(/usual-1, 2 seeds.*62\.5/s);
    expect(await compared(1).innerText()).toMatch(/few-1.*12\.5.*−62\.5 \(−\d+\.\d to −\d+\.\d\), p < 0\.001/s);
    expect(await page.getByTestId('differing-settings').locator('tbody').innerText()).toMatch(/^Branches\s+\d+\s+3$/);
    await page.getByRole('img', { name: /Success on unseen problems.*usual-1, 2 seeds/ }).waitFor();
    await page.getByRole('combobox', { name: 'Measure' }).click();
    await page.getByRole('option', { name: 'Reward, Plan role' }).click();
    await page.getByRole('img', { name: /Reward, Plan role/ }).waitFor();
    await page.getByRole('combobox', { name: 'Compared with' }).click();
    await page.getByRole('option', { name: 'few-1' }).click();
    await expect.poll(() => compared(1).innerText()).toMatch(/usual-1, 2 seeds.*\+62\.5/s);
    expect(new URL(page.url()).hash).toBe('#/compare/few-1,usual-1,usual-2');
    await suitsEveryEye('Compare');
  });

  it('are not asked to play after a Cancel, but for the one that is at it', async () => {
    const play = page.getByRole('button', { name: 'Let the teams play' });
    const game = (name: string) => page.getByRole('region', { name, exact: true });
    await play.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await play.waitFor();
    expect(await page.getByText(/of 2 teams have played/).count()).toBe(0);
    await game('few-1')
      .getByText(/olved in \d|Stuck/)
      .waitFor({ timeout: 3 * minutes });
    expect(await game('usual-1').innerText()).toContain('Has not played this room yet.');
  });

  it('play the same room, one slider for all', async () => {
    // A quick GPU has played before a look from outside the page: the count is watched for from within.
    const counted = page.evaluate(
      () =>
        new Promise<void>((seen) => {
          const look: MutationCallback = (_, watch) => {
            if (!/of 2 teams have played/.test(document.body.innerText)) return;
            watch.disconnect();
            seen();
          };
          new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
        }),
    );
    await page.getByRole('button', { name: 'Let the teams play' }).click();
    await counted;
    const turns = page.getByRole('slider', { name: /turn/ });
    await expect.poll(() => turns.isVisible(), { timeout: 3 * minutes }).toBe(true);
    await expect.poll(() => page.getByText(/of 2 teams have played/).count(), { timeout: 3 * minutes }).toBe(0);
    await turns.press('Home');
    for (const name of ['few-1', 'usual-1']) await page.getByRole('img', { name: `${name}, start` }).waitFor();
    await turns.press('ArrowRight');
    await page.getByText(/^turn 1 of/).waitFor();
    await page.getByRole('heading', { name: /The same room/ }).scrollIntoViewIfNeeded();
    await suitsEveryEye('Compare, the same room');
  });

  it('that are not here are named, with what to do', async () => {
    await page.goto(`${page.url().split('#')[0]}#/compare/usual-1,lost,few-1`);
    await page.getByText('There is no run “lost” in this browser').waitFor();
    expect(await compared(1).innerText()).toContain('few-1');
    await page.goto(`${page.url().split('#')[0]}#/compare`);
    await page.getByText('Nothing to compare yet').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
