// Vite's plugin for the page's workers. They are built in one go with the page, so what both need is one file, fetched
// once: Vite by itself builds each worker for itself, with copies of everything. And they are started under the page's
// policy, but for the sandbox, whose interpreters may make code of text. During development Vite's own way stays. Plain
// JavaScript, because Vite's own settings import it.
import { join } from 'node:path';
import { root } from './commands.mjs';

const address = /new URL\(\s*'(\.{1,2}\/[^']+\.worker\.ts)',\s*import\.meta\.url\s*\)/g;
const underPolicy = join(root, 'src', 'workers', 'under-policy.ts');
const free = 'sandbox.worker';

/** @returns {import('vite').Plugin} */
export function sharedWorkers() {
  return {
    name: 'shared-workers',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\bnew Worker\(/.test(code) || code.search(address) < 0) return;
      let made = code;
      for (const [whole, path = ''] of code.matchAll(address)) {
        const found = await this.resolve(path, id);
        if (!found) this.error(`${id}: there is no worker ${path}`);
        const name = path.replace(/^.*\//, '').replace(/\.ts$/, '');
        const chunk = this.emitFile({ type: 'chunk', id: found.id, name });
        const built = `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`;
        made = made.replace(whole, name === free ? built : `underPolicy(${built})`);
      }
      return { code: `import { underPolicy } from ${JSON.stringify(underPolicy)};\n${made}`, map: null };
    },
  };
}
