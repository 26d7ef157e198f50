// One choice of Setup as a row: what is chosen, and the preset's beside a changed one.
import { Select } from '@radix-ui/themes';
import type { ReactNode } from 'react';
import { Setting } from './setting';

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
  const known = options.find(({ id }) => id === usual);
  return (
    <Setting
      name={label}
      meaning={meaning}
      kind="choice"
      changed={chosen !== usual}
      usual={known && { words: known.name, onReset: () => onChoose(usual) }}
      links={children}
    >
      {(field) => (
        <Select.Root size="2" value={chosen} onValueChange={onChoose}>
          <Select.Trigger {...field} />
          <Select.Content>
            {options.map((option) => (
              <Select.Item key={option.id} value={option.id} disabled={option.off}>
                {option.name}
                {option.but && <span className="choice-but quiet size-1 block">{option.but}</span>}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
      )}
    </Setting>
  );
}
