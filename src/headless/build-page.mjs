// Builds the page into dist/page where its sources changed since. Plain JavaScript with Node's own modules only.
import { join } from 'node:path';
import { root, runTool } from './commands.mjs';
import { isStale } from './freshness.mjs';

/** The folder of the built page: any web server can serve it under any path. */
export const pageFolder = join(root, 'dist', 'page');

const sources = ['src', 'public', 'models', 'index.html', 'vite.config.ts', 'package-lock.json'].map((name) =>
  join(root, name),
);

/** Throws where the build fails. */
export async function buildPage() {
  if (!isStale(join(pageFolder, 'index.html'), sources)) return;
  console.log('Building the page …');
  const environment = { ...process.env, NODE_ENV: 'production' }; // tests name another: it would be React for developers
  const status = await runTool('vite', ['build', '--logLevel', 'warn'], { environment });
  if (status !== 0) throw new Error('the page could not be built: see the message above');
}
