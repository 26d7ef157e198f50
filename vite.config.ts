import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { mutation } from './e2e/mutants/plugin.mjs';
import { firstChunks } from './src/headless/first-chunks.mjs';
import { leanStyles } from './src/headless/lean-styles.mjs';
import { offlineFiles } from './src/headless/offline-files.mjs';
import { pagePolicy } from './src/headless/page-policy.mjs';
import { minutes, patience, seconds } from './src/headless/patience.mjs';
import { sandboxWorker } from './src/headless/sandbox-bundle.mjs';
import { scripts } from './src/headless/script-bundle.mjs';
import { isolation } from './src/headless/serve.mjs';
import { sharedWorkers } from './src/headless/shared-workers.mjs';
import { vulkanDriver } from './src/headless/vulkan.mjs';

/** The files of the models we ship (learning/config/shipped-models.ts), as the page asks for them, beside index.html. */
const shipped = ['sprout', 'sprout-rooms'].flatMap((model) =>
  ['config.json', 'tokenizer.json', 'model.safetensors', 'README.md'].map((name) => `models/${model}/${name}`),
);

/** Brings the shipped models into the built folder, and serves them during development. */
export function modelsBeside(): Plugin {
  return {
    name: 'models-beside',
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
/** The benchmark beside its peers: `npm test -- peers`. */
const peers = ['e2e/bench/**/*.journey.ts'];
/** A stock Firefox alone (e2e/README.md): `npm test -- firefox`, which takes it through the other journeys as well. */
const firefox = ['e2e/firefox.journey.ts'];
/** Journeys that hold the page to times: nothing else may run beside them. */
const timed = ['first-minutes', 'hidden-tab'].map((name) => `e2e/${name}.journey.ts`);
/** Firefox counts no layout shifts, lets a test say nothing inside a worker, and is not driven by fingers. */
const chromeOnly = ['at-rest', 'policy', 'touch'].map((name) => `e2e/${name}.journey.ts`);

const cores = availableParallelism();
const driver = vulkanDriver();
/** A driver that computes on the processor: a file of tests for each core is faster than a core more for each file. */
const onProcessor = /lavapipe|lvp_icd|swiftshader/i.test(driver?.name ?? '');
const environment = { ...driver?.environment, ...(onProcessor ? { LP_NUM_THREADS: '1' } : {}) };

/** `groupOrder`: not beside the other projects; `maxWorkers`: how many browsers at once. */
function journeys(
  name: string,
  groupOrder: number,
  maxWorkers: number,
  more: { include: string[]; exclude?: string[]; env?: Readonly<Record<string, string>> },
) {
  const limits = { testTimeout: 10 * minutes, hookTimeout: 10 * minutes };
  const globalSetup = name === 'peers' ? [] : ['e2e/built-page.setup.ts'];
  return {
    extends: true,
    test: { name, maxWorkers, sequence: { groupOrder }, ...limits, globalSetup, ...more },
  } as const;
}

// Relative base: the built folder works under any path of any web server.
export default defineConfig({
  base: './',
  plugins: [
    ...[react(), modelsBeside(), sandboxWorker(), scripts(), sharedWorkers(), firstChunks()],
    ...[pagePolicy(), offlineFiles(), mutation()],
  ],
  worker: { format: 'es' },
  css: { postcss: { plugins: [leanStyles] } },
  server: { headers: isolation },
  preview: { headers: isolation },
  build: {
    target: 'es2022',
    outDir: 'dist/page',
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    // Scripts are shared with workers, which have no document to put hints in.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, found, { hostType }) => (hostType === 'html' ? found : []),
    },
  },
  test: {
    // Not for speed: what passes these hangs.
    testTimeout: 2 * minutes,
    hookTimeout: 2 * minutes,
    teardownTimeout: 30 * seconds,
    expect: { poll: { timeout: 20 * seconds } },
    env: { GROVE_PATIENCE: String(patience) },
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: gpuTests,
          isolate: false,
          setupFiles: ['src/headless/shared-process.setup.ts'],
        },
      },
      {
        // Each file in a process of its own: a device lost in one is no fault of the next. A card is one file's at a time.
        extends: true,
        test: {
          name: 'gpu',
          include: gpuTests,
          maxWorkers: onProcessor ? Math.min(4, cores) : 1,
          sequence: { groupOrder: 1 },
          setupFiles: ['src/engine/poison.setup.ts'],
          testTimeout: 5 * minutes,
          hookTimeout: 5 * minutes,
          env: environment,
        },
      },
      journeys('journeys', 2, Math.min(2, cores), {
        include: ['e2e/**/*.journey.ts'],
        exclude: [...timed, ...firefox, ...peers],
      }),
      journeys('journeys that are timed', 3, 1, { include: timed }),
      journeys('firefox', 5, 1, {
        include: ['e2e/*.journey.ts'],
        exclude: [...timed, ...chromeOnly],
        env: { JOURNEYS_IN: 'firefox' },
      }),
      journeys('peers', 4, 1, { include: peers }),
    ],
  },
});
