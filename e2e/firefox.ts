// The page in a stock Firefox, by WebDriver BiDi: playwright's channel "moz-firefox" speaks it. The profile outlives
// the browser, so that a journey can close the one and come back to the other. WebGPU is switched on by preference; on
// Linux it computes with the Vulkan driver that the checks use for Node.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { firefox } from 'playwright';
import { pageFolder } from '../src/headless/build-page.mjs';
import { findFirefox } from '../src/headless/firefox.mjs';
import { minutes, seconds } from '../src/headless/patience.mjs';
import { vulkanDriver } from '../src/headless/vulkan.mjs';
import { complaintsOf, removeProfile, serveWatched } from './browser';
import type { BuiltPage, Wishes } from './built-page';

const preferences = {
  // its panel would take the keyboard: a button on the page heard keys, and was not clicked by them
  'browser.download.alwaysOpenPanel': false,
  'dom.webgpu.workers.enabled': true,
  'gfx.webgpu.ignore-blocklist': true,
  // ariaLabelledByElements, read a second time, ends the process that draws the page; playwright and axe read it
  'accessibility.ARIAElementReflection.enabled': false,
  'dom.events.testing.asyncClipboard': true,
  'focusmanager.testmode': true, // fields hear that they lose the focus, whatever window is in front
};

/** What a page is told of prefers-color-scheme. */
const schemes = { dark: 0, light: 1 };

export interface FirefoxPage {
  readonly page: Page;
  /** For instance "153.7.0". */
  readonly version: string;
  /** Everything the page complained about: exceptions and console errors. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** The built page, for a journey that is taken through Chrome as well. Throws where there is no Firefox. */
export async function builtPageInFirefox({ host, policy, ...wishes }: Wishes): Promise<BuiltPage> {
  const profile = mkdtempSync(join(tmpdir(), 'grove-firefox-'));
  const { address, stop, served } = await serveWatched(pageFolder, { headers: host && {}, policy });
  let opened: FirefoxPage | undefined;
  const close = async () => {
    await opened?.close();
    await stop();
    removeProfile(profile);
  };
  try {
    opened = await openInFirefox(address, profile, wishes);
    const { page, complaints } = opened;
    return { page, context: page.context(), complaints, served, goOffline: stop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws where there is no Firefox. */
export async function openInFirefox(
  address: string,
  profile: string,
  { gpu, serviceWorkers, width = 1280, height = 800, colorScheme = 'light' }: Omit<Wishes, 'host' | 'policy'> = {},
): Promise<FirefoxPage> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('no Firefox was found: install one, or set FIREFOX_PATH to its program');
  interpret();
  const context = await firefox.launchPersistentContext(profile, {
    channel: 'moz-firefox',
    executablePath,
    timeout: minutes,
    env: { ...process.env, ...vulkanDriver()?.environment },
    firefoxUserPrefs: {
      ...preferences,
      'dom.webgpu.enabled': gpu !== 'without-gpu',
      'dom.serviceWorkers.enabled': serviceWorkers === 'allow',
      'layout.css.prefers-color-scheme.content-override': schemes[colorScheme],
    },
    viewport: { width, height },
    acceptDownloads: true,
  });
  try {
    return await watchedPage(context, address);
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function watchedPage(context: BrowserContext, address: string): Promise<FirefoxPage> {
  context.setDefaultTimeout(30 * seconds);
  await context.addInitScript(tellReactOfFilledFields);
  const page = context.pages()[0] ?? (await context.newPage());
  const complaints = complaintsOf(page);
  await page.goto(address);
  return { page, version: context.browser()?.version() ?? 'unknown', complaints, close: () => context.close() };
}

/** Playwright fills a field here by its property and an event of its own making. React keeps what was last set by the
 *  property, and would not see a change. */
function tellReactOfFilledFields(): void {
  addEventListener(
    'input',
    ({ isTrusted, target }) => {
      const field = target as HTMLInputElement & { _valueTracker?: { setValue(value: string): void } };
      if (!isTrusted) field._valueTracker?.setValue(`not ${field.value}`);
    },
    true,
  );
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly url?: string };
}
interface Transport {
  send(message: Message): void;
  onmessage?: (message: object) => void;
}
interface BidiFirefox {
  connectToTransport(transport: Transport, ...rest: unknown[]): Promise<unknown>;
}

const unknownToFirefox = 'emulation.setMediaFeaturesOverride';
const ofDownloads = /^browsingContext\.download/;
let interpreting = false;

/** Stands between playwright and Firefox 153, which know different versions of the protocol: a command that playwright
 *  always sends and Firefox does not know is answered here, and downloads get the names that playwright tells them
 *  apart by. */
function interpret(): void {
  if (interpreting) return;
  const connection = Reflect.get(firefox, '_connection') as { toImpl?(client: unknown): unknown } | undefined;
  const inside = connection?.toImpl?.(firefox) as { _bidiFirefox?: BidiFirefox } | undefined;
  const bidi = inside?._bidiFirefox;
  if (!bidi) throw new Error('playwright’s Firefox is made otherwise now: see whether it opens without this');
  const connect = bidi.connectToTransport.bind(bidi);
  bidi.connectToTransport = (transport, ...rest) => {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      if (message.method !== unknownToFirefox) return send(message);
      setTimeout(() => transport.onmessage?.({ type: 'success', id: message.id, result: {} }));
    };
    let hear: Transport['onmessage'];
    Object.defineProperty(transport, 'onmessage', {
      get: () => hear,
      set: (next: Transport['onmessage']) => {
        hear = next && ((message) => next(named(message)));
      },
    });
    return connect(transport, ...rest);
  };
  interpreting = true;
}

function named(message: Message): object {
  if (!ofDownloads.test(message.method ?? '')) return message;
  return { ...message, params: { download: message.params?.url, ...message.params } };
}
