// The share of time that the GPU may be busy, as the person set it: for this visit.
import { create, useStore } from 'zustand';
import { lab } from './lab-client';
import { orFault } from './trainer-store';

export const gpuShareStore = create<{ readonly share: number }>()(() => ({ share: 1 }));

export function useGpuShare(): number {
  return useStore(gpuShareStore, ({ share }) => share);
}

/** From 0.05 to 1; valid at once, also for a run that trains. */
export async function setGpuShare(share: number): Promise<void> {
  const before = gpuShareStore.getState().share;
  gpuShareStore.setState({ share });
  const said = { kind: 'lab', what: 'The GPU’s share could not be set.', now: 'Try again.' } as const;
  const done = await orFault(said, async () => {
    await lab().setGpuShare(share);
    return true;
  });
  if (!done) gpuShareStore.setState({ share: before });
}
