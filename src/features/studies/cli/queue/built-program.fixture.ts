// A program of this folder built into one file for Node, as the headless lab is.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Resolves with the file. `name`: of its folder below dist/. */
export async function builtProgram(entry: string, name: string): Promise<string> {
  const outDir = join(root, 'dist', name);
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['bullmq', 'ioredis'], target: 'node' },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  });
  return join(outDir, 'program.mjs');
}
