// What the checks need from the machine, beyond npm: a Chrome or Chromium, a Firefox, a Vulkan driver for Dawn, and a
// Redis server that the queue's tests start themselves. Installs them where it may (root on Debian or Ubuntu), else
// says what to install. Package hosts are the ones this machine already uses; none is named here. Plain JavaScript with
// Node's own modules only.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChrome } from '../src/headless/chrome.mjs';
import { root } from '../src/headless/commands.mjs';
import { findFirefox } from '../src/headless/firefox.mjs';
import { lavapipeFile, vulkanDriver } from '../src/headless/vulkan.mjs';

const sourceParts = '/etc/apt/sources.list.d';

/** Installs what lacks; returns what is there now, and one sentence for each thing that is not. `more`: what only some
 *  checks need. @param {readonly 'Firefox'[]} more */
export function prepareMachine(more = []) {
  const lacking = [];
  if (!findChrome()) installWithApt(['chromium']) || installWithApt(['chromium-browser']);
  if (!findChrome())
    lacking.push('no Chrome or Chromium: install one, or set CHROME_PATH to its program; the journeys need it');
  const firefox = more.includes('Firefox');
  if (firefox && !findFirefox()) installWithApt(['firefox-esr']) || installWithApt(['firefox']);
  if (firefox && !findFirefox())
    lacking.push('no Firefox: install one, or set FIREFOX_PATH to its program; the journey in Firefox needs it');
  if (['swiftshader', undefined].includes(vulkanDriver()?.kind)) installLavapipe();
  const driver = vulkanDriver();
  if (!driver)
    lacking.push(
      'no Vulkan driver for Dawn: install mesa-vulkan-drivers (24 or newer) and libvulkan1; the GPU tests need it',
    );
  else if (driver.kind === 'swiftshader')
    lacking.push('no lavapipe of Mesa 24 or newer: Dawn runs on Chromium’s SwiftShader, about four times slower');
  if (!hasQueueServer()) installWithApt(['redis-server']) || installWithApt(['valkey-server']);
  if (!hasQueueServer())
    lacking.push('no redis-server or valkey-server: install one; the tests of studies over a queue need it');
  return { chrome: findChrome(), driver, lacking };
}

function hasQueueServer() {
  return ['redis-server', 'valkey-server'].some((name) => spawnSync(name, ['--version']).status === 0);
}

/** Deno's program: the one that is named, npm's, or the machine's own. @returns {string | undefined} */
export function findDeno() {
  const folder = join(root, 'node_modules/@deno');
  const packages = existsSync(folder) ? readdirSync(folder) : [];
  const places = packages.flatMap((name) => ['deno', 'deno.exe'].map((file) => join(folder, name, file)));
  const named = [process.env['DENO'], ...places].find((file) => file && existsSync(file));
  return named ?? (spawnSync('deno', ['--version']).status === 0 ? 'deno' : undefined);
}

/** Mesa's software driver: from the distribution, and where that is too old for Dawn, from its backports. */
function installLavapipe() {
  const packages = ['mesa-vulkan-drivers', 'libvulkan1'];
  if (installWithApt(packages) && lavapipeFile()) return;
  const backports = backportsSource();
  if (!backports) return;
  // The machine's own sources and one more, for these two commands only: nothing of the machine's settings changes.
  const folder = mkdtempSync(join(tmpdir(), 'grove-sources-'));
  if (existsSync(sourceParts)) cpSync(sourceParts, folder, { recursive: true });
  writeFileSync(join(folder, 'grove-backports.list'), backports.line);
  const sources = ['-o', `Dir::Etc::sourceparts=${folder}`];
  if (apt([...sources, 'update']))
    apt([...sources, 'install', '-y', '--no-install-recommends', '-t', backports.suite, ...packages]);
  rmSync(folder, { recursive: true });
}

/** The backports of this Debian on the mirror its own sources name. @returns {{ suite: string, line: string } |
 *  undefined} */
function backportsSource() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const codename = /^VERSION_CODENAME=(\w+)/m.exec(release)?.[1];
  if (!/^ID=debian/m.test(release) || !codename) return undefined;
  const mirror = mirrors().find((address) => /\/debian\/?$/.test(address));
  const suite = `${codename}-backports`;
  return mirror
    ? { suite, line: `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} ${suite} main\n` }
    : undefined;
}

function mirrors() {
  const files = ['/etc/apt/sources.list', join(sourceParts, 'debian.sources')].filter((file) => existsSync(file));
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return [...text.matchAll(/^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+)/gm)].map((match) => match[1] ?? '');
}

let listsAreFresh = false;

/** True where apt installed the packages. @param {readonly string[]} packages */
function installWithApt(packages) {
  if (!mayInstall()) return false;
  if (!listsAreFresh) listsAreFresh = apt(['update']);
  return apt(['install', '-y', '--no-install-recommends', ...packages]);
}

function mayInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @param {readonly string[]} words */
function apt(words) {
  console.log(`  apt-get ${words.join(' ')}`);
  const done = spawnSync('apt-get', ['-qq', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return done.status === 0;
}
