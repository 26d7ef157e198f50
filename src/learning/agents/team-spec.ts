// A team as plain data: a person writes it in the editor, a file or a run's configuration carries it, and `teamFrom`
// makes the team of it. What cannot be played is said with the role and the field it lies in. It knows no policy, page
// or storage.
import * as z from 'zod/mini'; // a third of the whole: the page's first look needs it
import '../../basics/without-eval';
import english from 'zod/v4/locales/en.js';
import { check } from '../../basics/check';
import { basePolicy } from '../../contract/learner';
import type { ChatMessage } from '../language/chat-template';
import { codeIn } from './code';
import { type FieldUse, fieldsIn, filledIn, readTemplate, type Template } from './prompt-template';
import type { Role, View, Wording } from './role';
import type { Team } from './team';
import {
  compactTexts,
  type FieldCard,
  type FieldName,
  fieldCards,
  fieldsFor,
  instructTexts,
  type Sight,
  sights,
  sightsOfOthers,
  sightsOfProgram,
} from './template-fields';

/** When a role leaves its turn to the others. */
export const passRules = {
  never: 'never: it answers every turn',
  'first-turn': 'in the first turn',
  'later-turns': 'in every turn but the first',
  moved: 'unless the last turn changed nothing',
  proposed: 'when a program before it ran through',
  'nothing-proposed': 'when no program before it ran through',
} as const;

export type PassRule = keyof typeof passRules;

const mostRoles = 8;
const mostTokens = 2048;
const mostExamples = 8;
const mostCharacters = 8000;
const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

z.config(english()); // what a schema says by itself

const idSchema = z
  .string()
  .check(z.maxLength(40), z.regex(idPattern, 'is made of small letters, digits and "-", a letter first'));
const words = (most: number) => z.string().check(z.trim(), z.minLength(1, 'is empty'), z.maxLength(most));
const templateText = z.string().check(z.maxLength(mostCharacters), z.minLength(1, 'is empty'));
const exampleSchema = z.strictObject({ user: templateText, answer: templateText });
/** "moves": as many tokens as the moves of a turn take. */
const longest = z.custom<number | 'moves'>(
  (given) => given === 'moves' || (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= mostTokens),
  `is a whole number of tokens from 1 to ${mostTokens}, or "moves"`,
);

const roleSchema = z.strictObject({
  id: idSchema,
  name: words(60),
  meaning: words(300),
  answers: z.enum(['program', 'action']),
  /** Of a program: the world's own calls, or real code that is run in a sandbox. */
  language: z.enum(['calls', 'javascript', 'python']),
  sees: z.readonly(z.array(z.enum(Object.keys(sights) as [Sight, ...Sight[]]))),
  compact: templateText,
  instruct: z.readonly(
    z.strictObject({
      system: templateText,
      user: templateText,
      /** Asked and answered before the question, word for word: a small language model does what it was shown. */
      examples: z.optional(
        z.readonly(
          z.array(z.readonly(exampleSchema)).check(z.maxLength(mostExamples, `has at most ${mostExamples} examples`)),
        ),
      ),
    }),
  ),
  longest: z.readonly(z.strictObject({ compact: longest, instruct: longest })),
  passes: z.enum(Object.keys(passRules) as [PassRule, ...PassRule[]]),
});

const teamSpecSchema = z.strictObject({
  id: idSchema,
  name: words(60),
  sentence: words(300),
  order: z.enum(['sequential', 'parallel']),
  roles: z.readonly(
    z
      .array(z.readonly(roleSchema))
      .check(z.minLength(1, 'has no role'), z.maxLength(mostRoles, `has at most ${mostRoles} roles`)),
  ),
});

export type RoleSpec = z.infer<typeof roleSchema>;
export type TeamSpec = Readonly<z.infer<typeof teamSpecSchema>>;

/** What is wrong, and where: the team itself, a role of it, a field of that role ("instruct.user"). */
export interface SpecFault {
  readonly role?: number;
  readonly field: string;
  readonly what: string;
}

/** Everything that keeps a specification from being played; none when it is sound. */
export function faultsOfSpec(given: unknown): readonly SpecFault[] {
  const parsed = teamSpecSchema.safeParse(given);
  if (!parsed.success) return parsed.error.issues.map(faultOfIssue);
  const spec = parsed.data;
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

function faultOfIssue({ path, message, code, ...rest }: z.core.$ZodIssue): SpecFault {
  const role = path[0] === 'roles' && typeof path[1] === 'number' ? path[1] : undefined;
  const inner = (role === undefined ? path : path.slice(2)).map(String).join('.');
  const unknown =
    code === 'unrecognized_keys' ? (rest as { keys: string[] }).keys.map((key) => `"${key}"`).join(', ') : undefined;
  const field = inner || (role === undefined ? 'the specification' : 'the role');
  return {
    ...(role === undefined ? {} : { role }),
    field,
    what: unknown === undefined ? message : `there is no field ${unknown}: take it out`,
  };
}
