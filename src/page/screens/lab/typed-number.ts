// A number that is typed freely: it counts as soon as it can be read, and is written out again when the field is left.
import { type ChangeEvent, useEffect, useState } from 'react';
import { knobText } from '../../parts/format';
import { numberFrom } from './knob-number';

/** The properties of the field. */
export function useTypedNumber(value: number, onNumber: (value: number) => void) {
  const [text, setText] = useState(knobText(value));
  useEffect(() => {
    setText((typed) => (numberFrom(typed) === value ? typed : knobText(value)));
  }, [value]);
  return {
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setText(event.target.value);
      const typed = numberFrom(event.target.value);
      if (typed !== undefined) onNumber(typed);
    },
    onBlur: () => setText(knobText(value)),
  };
}
