// A run trains in one tab at a time: two that write the same checkpoints would spoil it. The browser's locks say which.

/** Takes the run for this tab. Resolves with how to let go, or with undefined when another tab has it. */
export function claimRun(runId: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((letGo) => resolve(letGo));
    };
    navigator.locks.request(`grove run ${runId}`, { ifAvailable: true }, held).catch(reject);
  });
}
