// Chooses a step among those whose trees are kept: back, forth, or along a slider.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Act } from '../../parts/act';

interface StepPickerProps {
  readonly steps: readonly number[];
  readonly step: number;
  readonly onStep: (step: number) => void;
}

export function StepPicker({ steps, step, onStep }: StepPickerProps) {
  const place = Math.max(0, steps.indexOf(step));
  const last = steps.length - 1;
  const go = (to: number) => {
    const next = steps[to];
    if (next !== undefined) onStep(next);
  };
  return (
    <div className="flex" style={{ alignItems: 'flex-end' }} data-own-keys>
      <Act name="Step before" Icon={ChevronLeft} disabled={place === 0} onClick={() => go(place - 1)} />
      <label className="grid gap-1 center grow">
        <span>
          Step <b>{step}</b> <span className="quiet">of {steps[last]}</span>
        </span>
        <input
          className="slider full"
          type="range"
          min={0}
          max={last}
          value={place}
          disabled={last === 0}
          aria-valuetext={`step ${step}`}
          onChange={(event) => go(Number(event.target.value))}
        />
      </label>
      <Act name="Next step" Icon={ChevronRight} disabled={place === last} onClick={() => go(place + 1)} />
    </div>
  );
}
