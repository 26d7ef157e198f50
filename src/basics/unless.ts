// A race that leaves nothing behind. `Promise.race` hangs every result on the failure that never comes: as long as that
// may still come, all results stay in memory, a training step's tree as well as a read-back of four bytes.

/** What is asked for, or a rejection as soon as the failure comes. */
export type Unless = <T>(work: Promise<T>) => Promise<T>;

/** Of a failure that may come at any time: whoever waits under it hears of it at once, and what is done is
 *  forgotten. */
export function unless(failure: Promise<never>): Unless {
  const waiting = new Set<(reason: unknown) => void>();
  let failed: { readonly reason: unknown } | undefined;
  failure.catch((reason: unknown) => {
    failed = { reason };
    for (const reject of waiting) reject(reason);
    waiting.clear();
  });
  return async (work) => {
    let waits: (reason: unknown) => void = () => {};
    try {
      return await new Promise((resolve, reject) => {
        waits = reject;
        if (failed) reject(failed.reason);
        else waiting.add(reject);
        work.then(resolve, reject);
      });
    } finally {
      waiting.delete(waits);
    }
  };
}
