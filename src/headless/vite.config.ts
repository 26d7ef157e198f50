// Builds the headless lab into one file for Node: dist/headless/lab.mjs. Shaders come along as text; Dawn,
// onnxruntime-web and what talks to a queue stay packages of their own.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { sandboxWorker } from './sandbox-bundle.mjs';
import { scripts } from './script-bundle.mjs';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  plugins: [sandboxWorker(), scripts()],
  ssr: { noExternal: true, external: ['webgpu', 'onnxruntime-web', 'bullmq', 'ioredis'], target: 'node' },
  build: {
    ssr: fileURLToPath(new URL('./lab.ts', import.meta.url)),
    outDir: 'dist/headless',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { entryFileNames: 'lab.mjs', codeSplitting: false } },
  },
});
