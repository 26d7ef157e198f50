// Vite's plugin behind `virtual:script/PATH`: the module PATH below src with all it imports, as the text of one script
// for Node. What a page or the lab hands to people to be run elsewhere is so always what this repository says. Plain
// JavaScript, because Vite's own settings import it.
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const prefix = 'virtual:script/';
const builtins = builtinModules.map((name) => `node:${name}`);

/** @returns {import('vite').Plugin} */
export function scripts() {
  return {
    name: 'scripts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load: async (id) =>
      id.startsWith(`\0${prefix}`)
        ? `export default ${JSON.stringify(await bundled(id.slice(prefix.length + 1)))};`
        : undefined,
  };
}

/** @param {string} path @returns {Promise<string>} */
async function bundled(path) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { target: 'node', noExternal: true, external: builtins },
    build: {
      ssr: fileURLToPath(new URL(`../${path}`, import.meta.url)),
      write: false,
      target: 'node20',
      minify: true,
      rollupOptions: { external: builtins, output: { format: 'es', codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output.find((part) => part.type === 'chunk') : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${path} was built, but no code came out`);
  return chunk.code;
}
