// How a role's answers are sampled, where that differs from the rest of the run.
import type { RoleSpec } from '../../../learning/agents/team-spec';
import { SamplingFields } from '../../../page/screens/lab/sampling-fields';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { withSampling } from './team-draft';

interface RoleSamplingProps {
  readonly draft: OwnTeam;
  readonly role: RoleSpec;
  readonly onChange: (draft: OwnTeam) => void;
}

export function RoleSampling({ draft, role, onChange }: RoleSamplingProps) {
  return (
    <div className="tiles">
      <h3 className="across">How it answers</h3>
      <SamplingFields
        role={role.name}
        chosen={draft.sampling?.[role.id] ?? {}}
        onChange={(chosen) => onChange(withSampling(draft, role.id, chosen))}
      />
    </div>
  );
}
