// How much of the GPU's memory may be taken, as the person says: WebGPU does not tell how much there is. Kept in this
// browser; it holds for whatever is opened from then on.
import { keptChoice } from './kept-choice';
import { lab } from './lab-client';
import { orFault } from './trainer-store';

/** GiB; "usual" is 2 on a processor that plays GPU, and up to 4 on a card. */
export const gpuMemories = ['usual', '2', '4', '6', '8', '12', '16', '24'] as const;
export type GpuMemory = (typeof gpuMemories)[number];

export const gpuMemory = keptChoice<GpuMemory>('grove-gpu-memory', gpuMemories);

/** Keeps the choice and tells the lab; also of one that was kept before, when the page opens. */
export async function setGpuMemory(wished: GpuMemory): Promise<void> {
  const before = gpuMemory.now();
  gpuMemory.choose(wished);
  const said = { kind: 'lab', what: 'The GPU’s memory could not be set.', now: 'Try again.' } as const;
  const done = await orFault(said, async () => {
    await lab().setGpuMemory(wished === 'usual' ? undefined : Number(wished) * 2 ** 30);
    return true;
  });
  if (!done) gpuMemory.choose(before);
}
