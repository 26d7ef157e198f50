// Waiting where a browser looks late: Firefox looks whether the GPU is done ten times a second, and whenever something
// is submitted. An empty submission now and then makes a wait as long as the work, not as long as the pause between two
// looks. Elsewhere nothing is added. Results do not depend on it.

/** Milliseconds between two empty submissions: most waits are for longer work. */
const everyMs = 3;

const looksLate = (agent: string): boolean => /\bFirefox\//.test(agent);

/** What `done` gives: a promise that the device's queue fulfils. */
export async function hasten<T>(
  { queue }: Pick<GPUDevice, 'queue'>,
  done: Promise<T>,
  agent = globalThis.navigator?.userAgent ?? '',
): Promise<T> {
  if (!looksLate(agent)) return done;
  const timer = setInterval(() => queue.submit([]), everyMs);
  try {
    return await done;
  } finally {
    clearInterval(timer);
  }
}
