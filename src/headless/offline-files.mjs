// Vite's plugin for the service worker (workers/offline.ts): builds it to offline.js beside the page, and tells it
// which files there are. Written by hand: vite-plugin-pwa brings workbox into the page for what are seventy lines here,
// and knows nothing of chunks that only some visitors use. Plain JavaScript, because Vite's own settings import it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './commands.mjs';

const worker = join(root, 'src', 'workers', 'offline.ts');
const fileName = 'offline.js';
/** Large, and of use to few: kept when they were used. */
const keptLater = /sprout-rooms|pyodide|python_stdlib|ort-wasm|\.zip$|\.png$|curves\.svg$/;

/** @returns {import('vite').Plugin} */
export function offlineFiles() {
  let publicFolder = '';
  return {
    name: 'offline-files',
    apply: 'build',
    enforce: 'post',
    configResolved({ publicDir }) {
      publicFolder = publicDir;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: worker, fileName });
    },
    generateBundle(_, bundle) {
      const made = bundle[fileName];
      if (made?.type !== 'chunk') this.error(`${fileName} was not built`);
      const brought = readdirSync(publicFolder);
      const known = [...Object.keys(bundle).filter((name) => name !== fileName), ...brought].sort();
      const hash = createHash('sha256');
      for (const name of known) {
        const file = bundle[name];
        hash
          .update(name)
          .update(file ? (file.type === 'chunk' ? file.code : file.source) : readFileSync(join(publicFolder, name)));
      }
      const told = {
        __FETCHED__: known.filter((name) => !keptLater.test(name)),
        __KNOWN__: known,
        __VERSION__: hash.digest('hex').slice(0, 16),
      };
      for (const [name, value] of Object.entries(told))
        made.code = made.code.replaceAll(name, () => JSON.stringify(value));
    },
  };
}
