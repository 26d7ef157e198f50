// One question of the form: its name, its field, what it means, and what stands in the chosen column.
import { type ReactNode, useId } from 'react';

interface RowProps {
  readonly label: string;
  readonly help: string;
  readonly needed?: boolean | undefined;
  readonly example?: string | undefined;
  readonly children: (shared: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}

export function Row({ label, help, needed, example, children }: RowProps) {
  const id = useId();
  return (
    <div className="problems-row">
      <label htmlFor={id}>
        {label}
        {needed && <span className="quiet"> needed</span>}
      </label>
      {children({ id, 'aria-describedby': `${id}-help` })}
      <p id={`${id}-help`} className="note row wrap slim">
        {help}
        {example !== undefined && example !== '' && <code className="cut">{example}</code>}
      </p>
    </div>
  );
}
