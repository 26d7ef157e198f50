// The roles in their order as cards, and a line from each to the policy that speaks for it.
import { Button } from '@radix-ui/themes';
import { ArrowDown, ArrowUp, Copy, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { SpecFault } from '../../../learning/agents/team-spec';
import { Act } from '../../../page/parts/act';
import { Choose } from '../../../page/parts/choose';
import { Fault } from '../../../page/parts/fault';
import { roleStyle, roleVariable } from '../../../page/parts/roles';
import { Term } from '../../../page/parts/term';
import { notify } from '../../../page/stores/notices-store';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { editTeam, ownTeamsStore } from './own-teams-store';
import { dragOf, PolicyChips, policyName, usePolicyDrop } from './policy-drag';
import {
  type NewRole,
  policyChoices,
  untrained,
  withDuplicate,
  withNewRole,
  withoutRole,
  withPolicy,
  withRoleMoved,
} from './team-draft';

interface RoleListProps {
  readonly draft: OwnTeam;
  readonly faults: readonly SpecFault[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  readonly onChange: (draft: OwnTeam) => void;
}

const cardHeight = 92; // with the gap below; as in team.css
const mostRoles = 8;
const newRoles: Readonly<Record<NewRole, string>> = {
  program: 'Role that writes a program',
  action: 'Role that makes moves',
};

const answersInWords = { program: 'writes a program', action: 'makes the moves', word: 'says a word' } as const;

export function RoleList({ draft, faults, selected, onSelect, onChange }: RoleListProps) {
  const list = useRef<HTMLOListElement>(null);
  const { roles } = draft.spec;
  const noRoles = faults.find(({ role, field }) => role === undefined && (field === 'roles' || field === 'policies'));
  const move = (from: number, to: number) => {
    onChange(withRoleMoved(draft, from, to));
    onSelect(to);
    // the button that was pressed goes with its card
    requestAnimationFrame(() => {
      const buttons = list.current?.children[to]?.querySelectorAll<HTMLButtonElement>(
        '.team-moves button:not(:disabled)',
      );
      buttons?.[to < from ? 0 : buttons.length - 1]?.focus();
    });
  };
  const remove = (index: number) => {
    const before = draft;
    onChange(withoutRole(draft, index));
    onSelect(Math.max(0, index - 1));
    const undo = () => editTeam(before, ownTeamsStore.getState().draftOf);
    notify(
      { text: `${roles[index]?.name ?? 'The role'} is taken out.`, action: { label: 'Undo', run: undo } },
      { ms: 10_000 },
    );
  };
  return (
    <div className="grid">
      <h2>
        <Term id="role">Roles</Term> and their <Term id="policy">policies</Term>
      </h2>
      <div className="team-map">
        <ol ref={list} className="grid" aria-label="Roles in their order">
          {roles.map((role, index) => (
            <RoleCard
              // biome-ignore lint/suspicious/noArrayIndexKey: ids are edited, and two may be alike for a moment
              key={index}
              role={role.id}
              selected={index === selected}
              onPolicy={(policy) => onChange(withPolicy(draft, role.id, policy))}
            >
              <button
                type="button"
                className="ink slim baseline across flex"
                aria-pressed={index === selected}
                onClick={() => onSelect(index)}
              >
                <b className="cut">{role.name || role.id || 'nameless'}</b>
                <span className="note nowrap">{answersInWords[role.answers]}</span>
                {faults.some((fault) => fault.role === index) && (
                  <TriangleAlert size={14} className="bad rigid" role="img" aria-label="something is wrong with it" />
                )}
              </button>
              <div className="team-moves row">
                <Act
                  variant="ghost"
                  name={`Move ${role.name} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                  Icon={ArrowUp}
                />
                <Act
                  variant="ghost"
                  name={`Move ${role.name} down`}
                  disabled={index === roles.length - 1}
                  onClick={() => move(index, index + 1)}
                  Icon={ArrowDown}
                />
                <Act
                  variant="ghost"
                  name={`Duplicate ${role.name}`}
                  disabled={roles.length >= mostRoles}
                  onClick={() => {
                    onChange(withDuplicate(draft, index));
                    onSelect(index + 1);
                  }}
                  Icon={Copy}
                />
                <Act
                  variant="ghost"
                  name={`Take ${role.name} out`}
                  disabled={roles.length === 1}
                  onClick={() => remove(index)}
                  Icon={Trash2}
                />
              </div>
              <Choose
                size="1"
                className="team-policy-select"
                aria-label={`Policy of ${role.name}`}
                value={draft.policies[role.id] ?? role.id}
                options={policyChoices(draft, role)}
                onChoose={(policy) => onChange(withPolicy(draft, role.id, policy))}
              />
            </RoleCard>
          ))}
        </ol>
        <PolicyLines draft={draft} />
      </div>
      <PolicyChips draft={draft} />
      {noRoles && <Fault>{noRoles.what}</Fault>}
      <div className="wrap flex">
        {(Object.keys(newRoles) as NewRole[]).map((answers) => (
          <Button
            key={answers}
            size="1"
            variant="soft"
            disabled={roles.length >= mostRoles}
            onClick={() => {
              onChange(withNewRole(draft, answers));
              onSelect(roles.length);
            }}
          >
            <Plus size={14} aria-hidden /> {newRoles[answers]}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface RoleCardProps {
  readonly role: string;
  readonly selected: boolean;
  /** A policy was let go above it. */
  readonly onPolicy: (policy: string) => void;
  readonly children: ReactNode;
}

function RoleCard({ role, selected, onPolicy, children }: RoleCardProps) {
  const { over, handlers } = usePolicyDrop(onPolicy);
  return (
    <li
      className="team-card role-card grid pad-2"
      style={roleVariable(role)}
      data-selected={selected || undefined}
      data-over={over || undefined}
      {...handlers}
    >
      {children}
    </li>
  );
}

/** Policies in use on the right, a line to each from every role that speaks through it. Said aloud by the selects
 *  beside. */
function PolicyLines({ draft }: { readonly draft: OwnTeam }) {
  const { roles } = draft.spec;
  const policyOf = (id: string) => draft.policies[id] ?? id;
  const used = [...new Set(roles.map(({ id }) => policyOf(id)))];
  const height = roles.length * cardHeight - 8;
  const middleOfRole = (index: number) => index * cardHeight + (cardHeight - 8) / 2;
  const middleOfPolicy = (index: number) => ((index + 0.5) * height) / used.length;
  const width = 44;
  return (
    <div className="team-lines relative" aria-hidden style={{ height }}>
      <svg
        className="block"
        fill="none"
        strokeWidth={2.5}
        aria-hidden
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {roles.map(({ id }, index) => {
          const from = middleOfRole(index);
          const to = middleOfPolicy(used.indexOf(policyOf(id)));
          const off = policyOf(id) === untrained;
          return (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: ids are edited, and two may be alike for a moment
              key={index}
              d={`M0 ${from}C${width / 2} ${from} ${width / 2} ${to} ${width} ${to}`}
              stroke={off ? 'var(--gray-8)' : roleStyle(id).cssVar}
              strokeDasharray={off ? '3 4' : undefined}
            />
          );
        })}
      </svg>
      <ul>
        {used.map((policy, index) => (
          <li
            key={policy}
            className="policy panel pad-1 cut strong size-1"
            style={{ top: middleOfPolicy(index) }}
            data-untrained={policy === untrained || undefined}
            {...dragOf(policy)}
          >
            {policyName(policy)}
          </li>
        ))}
      </ul>
    </div>
  );
}
