// A field below its name, and what is wrong with it right below.
import { TextField } from '@radix-ui/themes';
import { type ReactNode, useId } from 'react';
import { Fault } from './fault';

interface FieldProps {
  readonly label: string;
  /** On hover. */
  readonly title?: string;
  /** CSS pixels; without it the field fills its place. */
  readonly width?: number;
  readonly fault?: string | undefined;
  readonly children: (shared: {
    readonly id: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

export function Field({ label, title, width, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1 slim" title={title} style={{ width }}>
      <label className="note" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-fault` })}
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  );
}

interface LineProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text. */
export function Line({ value, onChange, ...field }: LineProps) {
  return (
    <Field {...field}>
      {(shared) => <TextField.Root {...shared} value={value} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  );
}
