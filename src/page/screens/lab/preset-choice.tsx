// The preset of the next run: a card that opens all of them as cards in groups. Arrow keys walk among them, Enter takes
// one.
import { Dialog } from '@radix-ui/themes';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { cardOf } from '../../../learning/catalogue';
import { type Preset, presetById } from '../../../learning/config/presets';
import { firstWorld } from '../../../learning/config/worlds';
import { Dismiss } from '../../parts/act';
import { choosePreset } from '../../stores/setup-store';
import { nextCard } from './next-card';
import './preset-choice.css';
import { factAtLength, factInWords, factOf, presetGroups } from './preset-groups';
import { PresetPicture } from './preset-picture';

interface PresetChoiceProps {
  readonly chosen: string;
  /** Of another world than the preset's. */
  readonly sentence: string | undefined;
}

export function PresetChoice({ chosen, sentence }: PresetChoiceProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const preset = presetById(chosen);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <button
        type="button"
        className="preset-card preset-chosen card panel"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={id}
        aria-label="World and preset"
        aria-describedby={`${id}-sentence`}
        onClick={() => setOpen(true)}
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
      <Dialog.Content maxWidth="1040px" aria-describedby={undefined} className="preset-dialog">
        <div className="row between">
          <Dialog.Title size="4" mb="0">
            What shall they learn?
          </Dialog.Title>
          <Dismiss label="Close" onClick={() => setOpen(false)} />
        </div>
        <Cards
          id={id}
          chosen={chosen}
          onChoose={(wanted) => {
            choosePreset(wanted);
            setOpen(false);
          }}
        />
      </Dialog.Content>
    </Dialog.Root>
  );
}

interface CardsProps {
  readonly id: string;
  readonly chosen: string;
  readonly onChoose: (preset: string) => void;
}

function Cards({ id, chosen, onChoose }: CardsProps) {
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: React.KeyboardEvent) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const boxes = cards.map((card) => card.getBoundingClientRect());
    const next = cards[nextCard(boxes, cards.indexOf(document.activeElement as HTMLElement), event.key) ?? -1];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div id={id} ref={list} role="listbox" tabIndex={-1} aria-label="World and preset" onKeyDown={walk}>
      {presetGroups.map(({ name, presets }) => (
        // biome-ignore lint/a11y/useSemanticElements: options stand in a group
        <div key={name} role="group" aria-label={name} className="after-3">
          <p className="preset-group strong ink" aria-hidden>
            {name}
          </p>
          <div className="preset-cards grid gap-3">
            {presets.map((preset) => (
              <PresetCard key={preset.id} preset={preset} chosen={preset.id === chosen} onChoose={onChoose} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

interface PresetCardProps {
  readonly preset: Preset;
  readonly chosen: boolean;
  readonly onChoose: (preset: string) => void;
}

function PresetCard({ preset, chosen, onChoose }: PresetCardProps) {
  const id = useId();
  return (
    <button
      type="button"
      className="preset-card card panel"
      role="option"
      aria-selected={chosen}
      aria-label={preset.name}
      aria-describedby={id}
      tabIndex={chosen ? 0 : -1}
      // biome-ignore lint/a11y/noAutofocus: a list that opens holds the focus on what is chosen
      autoFocus={chosen}
      onClick={() => onChoose(preset.id)}
    >
      <PresetPicture config={preset.config} size={72} />
      <span id={id} className="stack gap-1 fill">
        <span className="strong ink">{preset.name}</span>
        <span className="quiet">{preset.sentence}</span>
        <Fact preset={preset} />
      </span>
    </button>
  );
}

function Fact({ preset }: { readonly preset: Preset }) {
  const fact = factOf(preset.id);
  if (!fact) return null;
  const { problem } = cardOf(firstWorld(preset.config).environment);
  return (
    <span className="size-1 accent" title={factAtLength(fact)}>
      {factInWords(fact, problem)}
      {!fact.shipped && ' (earlier base)'}
    </span>
  );
}
