// `npm start`: install, build, serve the page on this computer, open it. Works in a fresh clone with nothing but Node.
// Plain JavaScript with Node's own modules only, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { buildPage, pageFolder } from './build-page.mjs';
import { findChrome } from './chrome.mjs';
import { install } from './commands.mjs';
import { serve } from './serve.mjs';

// The browser keeps runs per address: the same port each time, so that yesterday's runs are there; the next ones when
// it is taken.
const ports = [4747, 4748, 4749, 4750, 0];

try {
  checkNode();
  await install();
  await buildPage();
  const { address } = await serveOnFirstFreePort();
  console.log(
    `\n  Grove is at  ${address}\n\n  Open it in Chrome, or in Firefox with WebGPU switched on, and click Train. Ctrl+C here stops serving; runs stay in the browser.\n`,
  );
  openBrowser(address);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(
    `Grove needs Node 20.19 or newer, this is ${process.versions.node}: install a newer Node and run npm start again`,
  );
}

async function serveOnFirstFreePort() {
  for (const port of ports) {
    try {
      return await serve({ folder: pageFolder, port });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new Error('no free port was found on this computer');
}

/** Chrome where it can be found, else whatever opens web pages here; nothing where nobody looks at a screen. @param
 *  {string} address */
function openBrowser(address) {
  const headless = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
  if (process.env['CI'] || headless) return;
  const [program, ...words] = openers(address);
  const child = spawn(program, words, { detached: true, stdio: 'ignore' });
  child.once('error', () => console.log('No browser could be started from here: open the address above yourself.'));
  child.unref();
}

/** @param {string} address @returns {[string, ...string[]]} */
function openers(address) {
  const chrome = findChrome();
  if (process.platform === 'darwin') return chrome ? ['open', '-a', 'Google Chrome', address] : ['open', address];
  if (chrome) return [chrome, address];
  return process.platform === 'win32' ? ['cmd', '/c', 'start', '', address] : ['xdg-open', address];
}
