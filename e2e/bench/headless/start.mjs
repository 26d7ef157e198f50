// Builds the benchmark for Node where its sources changed, and runs it in a process of its own.
// Plain JavaScript with Node's own modules only, because it may run before anything is installed.
import { join } from 'node:path';
import { root, runNode, runTool } from '../../../src/headless/commands.mjs';
import { isStale } from '../../../src/headless/freshness.mjs';
import { vulkanDriver } from '../../../src/headless/vulkan.mjs';

const program = join(root, 'dist', 'bench-headless', 'bench.mjs');
const sources = ['src', 'models/sprout', 'e2e/bench', 'vite.config.ts', 'package-lock.json'].map((name) => join(root, name));

/** Resolves with the program's exit status. `words`: those of `npm run bench`. @param {readonly string[]} words */
export async function runHeadless(words) {
  if (isStale(program, sources)) {
    console.log('Building the benchmark for Node …');
    const config = join('e2e', 'bench', 'headless', 'vite.config.ts');
    const status = await runTool('vite', ['build', '--config', config, '--logLevel', 'error']);
    if (status !== 0) throw new Error('the benchmark for Node could not be built: see the message above');
  }
  // Ctrl+C reaches the program too: we wait while it prints what is done.
  process.on('SIGINT', () => {});
  return runNode(program, words, { environment: { ...process.env, ...vulkanDriver()?.environment } });
}
