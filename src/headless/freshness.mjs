// Is something made from other files still up to date? Compares times of change; knows nothing about what is made.
// Plain JavaScript with Node's own modules only, because `npm start` runs it before anything is installed.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The newest time of change (milliseconds) among files and, recursively, folders; 0 for what does not exist. @param
 *  {string} path @returns {number} */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** True where `made` is missing or older than any of its `sources`. @param {string} made @param {readonly string[]}
 *  sources */
export function isStale(made, sources) {
  return !existsSync(made) || sources.some((source) => newestChange(source) > statSync(made).mtimeMs);
}
