// Vite's plugin behind `virtual:sandbox-worker`: sandbox.worker.ts with all it imports, as the text of one script for a
// thread of Node. So the headless lab stays one file, and tests run the very worker that it runs. Plain JavaScript,
// because Vite's own settings import it.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const name = 'virtual:sandbox-worker';
const builtins = ['node:fs/promises', 'node:worker_threads'];

/** @returns {import('vite').Plugin} */
export function sandboxWorker() {
  return {
    name: 'sandbox-worker',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: async (id) => (id === `\0${name}` ? `export default ${JSON.stringify(await bundled())};` : undefined),
  };
}

/** @returns {Promise<string>} */
async function bundled() {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { target: 'webworker', noExternal: true, external: builtins },
    build: {
      ssr: fileURLToPath(new URL('./sandbox.worker.ts', import.meta.url)),
      write: false,
      target: 'node20',
      minify: false,
      rollupOptions: { external: builtins, output: { format: 'cjs', codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output.find((part) => part.type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the sandbox’s worker was built, but no code came out');
  // its names are its own: a script's would be globals, and are taken away with them
  return `(() => {\n${chunk.code}\n})();`;
}
