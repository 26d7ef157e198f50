// Runs other programs of this project for start, lab and check: npm, and the tools npm installed.
// Plain JavaScript with Node's own modules only, because `npm start` runs it before anything is installed.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isStale } from './freshness.mjs';

/** The folder of package.json. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Variables and working folder, where not ours and the project's. `signal`: ends it.
 * @typedef {{ environment?: NodeJS.ProcessEnv, folder?: string, signal?: AbortSignal }} Where
 */

/**
 * Runs a program, its output going where ours goes; resolves with its exit status. It ends when we do, and rejects
 * where it was told to. @param {string} program @param {readonly string[]} words @param {Where} [where] @returns
 * {Promise<number>}
 */
export function run(program, words, { environment = process.env, folder = root, signal } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: folder,
      stdio: 'inherit',
      env: environment,
      signal,
      killSignal: 'SIGKILL',
    });
    const end = () => child.kill('SIGKILL');
    const endBoth = () => process.exit(143); // of SIGTERM alone Node would end without its exit event
    process.once('exit', end).once('SIGTERM', endBoth);
    child.once('error', (error) => reject(signal?.aborted ? signal.reason : error));
    child.once('exit', (status, ended) => {
      process.off('exit', end).off('SIGTERM', endBoth);
      resolve(status ?? (ended === 'SIGINT' ? 130 : 1));
    });
  });
}

/** Runs a JavaScript file with this same Node. @param {string} file @param {readonly string[]} words @param {Where}
 *  [where] */
export function runNode(file, words, where) {
  return run(process.execPath, [file, ...words], where);
}

const tools = {
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
};

/** Runs one of the tools npm installed. @param {keyof typeof tools} tool @param {readonly string[]} words @param
 *  {Where} [where] */
export function runTool(tool, words, where) {
  return runNode(join(root, 'node_modules', tools[tool]), words, where);
}

/** Installs exactly what the lock file names, where that has not been done; throws where it fails. */
export async function install() {
  if (!isStale(join(root, 'node_modules', '.package-lock.json'), [join(root, 'package-lock.json')])) return;
  console.log('Installing what package-lock.json names …');
  const npm = process.env['npm_execpath'];
  const words = ['ci', '--no-audit', '--no-fund'];
  const status = npm ? await runNode(npm, words) : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', words);
  if (status !== 0) throw new Error(`npm ci failed with status ${status}: see its message above`);
}
