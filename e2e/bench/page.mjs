// The benchmark's page, built and opened in a headless Chrome: WebGPU on the graphics card where there is one, else on
// the processor. Plain JavaScript with Node's own modules until npm's packages are installed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChrome } from '../../src/headless/chrome.mjs';
import { root } from '../../src/headless/commands.mjs';
import { serve } from '../../src/headless/serve.mjs';
import { vulkanDriver } from '../../src/headless/vulkan.mjs';
import { buildBench } from './build.mjs';

const folder = join(root, 'dist', 'bench');

const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];
/** Nothing may be slowed because nobody looks at the window. */
const awake = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];
const onCard = ['--enable-unsafe-webgpu', '--enable-features=Vulkan', '--use-angle=vulkan', '--ignore-gpu-blocklist'];
const onProcessor = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'];

/** Builds the page where its sources changed, and serves it. @returns {Promise<{ address: string, stop: () =>
 *  Promise<void> }>} */
export async function serveBench() {
  await buildBench({ made: join(folder, 'index.html'), config: 'vite.config.ts', what: 'the benchmark’s page' });
  return serve({ folder });
}

/**
 * Opens the page; what it complains about goes to `complain`.
 * @param {{ address: string, software: boolean, complain: (message: string) => void }} what
 */
export async function openBench({ address, software, complain }) {
  const executablePath = findChrome();
  if (!executablePath)
    throw new Error('no Chrome or Chromium was found: install one, or set CHROME_PATH to its program');
  const { chromium } = await import('playwright');
  const profile = mkdtempSync(join(tmpdir(), 'grove-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...quiet, ...awake, ...gpuFlags(software)],
    handleSIGINT: false,
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('pageerror', (error) => complain(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complain(message.text());
    });
    await page.goto(address);
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param {boolean} software */
function gpuFlags(software) {
  if (software) return onProcessor;
  if (process.platform !== 'linux') return [];
  return vulkanDriver()?.kind === 'own' ? onCard : onProcessor;
}
