// How one role's answers are sampled, where that differs from the rest of the run: a field for each card, on each
// occasion; an empty one leaves it as it is. It knows neither whose choice it is nor where it is kept.
import { faultOf, type NumberKnob } from '../../../basics/knobs';
import { type Occasion, type SamplingOfRole, samplingKnobs } from '../../../learning/config/sampling';
import { NumberField } from '../../parts/number-field';
import { withSamplingChoice } from '../../stores/sampling-choice';
import { Setting } from './setting';

interface SamplingCard {
  readonly occasion: Occasion;
  readonly name: string;
  readonly card: NumberKnob;
  /** What holds when nothing is chosen. */
  readonly otherwise: string;
}

const otherwise: Readonly<Record<string, string>> = {
  'training temperature': 'as the run',
  'training maxTokens': 'the role’s own',
  'evaluation temperature': 'greedy',
  'evaluation maxTokens': 'as in training',
};

/** Those of evaluations are called so. */
export const samplingCards: readonly SamplingCard[] = (['training', 'evaluation'] as const).flatMap((occasion) =>
  Object.entries(samplingKnobs[occasion]).map(([name, card]): SamplingCard => {
    const told = occasion === 'training' || /evaluation/i.test(card.name) ? card.name : `${card.name} in evaluations`;
    return {
      occasion,
      name,
      card: { ...card, name: told },
      otherwise: otherwise[`${occasion} ${name}`] ?? 'as the run',
    };
  }),
);

interface SamplingFieldsProps {
  readonly chosen: SamplingOfRole;
  /** Only these; all, when absent. */
  readonly cards?: readonly SamplingCard[];
  /** Whose answers, for those who hear the fields. */
  readonly role: string;
  readonly onChange: (chosen: SamplingOfRole) => void;
}

export function SamplingFields({ chosen, cards = samplingCards, role, onChange }: SamplingFieldsProps) {
  return cards.map(({ occasion, name, card, otherwise }) => (
    <OpenNumber
      key={`${occasion} ${name}`}
      card={card}
      role={role}
      otherwise={otherwise}
      value={(chosen[occasion] as Readonly<Record<string, number | undefined>> | undefined)?.[name]}
      onChange={(value) => onChange(withSamplingChoice(chosen, { occasion, name, value }))}
    />
  ));
}

interface OpenNumberProps {
  readonly card: NumberKnob;
  readonly role: string;
  readonly otherwise: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A number that may be left open. */
function OpenNumber({ card, role, otherwise, value, onChange }: OpenNumberProps) {
  return (
    <Setting
      name={card.name}
      whose={role}
      meaning={`${card.meaning} Left empty: ${otherwise}.`}
      kind="open"
      changed={value !== undefined}
      fault={value === undefined ? undefined : faultOf(card.name, card, value)}
    >
      {(field) => <NumberField {...field} open={otherwise} unit={card.unit} value={value} onChange={onChange} />}
    </Setting>
  );
}
