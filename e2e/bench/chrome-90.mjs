// `node e2e/bench/chrome-90.mjs [--preset sokoban] [--seeds 1,2,3] [--set knob=value …]`: the speedrun as a person
// sees it, in the built page in a headless Chrome – the gradients' test being over, seconds from the click on Train
// until greedy play solves nine of ten of 200 validation rooms, evaluations included. Without a browser:
// `npm run lab -- bench --time-to-90`. Plain JavaScript, like the rest of what starts a browser.
import { parseArgs } from 'node:util';
import { buildPage, pageFolder } from '../../src/headless/build-page.mjs';
import { serve } from '../../src/headless/serve.mjs';
import { openBench } from './page.mjs';

const rooms = 200;
const [bar, rise] = [0.9, 0.1];
const text = /** @type {const} */ ('string');
const { values } = parseArgs({
  options: {
    preset: { type: text, default: 'sokoban' },
    seeds: { type: text, default: '1' },
    set: { type: text, multiple: true, default: [] },
  },
});

await buildPage();
const server = await serve({ folder: pageFolder });
for (const seed of values.seeds.split(',')) console.log(JSON.stringify(await speedrun(seed)));
await server.stop();

/** @param {string} seed */
async function speedrun(seed) {
  const complain = (/** @type {string} */ message) => console.error(`  ! ${message}`);
  const settings = [
    `preset=${values.preset}`,
    `seed=${seed}`,
    ...values.set,
    `validationWorlds=${rooms}`,
    'testWorlds=8',
  ];
  const address = `${server.address}#/lab?${settings.join('&')}`;
  const { page, close } = await openBench({ address, software: false, complain });
  try {
    await page.getByText('gradients right').waitFor({ timeout: 600_000 });
    await page.getByRole('button', { name: /^Train( your own)?$/ }).click();
    const begunMs = Date.now();
    const seconds = () => (Date.now() - begunMs) / 1000;
    /** @type {{ step: number, rate: number, seconds: number }[]} */
    const evaluations = [];
    let untrained = Number.NaN;
    let firstStep;
    for (let over = false; !over; ) {
      await page.waitForTimeout(500);
      const { run, steps } = await page.evaluate(kept);
      if (steps.length > 0) firstStep ??= seconds();
      untrained = run?.references?.untrained.rate ?? untrained;
      const measured = steps.flatMap(({ step, validation }) => (validation ? [{ step, rate: validation.rate }] : []));
      for (const one of measured.slice(evaluations.length)) {
        evaluations.push({ ...one, seconds: seconds() });
        console.error(`seed ${seed}, step ${one.step}: ${(100 * one.rate).toFixed(1)} %, ${seconds().toFixed(0)} s`);
      }
      // Paused: by a GPU that is lost, or by a fault that the page tells.
      const hasEnded = ['finished', 'failed', 'paused'].includes(run?.status);
      if (hasEnded) complain(`seed ${seed}: the run is ${run.status}${run.reason ? `: ${run.reason}` : ''}`);
      over = hasEnded || (evaluations.at(-1)?.rate ?? 0) >= bar;
    }
    const firstRise = evaluations.find(({ rate }) => rate >= untrained + rise);
    return { seed, firstStep, untrained, firstRise, reached: evaluations.find(({ rate }) => rate >= bar), evaluations };
  } finally {
    await close();
  }
}

/** What the page has kept of its only run. Runs in the page. */
async function kept() {
  const database = await new Promise((resolve, reject) => {
    const asked = indexedDB.open('grove');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  /** @param {string} store @returns {Promise<any[]>} */
  const all = (store) =>
    new Promise((resolve) => {
      const asked = database.transaction(store).objectStore(store).getAll();
      asked.onsuccess = () => resolve(asked.result);
    });
  const [[run], steps] = await Promise.all([all('runs'), all('metrics')]);
  database.close();
  return { run, steps };
}
