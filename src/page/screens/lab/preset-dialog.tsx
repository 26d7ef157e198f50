// All presets as cards in groups. Arrow keys walk among them, Enter takes one.
import { Dialog } from '@radix-ui/themes';
import { useId, useRef } from 'react';
import type { Preset } from '../../../learning/config/presets';
import { Dismiss } from '../../parts/act';
import { choosePreset } from '../../stores/setup-store';
import { nextCard } from './next-card';
import { Fact } from './preset-fact';
import { presetGroups } from './preset-groups';
import { PresetPicture } from './preset-picture';

interface PresetDialogProps {
  readonly id: string;
  readonly chosen: string;
  readonly onClose: () => void;
  /** The focus is to go back to what opened it. */
  readonly onClosed: () => void;
}

export function PresetDialog({ id, chosen, onClose, onClosed }: PresetDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content
        maxWidth="1040px"
        aria-describedby={undefined}
        className="preset-dialog"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClosed();
        }}
      >
        <div className="row between">
          <Dialog.Title size="4" mb="0">
            What shall they learn?
          </Dialog.Title>
          <Dismiss label="Close" onClick={onClose} />
        </div>
        <Cards
          id={id}
          chosen={chosen}
          onChoose={(wanted) => {
            choosePreset(wanted);
            onClose();
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
