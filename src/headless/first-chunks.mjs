// Vite's plugin for what the page's first look needs: a few scripts in place of some seventy, which compress better
// together and leave each other no names. The bundler by itself makes a chunk for every set of screens and workers that
// share a module. Plain JavaScript, because Vite's own settings import it.
import { join } from 'node:path';
import { root } from './commands.mjs';

const source = join(root, 'src');
const page = join(source, 'main.tsx');
/** Threads that begin while the page loads, or again and again: they are not to wait for what they do not need. */
const lean = ['trainer', 'sandbox'].map((name) => join(source, 'workers', `${name}.worker.ts`));

/** @returns {import('vite').Plugin} */
export function firstChunks() {
  /** @type {Map<string, string>} */
  const chunkOf = new Map();
  // In this order: a group takes what its modules need of packages with them.
  const groups = ['basics', 'shared', 'page'].map((name, index) => ({
    name,
    test: (/** @type {string} */ id) => chunkOf.get(id) === name,
    priority: 3 - index,
  }));
  return {
    name: 'first-chunks',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    buildEnd() {
      /** Our modules that these need: at once, or also what they fetch later.
       *  @param {readonly string[]} from @param {boolean} later */
      const neededBy = (from, later) => {
        /** @type {Set<string>} */
        const found = new Set();
        const queue = [...from];
        for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
          const module = found.has(id) || !id.startsWith(source) ? undefined : this.getModuleInfo(id);
          if (!module) continue;
          found.add(id);
          queue.push(...module.importedIds, ...(later ? module.dynamicallyImportedIds : []));
        }
        return found;
      };
      const workers = [...this.getModuleIds()].filter((id) => id.endsWith('.worker.ts'));
      const [begins, works] = [neededBy(lean, false), neededBy(workers, true)];
      chunkOf.clear();
      for (const id of neededBy([page], false))
        if (id !== page) chunkOf.set(id, begins.has(id) ? 'basics' : works.has(id) ? 'shared' : 'page');
    },
  };
}
