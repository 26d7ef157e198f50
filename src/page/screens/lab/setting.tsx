// One setting as a row of a form: its name with its meaning on hover, its field, a way back from a changed one, what is
// wrong with it.
import { IconButton, Tooltip } from '@radix-ui/themes';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Fault } from '../../parts/fault';
import './setting.css';

interface SettingProps {
  readonly name: string;
  /** Whose it is, for those who hear the name. */
  readonly whose?: string;
  readonly meaning?: string | undefined;
  readonly changed: boolean;
  /** "wide": the field below the name; "choice": the name keeps its width; "open": the name may take several lines. */
  readonly kind?: 'wide' | 'choice' | 'open' | undefined;
  /** The usual value, the way back to it, and why it changed where nobody set it. */
  readonly usual?:
    | { readonly words: string; readonly why?: string | undefined; readonly onReset: () => void }
    | undefined;
  readonly fault?: string | undefined;
  /** Beside the name. */
  readonly links?: ReactNode;
  readonly children: (field: {
    readonly id: string;
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}

export function Setting({ name, whose, meaning, changed, kind, usual, fault, links, children }: SettingProps) {
  const id = useId();
  const label = (
    <label className="setting-name ink size-2" htmlFor={id}>
      {whose && <span className="visually-hidden">{whose}: </span>}
      {name}
    </label>
  );
  return (
    <div className="setting" data-changed={changed || undefined} data-kind={kind}>
      <div className="setting-head row wrap slim">
        {meaning ? (
          <Tooltip content={meaning} side="top" align="start" delayDuration={250} disableHoverableContent>
            {label}
          </Tooltip>
        ) : (
          label
        )}
        {links}
      </div>
      <div className="setting-value slim flex">
        {children({ id, 'aria-describedby': `${id}-meaning`, 'aria-invalid': fault !== undefined })}
      </div>
      <span id={`${id}-meaning`} className="visually-hidden">
        {meaning}
      </span>
      {changed && usual && (
        <div className="setting-usual row size-1 accent">
          <span>
            usually {usual.words}
            {usual.why && `; ${usual.why}`}
          </span>
          <IconButton size="1" variant="ghost" aria-label={`${name}: back to ${usual.words}`} onClick={usual.onReset}>
            <Undo2 size={13} aria-hidden />
          </IconButton>
        </div>
      )}
      {fault && <Fault>{fault}</Fault>}
    </div>
  );
}
