// Builds the sandbox's page into dist/sandbox, as the app's own build bundles the sandbox.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { scripts } from '../../src/headless/script-bundle.mjs';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  // Its threads are the page's own, which come with what features bring.
  worker: { format: 'es', plugins: () => [scripts()] },
  build: {
    target: 'es2022',
    outDir: fileURLToPath(new URL('../../dist/sandbox', import.meta.url)),
    emptyOutDir: true,
  },
});
