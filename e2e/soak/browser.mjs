// A Chromium that is made to suffer: killed outright, its GPU process killed, stopped like a sleeping laptop. Linux, as
// it looks processes up in /proc. It knows nothing of the page.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChrome } from '../../src/headless/chrome.mjs';
import { quietFlags, softwareFlags } from '../chrome-flags.mjs';

const flags = [
  ...quietFlags,
  ...softwareFlags,
  // Chrome gives a page's GPU up after a few crashes; here they are what is tried.
  '--disable-gpu-process-crash-limit',
  '--disable-domain-blocking-for-3d-apis',
];

/** A folder of its own for what a browser keeps. */
export function newProfile() {
  return mkdtempSync(join(tmpdir(), 'grove-soak-'));
}

/** @param {string} profile */
export function removeProfile(profile) {
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

/** A browser on that profile, and its page. @param {string} profile */
export async function openChrome(profile) {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChrome(),
    args: flags,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(120_000);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** Ends it as a crash does: nothing of it hears of it. @param {string} profile */
export async function killChrome(profile) {
  for (const { pid } of processesOf(profile)) signal(pid, 'SIGKILL');
  while (processesOf(profile).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
    rmSync(join(profile, name), { force: true });
}

/** False where there was none to kill. @param {string} profile */
export function killGpuProcess(profile) {
  const gpu = processesOf(profile).find(({ words }) => words.includes('--type=gpu-process'));
  if (!gpu) return false;
  signal(gpu.pid, 'SIGKILL');
  return true;
}

/** Every process stands still for so long, and the clock does not. @param {string} profile @param {number} ms */
export async function sleepChrome(profile, ms) {
  const asleep = processesOf(profile);
  for (const { pid } of asleep) signal(pid, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const { pid } of asleep) signal(pid, 'SIGCONT');
}

/** What keeps a page's data – the browser's own process, and that of storage where there is one – stands still for one
 *  second in turn with a tenth of one in which it works, as with a disk that is slow: the page and its GPU go on, and
 *  every write is late. @param {string} profile @param {number} ms */
export async function slowStorage(profile, ms) {
  const keeps = processesOf(profile).filter(
    ({ words }) => !words.some((word) => word.startsWith('--type=')) || words.some((word) => /storage/.test(word)),
  );
  const all = async (/** @type {NodeJS.Signals} */ name, /** @type {number} */ then) => {
    for (const { pid } of keeps) signal(pid, name);
    await new Promise((resolve) => setTimeout(resolve, then));
  };
  for (let passed = 0; passed < ms; passed += 1100) {
    await all('SIGSTOP', 1000);
    await all('SIGCONT', 100);
  }
}

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

/** The browser's own process and all below it. @param {string} profile */
function processesOf(profile) {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const status = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), words }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
  const found = all.filter(({ words }) => words.includes(`--user-data-dir=${profile}`));
  for (let at = 0; at < found.length; at++) {
    const parent = found[at]?.pid;
    found.push(...all.filter((one) => one.parent === parent && !found.includes(one)));
  }
  return found;
}
