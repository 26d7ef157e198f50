// A team while it is being edited: its specification, the policy of every role and how roles are sampled. Every change
// gives a new draft; what is wrong with one is said by learning/agents/team-spec. Pure; knows no page and no storage.
import type { TeamGraph } from '../../../learning/agents/graph';
import { faultsOfSpec, type RoleSpec, type SpecFault, type TeamSpec } from '../../../learning/agents/team-spec';
import { planSpec, toolSpec } from '../../../learning/agents/teams/specs';
import type { SamplingOfRole } from '../../../learning/config/sampling';
import { withSamplingOf } from '../../../page/stores/sampling-choice';
import type { OwnTeam } from '../../../page/stores/setup-store';
import { followingRoles } from './graph-draft';

export const untrained = 'base';
export const shared = 'shared';

/** A draft of this specification, each role with a policy of its own. */
export function draftOf(spec: TeamSpec, policies: Readonly<Record<string, string>> = {}): OwnTeam {
  return { spec, policies: Object.fromEntries(spec.roles.map(({ id }) => [id, policies[id] ?? id])) };
}

/** Everything that keeps a draft from being played. */
export function faultsOfDraft({ spec, policies }: OwnTeam): readonly SpecFault[] {
  const faults = faultsOfSpec(spec);
  if (faults.length > 0) return faults;
  const nobody = spec.roles.every(({ id }) => policies[id] === untrained);
  return nobody ? [{ field: 'policies', what: 'nobody learns: give one role an adapter' }] : [];
}

export function withTeam(draft: OwnTeam, change: Partial<Omit<TeamSpec, 'roles'>>): OwnTeam {
  return { ...draft, spec: { ...draft.spec, ...change } };
}

/** The draft with this graph, or without one. */
export function withGraph(draft: OwnTeam, graph: TeamGraph | undefined): OwnTeam {
  const { graph: _, ...spec } = draft.spec;
  return { ...draft, spec: graph ? { ...spec, graph, order: 'sequential' } : spec };
}

/** The specification with other roles; its graph follows them. */
function withRoles(spec: TeamSpec, roles: TeamSpec['roles']): TeamSpec {
  const { graph } = spec;
  return graph ? { ...spec, roles, graph: followingRoles(graph as TeamGraph, spec.roles, roles) } : { ...spec, roles };
}

/** A changed id goes on with its policy: an adapter of its own is renamed with it, for others that share it, too. */
export function withRole(draft: OwnTeam, index: number, change: Partial<RoleSpec>): OwnTeam {
  const { spec, policies, sampling } = draft;
  const old = spec.roles[index];
  if (!old) return draft;
  const roles = spec.roles.map((role, at) => (at === index ? { ...role, ...change } : role));
  const id = change.id ?? old.id;
  if (id === old.id) return { ...draft, spec: { ...spec, roles } };
  const renamed = (name: string) => (name === old.id ? id : name);
  const taken = spec.roles.some((role, at) => at !== index && (role.id === old.id || role.id === id));
  return {
    spec: withRoles(spec, roles),
    policies: taken
      ? { ...policies, [id]: policies[id] ?? id }
      : Object.fromEntries(Object.entries(policies).map(([role, policy]) => [renamed(role), renamed(policy)])),
    ...(sampling && !taken
      ? { sampling: Object.fromEntries(Object.entries(sampling).map(([role, one]) => [renamed(role), one])) }
      : sampling
        ? { sampling }
        : {}),
  };
}

export type NewRole = 'program' | 'action';

/** One more role, behind all others. */
export function withNewRole(draft: OwnTeam, answers: NewRole): OwnTeam {
  const { spec, policies } = draft;
  const like = answers === 'program' ? toolSpec : planSpec;
  const id = freeName(
    like.id,
    spec.roles.map((role) => role.id),
  );
  const number = id.slice(like.id.length + 1);
  const role = { ...like, id, name: number === '' ? like.name : `${like.name} ${number}` };
  return { ...draft, spec: withRoles(spec, [...spec.roles, role]), policies: { ...policies, [id]: id } };
}

export function withDuplicate(draft: OwnTeam, index: number): OwnTeam {
  const { spec, policies } = draft;
  const role = spec.roles[index];
  if (!role) return draft;
  const id = freeName(
    role.id,
    spec.roles.map((other) => other.id),
  );
  const copy = { ...role, id, name: `${role.name}, copy` };
  const roles = [...spec.roles.slice(0, index + 1), copy, ...spec.roles.slice(index + 1)];
  return { ...draft, spec: withRoles(spec, roles), policies: { ...policies, [id]: id } };
}

/** Roles that shared its adapter get their own. */
export function withoutRole(draft: OwnTeam, index: number): OwnTeam {
  const { spec, policies, sampling } = draft;
  const gone = spec.roles[index]?.id;
  if (gone === undefined) return draft;
  const roles = spec.roles.filter((_, at) => at !== index);
  const left = Object.entries(policies).filter(([role]) => roles.some(({ id }) => id === role));
  const own = Object.entries(sampling ?? {}).filter(([role]) => roles.some(({ id }) => id === role));
  return {
    spec: withRoles(spec, roles),
    policies: Object.fromEntries(left.map(([role, policy]) => [role, policy === gone ? role : policy])),
    ...(own.length > 0 ? { sampling: Object.fromEntries(own) } : {}),
  };
}

export function withRoleMoved(draft: OwnTeam, from: number, to: number): OwnTeam {
  const { spec } = draft;
  const roles = [...spec.roles];
  const [moved] = roles.splice(from, 1);
  if (!moved || to < 0 || to > roles.length) return draft;
  roles.splice(to, 0, moved);
  return { ...draft, spec: { ...spec, roles } };
}

export function withPolicy(draft: OwnTeam, role: string, policy: string): OwnTeam {
  return { ...draft, policies: { ...draft.policies, [role]: policy } };
}

/** The policies a role may speak through: its own, those of others, one shared by name, and the base that never
 *  learns. */
export function policyChoices(
  { spec }: OwnTeam,
  role: RoleSpec,
): readonly { readonly id: string; readonly name: string }[] {
  const others = spec.roles.filter(({ id }) => id !== role.id);
  return [
    { id: role.id, name: 'own adapter' },
    ...others.map(({ id, name }) => ({ id, name: `adapter of ${name || id}` })),
    { id: shared, name: 'shared adapter' },
    { id: untrained, name: 'base model, untrained' },
  ];
}

/** Without the policies of roles that are gone; who spoke through one of them has its own. */
export function tidied(draft: OwnTeam): OwnTeam {
  const known = [...draft.spec.roles.map(({ id }) => id), shared, untrained];
  const policies = draft.spec.roles.map(({ id }) => [
    id,
    known.includes(draft.policies[id] ?? '') ? draft.policies[id] : id,
  ]);
  return { ...draft, policies: Object.fromEntries(policies) };
}

export function withSampling(draft: OwnTeam, role: string, chosen: SamplingOfRole): OwnTeam {
  const { sampling: before, ...rest } = draft;
  const sampling = withSamplingOf(before, role, chosen);
  return sampling ? { ...rest, sampling } : rest;
}

/** "My team 2" → "my-team-2": how a run names the team. */
export function idFromName(name: string, taken: readonly string[]): string {
  const slug = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '');
  return freeName(slug === '' || slug === untrained ? 'team' : slug, taken);
}

function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number++) free = `${name}-${number}`;
  return free;
}
