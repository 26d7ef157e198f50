// A run trains in one tab at a time: two that write the same checkpoints would spoil it. The browser's locks say which;
// it lets go of a tab's when the tab closes. The trainer's worker takes them, the page asks which runs other tabs
// train: without that it would take such a run for one that was cut off.
const prefix = 'grove run ';

/** Takes the run for this tab. Resolves with how to let go, or with undefined when another tab has it. */
export function claimRun(runId: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((letGo) => resolve(letGo));
    };
    navigator.locks.request(prefix + runId, { ifAvailable: true }, held).catch(reject);
  });
}

/** The trainer's worker of this tab, as the browser's locks name it. */
let ours: string | undefined;

/** Called when this tab's trainer has claimed the run: locks of the same worker are no other tab's. */
export async function claimedHere(runId: string): Promise<void> {
  ours = (await locksOfRuns()).find(({ name }) => name === prefix + runId)?.clientId ?? ours;
}

/** Ids of runs that other tabs train; none where the browser cannot tell. */
export async function runsElsewhere(): Promise<readonly string[]> {
  return (await locksOfRuns())
    .filter(({ clientId }) => clientId !== ours)
    .map(({ name = '' }) => name.slice(prefix.length));
}

async function locksOfRuns(): Promise<readonly LockInfo[]> {
  if (typeof navigator === 'undefined' || !navigator.locks) return [];
  // in a frame of another site Firefox refuses the question, and nothing is trained there
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }));
  return held.filter(({ name }) => name?.startsWith(prefix));
}
