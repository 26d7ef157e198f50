// A number that is typed freely: it counts as soon as it can be read, and is written out again when the field is left.
// Arrow keys step where there is a card. It does not know what the number means, nor which values are right.
import { TextField } from '@radix-ui/themes';
import { type ReactNode, useEffect, useState } from 'react';
import type { NumberKnob } from '../../basics/knobs';
import { knobText } from './format';
import { numberFrom, stepped } from './typed-number';

interface CommonProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  /** What was typed is a number, but not one that will do. */
  readonly 'aria-invalid'?: boolean;
  readonly size?: '1' | '2';
  readonly unit?: string | undefined;
  /** Before the number. */
  readonly children?: ReactNode;
  readonly onLeave?: () => void;
}

type NumberFieldProps = CommonProps &
  (
    | {
        readonly open?: undefined;
        readonly value: number;
        readonly onChange: (value: number) => void;
        /** What the arrow keys step by, and how far. */
        readonly card?: NumberKnob;
      }
    | {
        /** May be left open: said in place of a number. */
        readonly open: string;
        readonly value: number | undefined;
        readonly onChange: (value: number | undefined) => void;
      }
  );

export function NumberField({ size = '2', unit, children, onLeave, ...field }: NumberFieldProps) {
  const { value } = field;
  const [text, setText] = useState(written(value));
  useEffect(() => {
    setText((typed) => (numberFrom(typed) === value ? typed : written(value)));
  }, [value]);
  const type = (typed: string) => {
    setText(typed);
    const number = numberFrom(typed);
    if (number !== undefined) field.onChange(number);
    else if (field.open !== undefined && typed.trim() === '') field.onChange(undefined);
  };
  const step = (event: React.KeyboardEvent) => {
    if (field.open !== undefined || !field.card || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    field.onChange(stepped(field.card, field.value, (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1)));
  };
  return (
    <TextField.Root
      id={field.id}
      aria-label={field['aria-label']}
      aria-describedby={field['aria-describedby']}
      aria-invalid={field['aria-invalid']}
      size={size}
      inputMode="decimal"
      autoComplete="off"
      color={field['aria-invalid'] ? 'red' : undefined}
      placeholder={field.open}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        setText(written(value));
        onLeave?.();
      }}
      onKeyDown={step}
    >
      {children}
      {unit && value !== undefined && <TextField.Slot side="right">{unit}</TextField.Slot>}
    </TextField.Root>
  );
}

function written(value: number | undefined): string {
  return value === undefined ? '' : knobText(value);
}
