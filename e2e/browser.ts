// A folder of files served under a path of some web server, and a real Chrome with a fresh profile beside it. Whatever
// fails on the way ends what was begun before it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserType, chromium, type Page } from 'playwright';
import { findChrome } from '../src/headless/chrome.mjs';
import { minutes, seconds } from '../src/headless/patience.mjs';
import { serve } from '../src/headless/serve.mjs';
import { quietFlags } from './chrome-flags.mjs';

/** Not the root of the server, to prove that every address in the page is relative. */
const path = '/some/where/';

export interface Served {
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

export interface Browser {
  readonly address: string;
  readonly context: BrowserContext;
  /** The files that were fetched so far, in order. */
  readonly served: readonly Served[];
  /** No network: no server either. */
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

export interface Hosting {
  /** In place of those of our own server. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** "off": without the policy that the page's document carries. */
  readonly policy?: 'off' | undefined;
}

/** The folder on a server of its own, and what is fetched from it. */
export async function serveWatched(folder: string, { headers, policy }: Hosting = {}) {
  const served: Served[] = [];
  const onServed = (file: string) => served.push({ file, atMs: Date.now() });
  const shown = policy === 'off' ? withoutPolicy(folder) : folder;
  const { address, stop } = await serve({ folder: shown, path, ...(headers ? { headers } : {}), onServed });
  const stopAndTidy = async () => {
    await stop();
    if (shown !== folder) rmSync(shown, { recursive: true, force: true });
  };
  return { address, stop: stopAndTidy, served };
}

/** A folder that shows the files of another, but for the policy in its document. */
function withoutPolicy(folder: string): string {
  const shown = mkdtempSync(join(tmpdir(), 'grove-page-'));
  for (const name of readdirSync(folder)) {
    if (name !== 'index.html') symlinkSync(join(folder, name), join(shown, name));
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  writeFileSync(join(shown, 'index.html'), page.replace(/<meta[^>]+Content-Security-Policy[^>]+>/i, ''));
  return shown;
}

/** Throws where there is no Chrome. */
export async function openBrowser(
  folder: string,
  options?: Parameters<BrowserType['launchPersistentContext']>[1],
  hosting: Hosting = {},
): Promise<Browser> {
  const executablePath = findChrome();
  if (!executablePath)
    throw new Error('no Chrome or Chromium was found: install one, or set CHROME_PATH to its program');
  const { address, stop, served } = await serveWatched(folder, hosting);
  const profile = mkdtempSync(join(tmpdir(), 'grove-profile-'));
  let context: BrowserContext | undefined;
  const goOffline = async () => {
    await context?.setOffline(true);
    await stop();
  };
  const close = async () => {
    await context?.close();
    await stop();
    removeProfile(profile);
  };
  try {
    context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: quietFlags,
      timeout: minutes,
      ...options,
    });
    context.setDefaultTimeout(30 * seconds);
    return { address, context, served, goOffline, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Chrome writes for a moment after it has ended. */
export function removeProfile(profile: string): void {
  rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

/** Exceptions and errors in the console, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  return complaints;
}
