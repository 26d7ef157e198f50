// A labelled field of the editor, and what is wrong with it right below.
import { type ReactNode, useId } from 'react';
import { Fault } from '../../../page/parts/fault';

interface FieldProps {
  readonly label: string;
  readonly fault: string | undefined;
  readonly children: (shared: {
    readonly id: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

export function Field({ label, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1 slim">
      <label className="note" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-fault` })}
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  );
}
