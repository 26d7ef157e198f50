// The disturbances, and the table. A run is begun by a link and a click, watched in the browser's database, and gone on
// with as a person would: by the button Resume, where one is offered.
import {
  killChrome,
  killGpuProcess,
  newProfile,
  openChrome,
  removeProfile,
  sleepChrome,
  slowStorage,
} from './browser.mjs';
import { readKept } from './kept.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {{ profile: string, page: Page, context: import('playwright').BrowserContext }} Visit */
/** Disturbs the visit once; resolves with the one that goes on. @typedef {(visit: Visit, address: string) =>
 *  Promise<Visit>} Disturb */

/** Small enough that a step takes a moment, and with everything in it: two turns, validation, checkpoints. */
const setup = 'preset=quick&steps=40&worldsPerStep=2&branches=2&validationWorlds=4&testWorlds=4&evaluateEvery=10';
/** No disturbance comes later than this after the one before – or twice, four, eight times as late, as long as the run
 *  comes no step further: a busy machine needs longer to take a run up. */
const longestMs = 6000;
const mostFold = 16;

/** @type {Readonly<Record<string, { name: string, disturb: Disturb }>>} */
const disturbances = {
  losses: { name: 'the GPU process is killed', disturb: loseGpu },
  kills: { name: 'the browser is killed', disturb: kill },
  sleeps: { name: 'everything stands still for 20 s, but the clock', disturb: sleep },
  'slow-disks': { name: 'the disk is slow: a second a write, for 10 s', disturb: slowDisk },
  'full-disks': { name: 'the disk is full', disturb: fillDisk },
  tabs: { name: 'a second tab opens, tries to resume, and closes', disturb: secondTab },
};

/** Prints a line for each kind; false where one run ended otherwise than the undisturbed one. @param {string} address
 *  @param {Readonly<Record<string, number>>} times @param {number} seed */
export async function soak(address, times, seed) {
  const chance = chanceFrom(seed);
  const begun = performance.now();
  const undisturbed = await endOf(address, chance);
  console.log(`undisturbed: ${secondsSince(begun)} s, ${undisturbed.digits.slice(0, 16)}…\n`);
  let good = undisturbed.orphans.length === 0;
  console.log(
    '| disturbed by | times | runs | same digits | records that belong to nothing | clicks on Resume | seconds |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const [kind, { name, disturb }] of Object.entries(disturbances)) {
    let left = times[kind] ?? 0;
    if (left === 0) continue;
    const from = performance.now();
    const found = { runs: 0, same: 0, orphans: 0, resumed: 0 };
    while (left > 0) {
      const end = await endOf(address, chance, { disturb, times: left });
      left -= end.disturbed;
      found.runs++;
      found.same += end.digits === undisturbed.digits ? 1 : 0;
      found.orphans += end.orphans.length;
      found.resumed += end.resumed;
      for (const orphan of end.orphans) console.error(`  ! left behind: ${orphan}`);
    }
    good &&= found.same === found.runs && found.orphans === 0;
    const figures = [times[kind], found.runs, found.same, found.orphans, found.resumed, secondsSince(from)];
    console.log(`| ${name} | ${figures.join(' | ')} |`);
  }
  return good;
}

/** A run from its beginning to its end, disturbed so many times at most. @param {string} address @param {() => number}
 *  chance @param {{ disturb: Disturb, times: number }} [trouble] */
async function endOf(address, chance, trouble) {
  const profile = newProfile();
  /** @type {Visit} */
  let visit = { profile, ...(await openChrome(profile)) };
  let [disturbed, resumed, changedAt, step] = [0, 0, performance.now(), -1];
  let fold = 1;
  const soon = () => performance.now() + chance() * longestMs * fold;
  try {
    await begin(visit.page, address);
    let nextAt = soon();
    for (;;) {
      const { runs, digits, orphans } = await visit.page.evaluate(readKept);
      const run = runs[0];
      if (run?.status === 'finished') {
        await visit.context.close();
        return { digits, orphans, disturbed, resumed };
      }
      if (run?.status === 'failed') throw new Error(`the run stopped: ${run.reason}`);
      if (run && run.step !== step) [step, changedAt, fold] = [run.step, performance.now(), 1];
      if (performance.now() - changedAt > 600_000) throw new Error(`nothing moved for ten minutes after step ${step}`);
      if (trouble && disturbed < trouble.times && performance.now() > nextAt) {
        visit = await trouble.disturb(visit, address);
        disturbed++;
        nextAt = soon();
        fold = Math.min(2 * fold, mostFold);
      }
      if (await resume(visit.page)) {
        resumed++;
        nextAt = soon();
      }
      await visit.page.waitForTimeout(100);
    }
  } finally {
    await killChrome(profile);
    removeProfile(profile);
  }
}

/** Opens the page; clicks Train where it has kept no run. @param {Page} page @param {string} address */
async function begin(page, address) {
  await page.goto(address);
  if ((await page.evaluate(readKept)).runs.length > 0) return;
  await page.goto(`${address}#/lab?${setup}&seed=7`);
  const train = page.getByRole('button', { name: /^Train( your own)?$/ });
  await train.waitFor();
  await page.waitForFunction(() => {
    const button = [...document.querySelectorAll('button')].find((one) => /^\s*Train/.test(one.innerText));
    return button && !button.disabled;
  });
  await train.click();
}

/** Whether there was something to resume. @param {Page} page */
async function resume(page) {
  const button = page.locator('.headline-button', { hasText: 'Resume' });
  if ((await button.count()) === 0 || !(await button.isEnabled())) return false;
  return button.click({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
}

/** @type {Disturb} */
async function loseGpu(visit) {
  killGpuProcess(visit.profile);
  return visit;
}

/** @type {Disturb} */
async function kill({ profile, context }, address) {
  await killChrome(profile);
  await context.close().catch(() => {}); // it has ended
  const opened = await openChrome(profile);
  await begin(opened.page, address); // where it had not been written down yet
  return { profile, ...opened };
}

/** @type {Disturb} */
async function sleep(visit) {
  await sleepChrome(visit.profile, 20_000);
  return visit;
}

/** @type {Disturb} */
async function slowDisk(visit) {
  await slowStorage(visit.profile, 10_000);
  return visit;
}

/** No byte more for eight seconds. @type {Disturb} */
async function fillDisk(visit, address) {
  const session = await visit.context.newCDPSession(visit.page);
  const { origin } = new URL(address);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await visit.page.waitForTimeout(8000);
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await session.detach();
  return visit;
}

/** @type {Disturb} */
async function secondTab(visit, address) {
  const other = await visit.context.newPage();
  await other.goto(address);
  await other.getByTestId('gradient-badge').waitFor();
  await resume(other);
  await other.waitForTimeout(2000);
  await other.close();
  return visit;
}

/** A generator of numbers in [0, 1): mulberry32, so that a seed's moments come again. @param {number} seed */
function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} from */
function secondsSince(from) {
  return ((performance.now() - from) / 1000).toFixed(0);
}
