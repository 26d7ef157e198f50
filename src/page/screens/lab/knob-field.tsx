// One setting as a form row, read off its card: meaning on hover, allowed values, the default beside a changed one.
import { IconButton, Select, Switch, Tooltip } from '@radix-ui/themes';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { faultOf, type Knob, type KnobValue } from '../../../basics/knobs';
import { knobText } from '../../parts/format';
import './knob-field.css';
import { Fault } from '../../parts/fault';
import { NumberField } from '../../parts/number-field';

export interface KnobFieldProps {
  readonly name: string;
  readonly card: Knob;
  readonly value: KnobValue;
  /** The preset's value. */
  readonly usual: KnobValue | undefined;
  readonly onChange: (value: KnobValue) => void;
  readonly onReset: () => void;
}

export function KnobField({ name, card, value, usual, onChange, onReset }: KnobFieldProps) {
  const id = useId();
  const changed = usual !== undefined && value !== usual;
  const fault = faultOf(name, card, value);
  const meaning = meaningOf(card);
  const shared = { id, 'aria-describedby': `${id}-meaning`, 'aria-invalid': fault !== undefined } as const;
  return (
    <div className="knob" data-changed={changed || undefined} data-wide={card.kind === 'choice' || undefined}>
      <Tooltip content={meaning} side="right" delayDuration={250}>
        <label className="knob-name cut ink size-2" htmlFor={id}>
          {card.name}
        </label>
      </Tooltip>
      <div className="knob-value slim flex">
        {card.kind === 'choice' ? (
          <Select.Root size="2" value={String(value)} onValueChange={onChange}>
            <Select.Trigger {...shared} className="knob-select" />
            <Select.Content>
              {Object.entries(card.choices).map(([choice, words]) => (
                <Select.Item key={choice} value={choice}>
                  {words}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        ) : card.kind === 'switch' ? (
          <Switch {...shared} checked={Boolean(value)} onCheckedChange={onChange} />
        ) : (
          <NumberField
            id={id}
            aria-describedby={shared['aria-describedby']}
            wrong={fault !== undefined}
            unit={card.unit}
            card={card}
            value={Number(value)}
            onChange={onChange}
          />
        )}
      </div>
      <span id={`${id}-meaning`} className="visually-hidden">
        {meaning}
      </span>
      {changed && (
        <div className="knob-usual row size-1 accent">
          <span>usually {knobText(usual)}</span>
          <IconButton size="1" variant="ghost" aria-label={`${card.name}: back to ${knobText(usual)}`} onClick={onReset}>
            <Undo2 size={13} aria-hidden />
          </IconButton>
        </div>
      )}
      {fault && <Fault>{faultOf(card.name, card, value)}</Fault>}
    </div>
  );
}

function meaningOf(card: Knob): string {
  if (card.kind !== 'integer' && card.kind !== 'number') return card.meaning;
  const multiples = card.multipleOf === undefined ? '' : `, multiples of ${card.multipleOf}`;
  return `${card.meaning} ${knobText(card.range[0])} to ${knobText(card.range[1])}${card.unit ? ` ${card.unit}` : ''}${multiples}.`;
}
