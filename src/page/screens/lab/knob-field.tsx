// One setting read off its card: meaning on hover, allowed values, the default beside a changed one.
import { Switch } from '@radix-ui/themes';
import { lazy, Suspense } from 'react';
import { faultOf, type Knob, type KnobValue } from '../../../basics/knobs';
import { knobText } from '../../parts/format';
import { NumberField } from '../../parts/number-field';
import { Setting } from './setting';

/** Lists that open are not among what a first visit sees. */
const KnobChoice = lazy(async () => ({ default: (await import('./knob-choice')).KnobChoice }));

export interface KnobFieldProps {
  readonly name: string;
  readonly card: Knob;
  readonly value: KnobValue;
  /** The preset's value, and the way back to it. */
  readonly usual?: KnobValue | undefined;
  /** Why it may have changed although nobody set it. */
  readonly why?: string | undefined;
  readonly onReset?: () => void;
  readonly onChange: (value: KnobValue) => void;
}

export function KnobField({ name, card, value, usual, why, onChange, onReset }: KnobFieldProps) {
  const changed = usual !== undefined && value !== usual;
  return (
    <Setting
      name={card.name}
      meaning={meaningOf(card)}
      kind={card.kind === 'choice' ? 'wide' : undefined}
      changed={changed}
      usual={onReset && { words: knobText(usual), why, onReset }}
      fault={faultOf(name, card, value) && faultOf(card.name, card, value)}
    >
      {(field) =>
        card.kind === 'choice' ? (
          <Suspense fallback={null}>
            <KnobChoice {...field} value={String(value)} choices={card.choices} onChoose={onChange} />
          </Suspense>
        ) : card.kind === 'switch' ? (
          <Switch {...field} checked={Boolean(value)} onCheckedChange={onChange} />
        ) : (
          <NumberField {...field} unit={card.unit} card={card} value={Number(value)} onChange={onChange} />
        )
      }
    </Setting>
  );
}

function meaningOf(card: Knob): string {
  if (card.kind !== 'integer' && card.kind !== 'number') return card.meaning;
  const multiples = card.multipleOf === undefined ? '' : `, multiples of ${card.multipleOf}`;
  return `${card.meaning} ${knobText(card.range[0])} to ${knobText(card.range[1])}${card.unit ? ` ${card.unit}` : ''}${multiples}.`;
}
