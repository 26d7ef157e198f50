// The team editor: the team and its roles on the left, each with a line to the policy that speaks for it; the chosen
// role on the right, with what its prompts make of a real problem. It changes a draft; saving keeps it in this browser,
// using it sets up the next run.
import { useEffect, useMemo, useState } from 'react';
import type { SpecFault } from '../../../learning/agents/team-spec';
import { useRoute } from '../../../page/stores/route';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { openTeam } from './begin-team';
import { editTeam, ownTeamsStore, readOwnTeams, useOwnTeams } from './own-teams-store';
import { RoleForm } from './role-form';
import { RoleList } from './role-list';
import './team.css';
import { TeamBar } from './team-bar';
import { faultsOfDraft } from './team-draft';
import { TeamFields } from './team-fields';

export function TeamScreen() {
  const route = useRoute();
  const asked = route.screen === 'feature' ? route.id : undefined;
  const draft = useOwnTeams((state) => state.draft);
  useEffect(() => {
    void readOwnTeams().then(() => openTeam(asked));
  }, [asked]);
  return <div className="stack gap-0 fill size-2">{draft ? <Editor draft={draft} /> : null}</div>;
}

function Editor({ draft }: { readonly draft: OwnTeam }) {
  const [selected, setSelected] = useState(0);
  const index = Math.min(selected, draft.spec.roles.length - 1);
  const role = draft.spec.roles[index];
  const faults = useMemo(() => faultsOfDraft(draft), [draft]);
  const change = (next: OwnTeam) => editTeam(next, ownTeamsStore.getState().draftOf);
  const faultAt = (where: Pick<SpecFault, 'role' | 'field'>) =>
    faults.find(({ role: at, field }) => at === where.role && field === where.field)?.what;
  return (
    <>
      <TeamBar draft={draft} faults={faults} onShow={({ role: at }) => at !== undefined && setSelected(at)} />
      <div className="columns team-columns fill">
        <section className="panel stack scroll gap-4 pad-4" aria-label="The team">
          <TeamFields draft={draft} faultAt={faultAt} onChange={change} />
          <RoleList draft={draft} faults={faults} selected={index} onSelect={setSelected} onChange={change} />
        </section>
        {role && (
          <RoleForm
            key={index}
            draft={draft}
            index={index}
            role={role}
            faultAt={(field) => faultAt({ role: index, field })}
            onChange={change}
          />
        )}
      </div>
    </>
  );
}
