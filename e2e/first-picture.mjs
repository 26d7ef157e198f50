// `node e2e/first-picture.mjs`: README's first picture, an animated PNG of the built page with the recorded run: its
// slider, the boards of each step, then a walk through a tree by arrow keys. Not part of the page that is served.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import UPNG from 'upng-js';
import { buildPage, pageFolder } from '../src/headless/build-page.mjs';
import { findChrome } from '../src/headless/chrome.mjs';
import { root } from '../src/headless/commands.mjs';
import { serve } from '../src/headless/serve.mjs';
import { quietFlags, softwareFlags } from './chrome-flags.mjs';

const size = { width: 1120, height: 720 };
const colours = 64;
const file = join(root, 'e2e', 'first-picture.png');

/** @type {{ readonly png: Buffer; readonly ms: number }[]} */
const frames = [];

await buildPage();
const { address, stop } = await serve({ folder: pageFolder });
const browser = await chromium.launch({ executablePath: findChrome(), args: [...quietFlags, ...softwareFlags] });
try {
  const page = await browser.newPage({ viewport: size });
  await page.goto(address);
  await page.getByText('gradients right').waitFor({ timeout: 120_000 });
  // What the machine that records can do says nothing about the page.
  await page.addStyleTag({ content: '[role="note"] { visibility: hidden }' });
  const slider = page.getByRole('slider').first();
  await slider.focus();
  for (let step = 0; step < 4; step++) {
    await record(page, { count: 5, everyMs: 380 });
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Home');
  await page.getByRole('link', { name: 'Walk through this step’s tree' }).click();
  const tree = page.getByRole('listbox', { name: /^Tree of room/ });
  await tree.waitFor();
  await tree.focus();
  await record(page, { count: 1, everyMs: 700 });
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
    await record(page, { count: 1, everyMs: 550 });
  }
} finally {
  await browser.close();
  await stop();
}
write();

/** @param {import('playwright').Page} page @param {{ readonly count: number; readonly everyMs: number }} how */
async function record(page, { count, everyMs }) {
  for (let frame = 0; frame < count; frame++) {
    const begun = performance.now();
    frames.push({ png: await page.screenshot(), ms: everyMs });
    await page.waitForTimeout(Math.max(0, everyMs - (performance.now() - begun)));
  }
}

function write() {
  const images = frames.map(({ png }) => {
    const [image] = UPNG.toRGBA8(UPNG.decode(new Uint8Array(png).buffer));
    if (!image) throw new Error('a frame of the picture has no image');
    return image;
  });
  const delays = frames.map(({ ms }) => ms);
  const bytes = new Uint8Array(UPNG.encode(images, size.width, size.height, colours, delays));
  writeFileSync(file, bytes);
  const seconds = delays.reduce((sum, ms) => sum + ms, 0) / 1000;
  console.log(`${file}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${(bytes.length / 1e6).toFixed(2)} MB`);
}
