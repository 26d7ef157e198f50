// How a role's answers are sampled, where that differs from the rest of the run.
import { TextField } from '@radix-ui/themes';
import { faultOf } from '../../../basics/knobs';
import type { RoleSpec } from '../../../learning/agents/team-spec';
import { type Occasion, samplingKnobs } from '../../../learning/training/sampling';
import { occasions, usualSampling } from '../../stores/learning-changes';
import type { OwnTeam } from '../../stores/setup-store';
import { Field } from './field';
import { withSampling } from './team-draft';

interface RoleSamplingProps {
  readonly draft: OwnTeam;
  readonly role: RoleSpec;
  readonly onChange: (draft: OwnTeam) => void;
}

export function RoleSampling({ draft, role, onChange }: RoleSamplingProps) {
  const chosen = draft.sampling?.[role.id] ?? {};
  const set = (occasion: Occasion, temperature: number | undefined) => {
    const { temperature: _, ...rest } = chosen[occasion] ?? {};
    const changed = { ...rest, ...(temperature === undefined ? {} : { temperature }) };
    const { [occasion]: __, ...others } = chosen;
    onChange(withSampling(draft, role.id, Object.keys(changed).length > 0 ? { ...others, [occasion]: changed } : others));
  };
  return (
    <div className="team-sampling">
      <h3>Temperature</h3>
      {(Object.keys(occasions) as Occasion[]).map((occasion) => {
        const value = chosen[occasion]?.temperature;
        const card = samplingKnobs[occasion].temperature;
        return (
          <Field key={occasion} label={occasions[occasion]} fault={value === undefined ? undefined : faultOf('it', card, value)}>
            {(shared) => (
              <TextField.Root
                {...shared}
                inputMode="decimal"
                placeholder={usualSampling}
                title={card.meaning}
                defaultValue={value ?? ''}
                onChange={(event) => {
                  const text = event.target.value.trim().replace(',', '.');
                  set(occasion, text === '' ? undefined : Number(text));
                }}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}
