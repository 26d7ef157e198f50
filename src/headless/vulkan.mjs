// Which Vulkan driver Dawn gets where Node runs the engine: the machine's own GPU, Mesa's lavapipe, or the SwiftShader
// that Chromium brings. Only Linux needs the choice. Looks, installs nothing. Plain JavaScript with Node's own modules
// only.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChrome } from './chrome.mjs';

/** Dawn refuses older Mesa: it lacks features of Vulkan that Dawn takes for granted. */
const oldestMesa = 24;

/**
 * The driver's name for people, and the environment variables that choose it (none where the system's own choice
 * stands). @returns {{ kind: 'own' | 'chosen' | 'lavapipe' | 'swiftshader', name: string, environment: Record<string,
 * string> } | undefined} undefined where no driver was found
 */
export function vulkanDriver() {
  if (process.platform !== 'linux') return { kind: 'own', name: 'the GPU of this computer', environment: {} };
  const runtime = { XDG_RUNTIME_DIR: process.env['XDG_RUNTIME_DIR'] ?? tmpdir() };
  if (process.env['VK_DRIVER_FILES'])
    return { kind: 'chosen', name: process.env['VK_DRIVER_FILES'], environment: runtime };
  if (hasHardware()) return { kind: 'own', name: 'the GPU of this computer', environment: runtime };
  const lavapipe = lavapipeFile();
  if (lavapipe)
    return {
      kind: 'lavapipe',
      name: `lavapipe (Mesa ${mesaVersion() ?? 'of unknown version'})`,
      environment: { ...runtime, VK_DRIVER_FILES: lavapipe },
    };
  const swiftshader = swiftshaderFile();
  if (!swiftshader) return undefined;
  const libraries = [dirname(swiftshader), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    kind: 'swiftshader',
    name: 'SwiftShader (from Chromium; slower)',
    environment: { ...runtime, VK_DRIVER_FILES: swiftshader, LD_LIBRARY_PATH: libraries },
  };
}

/** A graphics card that shows itself, and a driver for some card. */
function hasHardware() {
  const shown = existsSync('/dev/dri') && readdirSync('/dev/dri').some((name) => name.startsWith('render'));
  return (shown || existsSync('/dev/nvidia0')) && driverFiles().some((file) => !/lvp_icd|swiftshader/.test(file));
}

function driverFiles() {
  const folders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'].filter((folder) =>
    existsSync(folder),
  );
  return folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
}

/** Lavapipe's description, where Mesa is new enough. @returns {string | undefined} */
export function lavapipeFile() {
  const version = mesaVersion();
  if (version && Number.parseInt(version, 10) < oldestMesa) return undefined;
  return driverFiles().find((file) => /lvp_icd.*\.json$/.test(file));
}

/** Mesa's version where Debian's package manager knows it, like "25.0.7". @returns {string | undefined} */
function mesaVersion() {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholder
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'mesa-vulkan-drivers'], { encoding: 'utf8' });
  return asked.status === 0 ? /\d+(\.\d+)*/.exec(asked.stdout)?.[0] : undefined;
}

function swiftshaderFile() {
  const chrome = findChrome();
  const beside = chrome ? [dirname(realpathSync(chrome))] : [];
  const folders = [...beside, '/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
  return folders.map((folder) => join(folder, 'vk_swiftshader_icd.json')).find((file) => existsSync(file));
}
