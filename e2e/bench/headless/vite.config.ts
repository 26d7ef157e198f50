// Builds the benchmark with the peers for Node into dist/bench-headless, which holds all it needs but the package
// `webgpu`. Neither the app nor the headless lab knows anything of it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { modelsBeside } from '../../../vite.config';

export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  publicDir: false,
  plugins: [wasmBeside(), modelsBeside()],
  // The browser builds of the peers are measured, here as there.
  ssr: {
    noExternal: true,
    external: ['webgpu'],
    target: 'node',
    resolve: { conditions: ['module', 'browser', 'production'] },
  },
  build: {
    ssr: fileURLToPath(new URL('./program.ts', import.meta.url)),
    ssrEmitAssets: true,
    outDir: 'dist/bench-headless',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'bench.mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
});

/** Node's fetch reads no files: a .wasm file whose address is asked for lies beside the program, and its address is one
 *  in memory. */
function wasmBeside(): Plugin {
  const mark = '?in-memory';
  return {
    name: 'wasm-beside',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source.endsWith(mark)) return source;
      if (!source.endsWith('.wasm?url')) return null;
      const file = await this.resolve(source.slice(0, -'?url'.length), importer, { skipSelf: true });
      return file && `${file.id}${mark}`;
    },
    load(id) {
      if (!id.endsWith(mark)) return null;
      const file = id.slice(0, -mark.length);
      // there may be several of one name
      const fileName = file.split('/node_modules/').slice(1).join('/').replaceAll('/', '-');
      this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
      return `import { readFileSync } from 'node:fs';
        const content = readFileSync(new URL(${JSON.stringify(fileName)}, import.meta.url));
        export default URL.createObjectURL(new Blob([content], { type: 'application/wasm' }));`;
    },
  };
}
