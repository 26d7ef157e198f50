// What keeps a team that is plain data from being played, with the role and the field it lies in.
import type { ShapeFault } from '../../basics/shape';
import { basePolicy } from '../../contract/learner';
import type { TeamGraph } from './graph';
import { faultsOfGraph, graphFaultSentence } from './graph-faults';
import { type FieldUse, fieldsIn, readTemplate } from './prompt-template';
import type { Wording } from './role';
import { type RoleSpec, type TeamSpec, teamShape } from './team-shape';
import {
  type FieldCard,
  type FieldName,
  fieldCards,
  fieldsFor,
  type Sight,
  sightsOfOthers,
  sightsOfProgram,
} from './template-fields';

/** What is wrong, and where: the team itself, a role of it, a field of that role ("instruct.user"). */
export interface SpecFault {
  readonly role?: number;
  readonly field: string;
  readonly what: string;
}

/** Everything that keeps a specification from being played; none when it is sound. */
export function faultsOfSpec(given: unknown): readonly SpecFault[] {
  const faults = teamShape(given);
  if (faults.length > 0) return faults.map(faultOfShape);
  const spec = given as TeamSpec;
  return [...faultsOfTeam(spec), ...spec.roles.flatMap((role, index) => faultsOfRole(spec, role, index))];
}

/** The fault in one sentence: 'role "plan", compact prompt: {bord} is no field'. */
export function specFaultSentence(given: unknown, { role, field, what }: SpecFault): string {
  const roles = (given as { roles?: readonly { id?: unknown }[] } | undefined)?.roles;
  const id = role === undefined ? undefined : roles?.[role]?.id;
  const where =
    role === undefined ? 'the team' : typeof id === 'string' && id !== '' ? `role "${id}"` : `role ${role + 1}`;
  return `${where}, ${fieldNames[field] ?? field}: ${what}`;
}

function faultsOfTeam({ roles, id, order, graph }: TeamSpec): SpecFault[] {
  const faults: SpecFault[] = [];
  if (graph && order === 'parallel')
    faults.push({ field: 'order', what: 'is parallel, and the graph says who speaks when: make it sequential' });
  for (const fault of graph ? faultsOfGraph(graph as TeamGraph, idsOf(roles)) : [])
    faults.push({ field: 'graph', what: graphFaultSentence(graph as TeamGraph, fault) });
  roles.forEach(({ answers, words = [] }, role) => {
    if (answers !== 'word') return;
    if (words.length === 0) faults.push({ role, field: 'words', what: 'has none: name what it may say' });
    if (!graph) faults.push({ role, field: 'answers', what: 'is a word, and only a graph reads words: draw one' });
  });
  if (id === basePolicy) faults.push({ field: 'id', what: 'is "base", which means the untrained model: take another' });
  roles.forEach((role, index) => {
    const first = roles.findIndex((other) => other.id === role.id);
    if (first < index)
      faults.push({ role: index, field: 'id', what: `role ${first + 1} has the same id: every role has its own` });
    if (role.id === basePolicy || role.id === 'shared')
      faults.push({ role: index, field: 'id', what: `"${role.id}" names a policy: take another` });
  });
  if (roles.every(({ answers }) => answers === 'program'))
    faults.push({ field: 'roles', what: 'nobody makes moves: one role has to answer with an action' });
  return faults;
}

const idsOf = (roles: TeamSpec['roles']) => roles.map(({ id }) => id);

function faultsOfRole(team: TeamSpec, role: RoleSpec, index: number): SpecFault[] {
  const hidden = (sight: Sight) => hiddenBecause(team, index, sight);
  const seen = new Set<Sight>(role.sees.filter((sight) => hidden(sight) === undefined));
  const templates: readonly [field: string, text: string, wording: Wording][] = [
    ['compact', role.compact, 'compact'],
    ['instruct.system', role.instruct.system, 'instruct'],
    ['instruct.user', role.instruct.user, 'instruct'],
  ];
  const faults: SpecFault[] = [];
  const shown: Record<Wording, string[]> = { compact: [], instruct: [] };
  for (const [field, text, wording] of templates) {
    const read = readTemplate(text);
    if ('fault' in read) {
      faults.push({ role: index, field, what: read.fault });
      continue;
    }
    for (const { name, within, asks } of fieldsIn(read.template)) {
      const what = faultOfField({ name, within, asks, wording, seen, hidden });
      if (what !== undefined) faults.push({ role: index, field, what });
      else if (!asks && within.length === 0) shown[wording].push(name);
    }
  }
  if (faults.length > 0) return faults;
  for (const [field, wording] of [
    ['compact', 'compact'],
    ['instruct.user', 'instruct'],
  ] as const) {
    const blind = !shown[wording].some((name) => ['board', 'proposal', 'after', 'earlier'].includes(name));
    if (blind) faults.push({ role: index, field, what: 'shows no board: put {board} into it, outside of any {if …}' });
  }
  if (role.answers === 'word') return faults;
  const needed = role.answers === 'action' ? 'format' : 'calls';
  if (!shown.instruct.includes(needed)) {
    const why = needed === 'calls' ? 'what a program may do' : 'how moves are written';
    faults.push({ role: index, field: 'instruct.system', what: `does not say ${why}: put {${needed}} into it` });
  }
  return faults;
}

interface SeenField extends FieldUse {
  readonly wording: Wording;
  readonly seen: ReadonlySet<Sight>;
  readonly hidden: (sight: Sight) => string | undefined;
}

function faultOfField({ name, within, asks, wording, seen, hidden }: SeenField): string | undefined {
  if (!(name in fieldCards)) return `{${name}} is no field: known are ${fieldsFor(wording).join(', ')}`;
  const { sight, wording: only } = fieldCards[name as FieldName] as FieldCard;
  if (only !== undefined && only !== wording) return `{${name}} belongs to the ${only} wording`;
  if (sight === undefined || seen.has(sight) || asks) return undefined;
  const guarded = within.some((guard) => (fieldCards[guard as FieldName] as FieldCard | undefined)?.sight === sight);
  if (guarded) return undefined; // a part that is never there
  const why = hidden(sight);
  return why === undefined
    ? `{${name}} is not seen by this role: let it see "${sight}", or put it between {if ${name}} and {end}`
    : `{${name}} is never there, for ${why}: put it between {if ${name}} and {end}`;
}

/** Why a role can never see something of the others, whatever it is allowed to; undefined when it can. */
export function hiddenBecause(
  { order, roles, graph }: Pick<TeamSpec, 'order' | 'roles' | 'graph'>,
  index: number,
  sight: Sight,
): string | undefined {
  if (!sightsOfOthers.includes(sight)) return undefined;
  if (graph) return hiddenInGraph(graph, roles, index, sight);
  if (order === 'parallel') return 'parallel roles see nothing of each other';
  if (index === 0) return 'it answers first';
  const proposed = roles.slice(0, index).some(({ answers }) => answers === 'program');
  return proposed || !sightsOfProgram.includes(sight) ? undefined : 'no role before it writes a program';
}

/** In a graph a role sees what edges hand to one of its nodes. */
function hiddenInGraph(
  { nodes, edges }: NonNullable<TeamSpec['graph']>,
  roles: TeamSpec['roles'],
  index: number,
  sight: Sight,
): string | undefined {
  const own = nodes.filter(({ role }) => role === roles[index]?.id).map(({ id }) => id);
  const sources = edges.filter(({ to, carries }) => carries === 'words' && own.includes(to)).map(({ from }) => from);
  if (sources.length === 0) return 'no edge of the graph hands anything to it';
  const speaking = nodes.filter(({ id }) => sources.includes(id)).map(({ role }) => role);
  const proposed = roles.some(({ id, answers }) => answers === 'program' && speaking.includes(id));
  return proposed || !sightsOfProgram.includes(sight) ? undefined : 'nobody whom it hears writes a program';
}

const fieldNames: Readonly<Record<string, string>> = {
  graph: 'the graph',
  compact: 'compact prompt',
  'instruct.system': 'instruct wording, system text',
  'instruct.user': 'instruct wording, question',
  'longest.compact': 'longest compact answer',
  'longest.instruct': 'longest answer of the instruct wording',
};

function faultOfShape({ path, what }: ShapeFault): SpecFault {
  const role = path[0] === 'roles' && typeof path[1] === 'number' ? path[1] : undefined;
  const inner = (role === undefined ? path : path.slice(2)).join('.');
  const field = inner || (role === undefined ? 'the specification' : 'the role');
  return { ...(role === undefined ? {} : { role }), field, what };
}
