// A team as plain data: a person writes it in the editor, a file or a run's configuration carries it, and `teamFrom`
// makes the team of it. What cannot be played is said with the role and the field it lies in. It knows no policy, page
// or storage.
import { check } from '../../basics/check';
import type { ShapeFault } from '../../basics/shape';
import { basePolicy } from '../../contract/learner';
import type { ChatMessage } from '../language/chat-template';
import { codeIn } from './code';
import { type FieldUse, fieldsIn, filledIn, readTemplate, type Template } from './prompt-template';
import type { Role, View, Wording } from './role';
import type { Team } from './team';
import { type PassRule, passRules, type RoleSpec, type TeamSpec, teamShape } from './team-shape';
import {
  compactTexts,
  type FieldCard,
  type FieldName,
  fieldCards,
  fieldsFor,
  instructTexts,
  type Sight,
  sightsOfOthers,
  sightsOfProgram,
} from './template-fields';

export { type PassRule, passRules, type RoleSpec, type TeamSpec };

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

/** The specification, checked. Throws an ExpectationError that names role and field of the first fault. */
export function teamSpecFrom(given: unknown): TeamSpec {
  const [fault] = faultsOfSpec(given);
  check(fault === undefined, () => (fault ? specFaultSentence(given, fault) : ''));
  return given as TeamSpec;
}

/** The team that a specification describes. Throws as `teamSpecFrom` does. */
export function teamFrom(given: TeamSpec): Team {
  const { id, name, sentence, order, roles } = teamSpecFrom(given);
  return { id, name, sentence, order, roles: roles.map(roleFrom) };
}

function roleFrom(spec: RoleSpec): Role {
  const seen = new Set<Sight>(spec.sees);
  const compact = templateOf(spec.compact);
  const system = templateOf(spec.instruct.system);
  const user = templateOf(spec.instruct.user);
  const examples = (spec.instruct.examples ?? []).flatMap((example): ChatMessage[] => [
    { role: 'user', content: example.user },
    { role: 'assistant', content: example.answer },
  ]);
  const { compact: compactLength, instruct: instructLength } = spec.longest;
  return {
    id: spec.id,
    name: spec.name,
    meaning: spec.meaning,
    answers: spec.answers,
    ...(spec.answers === 'program' && spec.language !== 'calls' ? { program: codeIn(spec.language) } : {}),
    maxTokens: (symbols) => (compactLength === 'moves' ? symbols + 2 : compactLength),
    prompt: (view) => filledIn(compact, compactTexts(view, seen)),
    instruct: {
      ask: (view, moveBudget) => {
        const texts = instructTexts(view, moveBudget, { seen, language: spec.language });
        return [
          { role: 'system', content: filledIn(system, texts) },
          ...examples,
          { role: 'user', content: filledIn(user, texts) },
        ];
      },
      // each symbol with a separator, and the end
      maxTokens: (symbols) => (instructLength === 'moves' ? 2 * symbols + 2 : instructLength),
    },
    ...(spec.passes === 'nothing-proposed'
      ? { alone: 'it passes where nothing was proposed, and nobody proposes' }
      : {}),
    ...(spec.passes === 'never' ? {} : { passes: (view: View) => passesNow(spec.passes, view) }),
  };
}

function passesNow(rule: PassRule, { turn, last, proposal }: View): boolean {
  const proposed = proposal?.run.readable === true && proposal.run.ran && proposal.moves !== '';
  switch (rule) {
    case 'never':
      return false;
    case 'first-turn':
      return turn === 1;
    case 'later-turns':
      return turn > 1;
    case 'moved':
      return last !== 'still';
    case 'proposed':
      return proposed;
    case 'nothing-proposed':
      return !proposed;
  }
}

function templateOf(text: string): Template {
  const read = readTemplate(text);
  check('template' in read, () => ('fault' in read ? read.fault : ''));
  return 'template' in read ? read.template : [];
}

function faultsOfTeam({ roles, id }: TeamSpec): SpecFault[] {
  const faults: SpecFault[] = [];
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
  { order, roles }: Pick<TeamSpec, 'order' | 'roles'>,
  index: number,
  sight: Sight,
): string | undefined {
  if (!sightsOfOthers.includes(sight)) return undefined;
  if (order === 'parallel') return 'parallel roles see nothing of each other';
  if (index === 0) return 'it answers first';
  const proposed = roles.slice(0, index).some(({ answers }) => answers === 'program');
  return proposed || !sightsOfProgram.includes(sight) ? undefined : 'no role before it writes a program';
}

const fieldNames: Readonly<Record<string, string>> = {
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
