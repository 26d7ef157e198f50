// A race without a leak. `Promise.race` attaches every result to the failure that may never come, and while it still
// may, all results stay in memory: a training step's tree as well as a read-back of four bytes.

/** The work's result, or a rejection as soon as the failure comes. */
export type Unless = <T>(work: Promise<T>) => Promise<T>;

/** For a failure that may come at any time: work that waits is rejected at once, and finished work is forgotten. */
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
