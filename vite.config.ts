import { createReadStream, existsSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { mutation } from './e2e/mutants/plugin.mjs';
import { sandboxWorker } from './src/headless/sandbox-bundle.mjs';
import { isolation } from './src/headless/serve.mjs';
import { vulkanDriver } from './src/headless/vulkan.mjs';

/** The files of the model we ship that the page asks for, as models/sprout/… beside index.html. */
const shipped = ['config.json', 'tokenizer.json', 'model.safetensors', 'README.md'].map((name) => `models/sprout/${name}`);

/** Brings the shipped model into the built folder, and serves it during development. */
export function shippedModel(): Plugin {
  return {
    name: 'shipped-model',
    generateBundle() {
      for (const fileName of shipped.filter((file) => existsSync(file)))
        this.emitFile({ type: 'asset', fileName, source: readFileSync(fileName) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = shipped.find((name) => request.url?.split('?')[0] === `/${name}`);
        if (file && existsSync(file)) createReadStream(file).pipe(response);
        else next();
      });
    },
  };
}

/** Tests that open a GPU: the engine's, and whoever else says so by name. */
const gpuTests = ['src/engine/**/*.test.ts', 'src/**/*.gpu.test.ts'];

// Relative base: the built folder works under any path of any web server.
export default defineConfig({
  base: './',
  plugins: [react(), shippedModel(), sandboxWorker(), mutation()],
  worker: { format: 'es' },
  server: { headers: isolation },
  preview: { headers: isolation },
  build: { target: 'es2022', outDir: 'dist/page', emptyOutDir: true, chunkSizeWarningLimit: 700 },
  test: {
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], exclude: gpuTests } },
      {
        // One file after the other, each in a process of its own: a device lost in one is no fault of the next.
        extends: true,
        test: {
          name: 'gpu',
          include: gpuTests,
          pool: 'forks',
          fileParallelism: false,
          setupFiles: ['src/engine/poison.setup.ts'],
          testTimeout: 180_000,
          env: vulkanDriver()?.environment ?? {},
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
