// What this process has computed so far, in milliseconds.
import { readFileSync } from 'node:fs';

/** All threads together: a software adapter's too. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The thread that JavaScript runs on, to 10 ms; NaN where the system does not say it (only Linux does). */
export function mainThreadMs(): number {
  try {
    const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10; // user and system, in hundredths of a second
  } catch {
    return Number.NaN;
  }
}
