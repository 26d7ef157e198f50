// Builds the benchmark for Node where its sources changed, and runs it in a process of its own.
// Plain JavaScript with Node's own modules only, because it may run before anything is installed.
import { join } from 'node:path';
import { root, runNode } from '../../../src/headless/commands.mjs';
import { vulkanDriver } from '../../../src/headless/vulkan.mjs';
import { buildBench } from '../build.mjs';

const program = join(root, 'dist', 'bench-headless', 'bench.mjs');

/** Resolves with the program's exit status. `words`: those of `npm run bench`. @param {readonly string[]} words @param
 *  {AbortSignal} [signal] ends it */
export async function runHeadless(words, signal) {
  await buildBench({ made: program, config: join('headless', 'vite.config.ts'), what: 'the benchmark for Node' });
  // Ctrl+C reaches the program too: we wait while it prints what is done.
  process.on('SIGINT', () => {});
  return runNode(program, words, { environment: { ...process.env, ...vulkanDriver()?.environment }, signal });
}
