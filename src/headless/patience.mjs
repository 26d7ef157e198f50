// How many times longer things take here and now than on the quiet machine of two cores that the limits of tests and
// journeys are written for. They are numbers of these seconds, so that a limit that is passed says "it hangs", whatever
// else the machine does. A run of the tests measures it once, as it begins; its processes are told, and look at how
// crowded the machine is when they begin themselves. Plain JavaScript with Node's own modules only, because the checks
// use it before anything is installed.
import { availableParallelism, loadavg } from 'node:os';

/** Processor time that `work` takes there. */
const usualMs = 90;
/** No limit grows by more: what hangs on a slow and crowded machine ends, too. */
const most = 10;

/** Fixed, in short turns, so that all but the first few run as compiled code. */
function work() {
  const turn = (/** @type {number} */ from) => {
    let x = from;
    for (let count = 0; count < 1_000_000; count++) x = (Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) + count) | 0;
    return x;
  };
  let x = 1;
  for (let count = 0; count < 40; count++) x = turn(x);
  return x;
}

/** Slower processors take more of their time for the same work; on a crowded machine that time is a part of the
 *  clock's. */
function timed() {
  const [began, beganMs] = [process.cpuUsage(), performance.now()];
  work();
  const { user, system } = process.cpuUsage(began);
  return { tookMs: (user + system) / 1000, clockMs: performance.now() - beganMs };
}

function measured() {
  const { tookMs, clockMs } = timed();
  return Math.max(1, tookMs / usualMs) * Math.max(1, clockMs / tookMs);
}

/** How many times longer than it computes a program takes in these seconds: 1 where nothing else runs. For what is held
 *  to times. */
export function crowding() {
  const times = Array.from({ length: 20 }, timed);
  const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other);
  return Math.max(1, sum(times.map(({ clockMs }) => clockMs)) / sum(times.map(({ tookMs }) => tookMs)));
}

const told = Number(process.env['GROVE_PATIENCE']);

/** A factor of at least 1. */
export const patience = Math.min(most, Math.max(told || measured(), (loadavg()[0] ?? 0) / availableParallelism()));

/** Milliseconds. */
export const seconds = Math.round(1000 * patience);
export const minutes = 60 * seconds;
