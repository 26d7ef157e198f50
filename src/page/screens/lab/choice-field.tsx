// One choice of Setup as a row: what is chosen, and the preset's beside a changed one.
import type { ReactNode } from 'react';
import { Choose, type Option } from '../../parts/choose';
import { Setting } from './setting';

interface ChoiceFieldProps {
  readonly label: string;
  /** On hover. */
  readonly meaning?: string;
  readonly chosen: string;
  readonly options: readonly (Option & { readonly name: string })[];
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
      {(field) => <Choose {...field} value={chosen} options={options} onChoose={onChoose} />}
    </Setting>
  );
}
