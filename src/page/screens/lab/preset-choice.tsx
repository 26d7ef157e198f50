// The preset of the next run: a card that opens all of them.
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { presetById } from '../../../learning/config/presets';
import './preset-choice.css';
import { Fact } from './preset-fact';
import { PresetPicture } from './preset-picture';

const openDialog = async () => ({ default: (await import('./preset-dialog')).PresetDialog });
const PresetDialog = lazy(openDialog);

interface PresetChoiceProps {
  readonly chosen: string;
  /** Of another world than the preset's. */
  readonly sentence: string | undefined;
}

export function PresetChoice({ chosen, sentence }: PresetChoiceProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const preset = presetById(chosen);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="preset-card preset-chosen card panel"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={id}
        aria-label="World and preset"
        aria-describedby={`${id}-sentence`}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void openDialog().catch(() => undefined)}
      >
        {sentence === undefined && <PresetPicture config={preset.config} size={64} />}
        <span className="stack gap-1 fill">
          <span className="row between strong size-3 ink">
            {preset.name} <ChevronDown size={16} aria-hidden className="rigid quiet" />
          </span>
          <span id={`${id}-sentence`} className="quiet">
            {sentence ?? preset.sentence}
          </span>
          {sentence === undefined && <Fact preset={preset} />}
        </span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <PresetDialog
            id={id}
            chosen={chosen}
            onClose={() => setOpen(false)}
            onClosed={() => opener.current?.focus()}
          />
        </Suspense>
      )}
    </>
  );
}
