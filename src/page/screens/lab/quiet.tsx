// Quiet mode: how much of the time the GPU may be busy, for a computer that is to be used meanwhile. Live while a run
// trains.
import { percent } from '../../parts/format';
import { setGpuShare, useGpuShare } from '../../stores/gpu-share-store';
import { computesOnProcessor, useTrainer } from '../../stores/trainer-store';

const leastPercent = 10;

export function Quiet() {
  const share = useGpuShare();
  const software = useTrainer(computesOnProcessor);
  const available = useTrainer(({ adapter }) => adapter?.available === true);
  if (!available) return <div className="quiet-place" />;
  const what = software ? 'Processor’s share' : 'GPU’s share';
  return (
    <label
      className="quiet-place row size-2 quiet"
      title="Less than all of it: the computer stays quiet, results are the same"
    >
      {what}
      <input
        className="slider fill"
        style={{ height: 24 }}
        type="range"
        min={leastPercent}
        max={100}
        step={5}
        value={Math.round(100 * share)}
        aria-valuetext={percent(share)}
        onChange={({ target }) => void setGpuShare(target.valueAsNumber / 100)}
      />
      <output>{percent(share)}</output>
    </label>
  );
}
