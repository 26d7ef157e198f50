// Whether runs train in slow motion, stage by stage: for this visit.
import { create, useStore } from 'zustand';
import type { Motion } from '../../run/trainer-api';
import { lab } from './lab-client';
import { orFault, trainerStore } from './trainer-store';

const motionStore = create<{ readonly motion: Motion }>()(() => ({ motion: 'usual' }));

export function useMotion(): Motion {
  return useStore(motionStore, ({ motion }) => motion);
}

const said = { kind: 'lab', what: 'Slow motion could not be changed.', now: 'Try again.' } as const;

/** Valid at once, also for a run that trains. */
export async function setMotion(motion: Motion): Promise<void> {
  const before = motionStore.getState().motion;
  motionStore.setState({ motion });
  const done = await orFault(said, async () => {
    await lab().setMotion(motion);
    return true;
  });
  if (!done) motionStore.setState({ motion: before });
}

/** Lets the run that waits go on to its next stage. */
export async function nextStage(): Promise<void> {
  if (!trainerStore.getState().waiting) return;
  trainerStore.setState({ waiting: undefined });
  await orFault(said, () => lab().nextStage());
}
