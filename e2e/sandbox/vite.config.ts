// Builds the sandbox's page into dist/sandbox, as the app's own build bundles the sandbox.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: fileURLToPath(new URL('../../dist/sandbox', import.meta.url)),
    emptyOutDir: true,
  },
});
