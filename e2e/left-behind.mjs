// What a stage of the checks started, known by a mark among the variables it was started with: browsers, servers,
// programs, and theirs. Only Linux tells other processes' variables; elsewhere nothing is found. Plain JavaScript with
// Node's own modules only.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { seconds } from '../src/headless/patience.mjs';

/** Ends what still runs under the mark, after a moment to end by itself; returns its command lines. @param {string}
 *  mark like "NAME=value" */
export async function endLeftBehind(mark) {
  const untilMs = performance.now() + 3 * seconds;
  while (running(mark).length > 0 && performance.now() < untilMs) await after(100);
  const found = running(mark);
  const lines = found.map((id) => read(id, 'cmdline').replaceAll('\0', ' ').trim());
  for (const id of found) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {} // it has just ended
  }
  return lines;
}

/** @param {string} mark */
function running(mark) {
  if (process.platform !== 'linux') return [];
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((id) => id !== process.pid && read(id, 'environ').split('\0').includes(mark));
}

/** Empty where the process is gone, or another user's. @param {number} id @param {string} what */
function read(id, what) {
  try {
    return readFileSync(`/proc/${id}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
