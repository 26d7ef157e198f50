// The page as a visitor gets it: built, served, opened in a real Chrome.
// Knows how to open, watch and close; what is done on the page stands in the journeys.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from 'playwright';
import { pageFolder } from '../src/headless/build-page.mjs';
import { root } from '../src/headless/commands.mjs';
import { complaintsOf, openBrowser, type Served } from './browser';
import { quietFlags, softwareFlags } from './chrome-flags.mjs';
import { builtPageInFirefox } from './firefox';

/** Whether this journey is taken through Firefox. */
export const inFirefox = process.env['JOURNEYS_IN'] === 'firefox';
const withoutFlags = ['--disable-features=WebGPU', '--disable-gpu'];

export interface BuiltPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything the page complained about: exceptions and console errors. */
  readonly complaints: readonly string[];
  /** The files that were fetched so far, in order. */
  readonly served: readonly Served[];
  /** No network: no server either. */
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

export interface Wishes {
  /** "without-gpu": a browser that has no WebGPU adapter. */
  readonly gpu?: 'without-gpu';
  /** "static": a host that sends no headers of ours. */
  readonly host?: 'static';
  /** Otherwise no service worker stands between the page and what a journey looks at. */
  readonly serviceWorkers?: 'allow';
  /** "off": the page may reach what a test puts up in place of other sites. */
  readonly policy?: 'off';
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Chrome only: pointed at by fingers. */
  readonly touch?: boolean;
}

/** Serves the page that built-page.setup.ts has built, and opens it: in Chrome, or where JOURNEYS_IN names it, in
 *  Firefox. Throws where there is no such browser. */
export async function openBuiltPage(wishes: Wishes = {}): Promise<BuiltPage> {
  if (inFirefox) return builtPageInFirefox(wishes);
  const { gpu, host, serviceWorkers, policy, width = 1280, height = 800, colorScheme = 'light', touch } = wishes;
  const gpuFlags = gpu === 'without-gpu' ? withoutFlags : process.platform === 'linux' ? softwareFlags : [];
  const args = [...quietFlags, ...gpuFlags];
  const options = {
    args,
    viewport: { width, height },
    colorScheme,
    acceptDownloads: true,
    ...(touch && { hasTouch: true, isMobile: true }),
    serviceWorkers: serviceWorkers ?? ('block' as const),
  };
  const { address, context, served, goOffline, close } = await openBrowser(pageFolder, options, {
    headers: host && {},
    policy,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const complaints = complaintsOf(page);
    await page.goto(address);
    return { page, context, complaints, served, goOffline, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The page may write to the clipboard, and a test read it. Firefox is opened so. */
export async function allowClipboard(context: BrowserContext): Promise<void> {
  if (!inFirefox) await context.grantPermissions(['clipboard-read', 'clipboard-write']);
}

/** Keeps a picture of what the person sees, in test-results/. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = join(root, 'test-results', 'pictures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The page is drawn, and what fades in has faded in: half faded, its contrast is not its own. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What axe calls serious or critical, one line for each element. It is asked for nothing else, and reports in the page
 *  itself: a third of the time. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  await drawn(page);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        (node) =>
          `${id}: ${node.target.join(' ')} – ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? node.html}`,
      ),
    );
}

/** By how many pixels the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
