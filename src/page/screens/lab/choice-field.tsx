// One choice of Setup as a row: what is chosen, and the preset's beside a changed one.
import { IconButton, Select } from '@radix-ui/themes';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import './knob-field.css';

export interface ChoiceOption {
  readonly id: string;
  readonly name: string;
  /** Why it cannot be trained on now, shown below its name; it can be chosen all the same. */
  readonly but?: string | undefined;
  /** It cannot be chosen. */
  readonly off?: boolean;
}

interface ChoiceFieldProps {
  readonly label: string;
  /** On hover. */
  readonly meaning?: string;
  readonly chosen: string;
  readonly options: readonly ChoiceOption[];
  /** The preset's. */
  readonly usual: string;
  readonly onChoose: (id: string) => void;
  /** Beside the label. */
  readonly children?: ReactNode;
}

export function ChoiceField({ label, meaning, chosen, options, usual, onChoose, children }: ChoiceFieldProps) {
  const id = useId();
  const usualName = options.find((option) => option.id === usual)?.name ?? usual;
  return (
    <div className="knob choice" data-changed={chosen !== usual || undefined}>
      <div className="choice-head baseline flex wrap">
        <label className="knob-name cut ink size-2" htmlFor={id} title={meaning}>
          {label}
        </label>
        {children}
      </div>
      <div className="knob-value slim flex">
        <Select.Root size="2" value={chosen} onValueChange={onChoose}>
          <Select.Trigger id={id} className="knob-select" />
          <Select.Content>
            {options.map((option) => (
              <Select.Item key={option.id} value={option.id} disabled={option.off}>
                {option.name}
                {option.but && <span className="choice-but quiet size-1 block">{option.but}</span>}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      </div>
      {chosen !== usual && options.some((option) => option.id === usual) && (
        <div className="knob-usual row size-1 accent">
          <span>usually {usualName}</span>
          <IconButton size="1" variant="ghost" aria-label={`${label}: back to ${usualName}`} onClick={() => onChoose(usual)}>
            <Undo2 size={13} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}
