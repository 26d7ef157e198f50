// Builds the benchmark's page with the peers into dist/bench. The app's own page knows nothing of them.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { modelsBeside } from '../../vite.config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  plugins: [react(), modelsBeside()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: fileURLToPath(new URL('../../dist/bench', import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 8000,
  },
});
