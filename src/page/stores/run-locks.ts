// Which runs train right now, in any tab: each tab holds a lock named after its run, and the browser lets go of it when the tab closes.
// Without it a second tab would take a run that trains elsewhere for one that was cut off.
const prefix = 'grove-run ';
const held = new Map<string, () => void>();

export function holdRun(id: string): void {
  if (held.has(id) || typeof navigator === 'undefined' || !navigator.locks) return;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  held.set(id, release);
  // Not waited for: where another tab holds it, the lab itself refuses or the person is told.
  void navigator.locks.request(prefix + id, { ifAvailable: true }, () => released).catch(() => undefined);
}

export function releaseRuns(): void {
  for (const release of held.values()) release();
  held.clear();
}

/** Ids of runs that other tabs train; none where the browser cannot tell. */
export async function runsElsewhere(): Promise<readonly string[]> {
  if (typeof navigator === 'undefined' || !navigator.locks) return [];
  const { held: locks = [] } = await navigator.locks.query();
  return locks.flatMap(({ name }) =>
    name?.startsWith(prefix) && !held.has(name.slice(prefix.length)) ? [name.slice(prefix.length)] : [],
  );
}
