// Chooses a step among those whose trees are kept: back, forth, or along a slider.
import { IconButton } from '@radix-ui/themes';
import { ChevronLeft, ChevronRight } from 'lucide-react';

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
      <IconButton
        size="1"
        variant="soft"
        color="gray"
        aria-label="Step before"
        disabled={place === 0}
        onClick={() => go(place - 1)}
      >
        <ChevronLeft size={14} />
      </IconButton>
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
      <IconButton
        size="1"
        variant="soft"
        color="gray"
        aria-label="Next step"
        disabled={place === last}
        onClick={() => go(place + 1)}
      >
        <ChevronRight size={14} />
      </IconButton>
    </div>
  );
}
