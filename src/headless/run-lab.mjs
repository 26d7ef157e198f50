// `npm run lab -- VERB …`: builds the headless lab where its sources changed, then runs it with the words given.
// It knows no verb; command-line.ts does. Plain JavaScript with Node's own modules only, because it may run before
// anything is installed.
import { join } from 'node:path';
import { install, root, runNode, runTool } from './commands.mjs';
import { isStale } from './freshness.mjs';
import { vulkanDriver } from './vulkan.mjs';

const program = join(root, 'dist', 'headless', 'lab.mjs');
const sources = [join(root, 'src')];

try {
  await install();
  if (isStale(program, sources)) {
    const status = await runTool('vite', [
      'build',
      '--config',
      join('src', 'headless', 'vite.config.ts'),
      '--logLevel',
      'warn',
    ]);
    if (status !== 0) throw new Error('the lab could not be built: see the message above');
  }
  // Ctrl+C reaches the lab too: we wait while it saves what it has.
  process.on('SIGINT', () => {});
  process.exitCode = await runNode(program, process.argv.slice(2), {
    environment: { ...process.env, ...vulkanDriver()?.environment },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
