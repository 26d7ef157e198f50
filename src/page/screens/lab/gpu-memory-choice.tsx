// How much of the GPU's memory Grove may take: a person knows what their card has, a page is not told.
import { useId } from 'react';
import { Choose } from '../../parts/choose';
import { type GpuMemory, gpuMemories, gpuMemory, setGpuMemory } from '../../stores/gpu-memory-store';
import { computesOnProcessor, useTrainer } from '../../stores/trainer-store';

export function GpuMemoryChoice() {
  const id = useId();
  const chosen = gpuMemory.use();
  const software = useTrainer(computesOnProcessor);
  const what = software ? 'this computer’s memory' : 'the GPU’s memory';
  const options = gpuMemories.map((gib): { id: GpuMemory; name: string } => ({
    id: gib,
    name: gib === 'usual' ? (software ? 'as usual: 2 GiB' : 'as usual: up to 4 GiB') : `${gib} GiB`,
  }));
  return (
    <div className="grid gap-1">
      <label htmlFor={id}>Take of {what} at most</label>
      <Choose id={id} size="1" value={chosen} options={options} onChoose={(gib) => void setGpuMemory(gib)} />
      <p>
        A page is not told how much there is. More means fewer, larger batches, and models that do not fit otherwise.
        Other programs need some too, and so does a team that plays beside a run.
      </p>
    </div>
  );
}
