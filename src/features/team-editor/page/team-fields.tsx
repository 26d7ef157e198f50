// What is said of the team as a whole: its name, a sentence, and whether its roles hear each other.
import { SegmentedControl } from '@radix-ui/themes';
import type { SpecFault } from '../../../learning/agents/team-spec';
import { Line } from '../../../page/parts/field';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { withTeam } from './team-draft';

interface TeamFieldsProps {
  readonly draft: OwnTeam;
  readonly faultAt: (where: Pick<SpecFault, 'role' | 'field'>) => string | undefined;
  readonly onChange: (draft: OwnTeam) => void;
}

export function TeamFields({ draft, faultAt, onChange }: TeamFieldsProps) {
  const { name, sentence, order } = draft.spec;
  return (
    <div className="grid">
      <Line
        label="Name of the team"
        fault={faultAt({ field: 'name' })}
        value={name}
        onChange={(next) => onChange(withTeam(draft, { name: next }))}
      />
      <Line
        label="In one sentence"
        fault={faultAt({ field: 'sentence' })}
        value={sentence}
        onChange={(next) => onChange(withTeam(draft, { sentence: next }))}
      />
      <SegmentedControl.Root
        size="1"
        aria-label="Order"
        value={order}
        onValueChange={(value) =>
          onChange(withTeam(draft, { order: value === 'parallel' ? 'parallel' : 'sequential' }))
        }
      >
        <SegmentedControl.Item value="sequential">One after the other</SegmentedControl.Item>
        <SegmentedControl.Item value="parallel">All at once</SegmentedControl.Item>
      </SegmentedControl.Root>
      <p className="note">
        {order === 'sequential'
          ? 'A role may see what those before it said this turn.'
          : 'No role hears another; their moves are made one after the other at the end of the turn.'}
      </p>
    </div>
  );
}
