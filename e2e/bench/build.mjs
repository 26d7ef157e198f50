// Builds the benchmark, as a page or for Node, where its sources changed. Plain JavaScript with Node's own modules
// only, because it may run before anything is installed.
import { join } from 'node:path';
import { root, runTool } from '../../src/headless/commands.mjs';
import { isStale } from '../../src/headless/freshness.mjs';

const sources = ['src', 'models/sprout', 'e2e/bench', 'vite.config.ts', 'package-lock.json'].map((name) =>
  join(root, name),
);

/** Throws where the build fails. `config`: below this folder; `what`: for people. @param {{ made: string, config:
 *  string, what: string }} build */
export async function buildBench({ made, config, what }) {
  if (!isStale(made, sources)) return;
  console.log(`Building ${what} …`);
  const status = await runTool('vite', ['build', '--config', join('e2e', 'bench', config), '--logLevel', 'error']);
  if (status !== 0) throw new Error(`${what} could not be built: see the message above`);
}
